import type { Artist } from '@skarb/schema/artist';
import type { Collection } from '@skarb/schema/collection';
import * as followCalls from '@skarb/schema/calls/follow';
import type { FollowedEntry } from '@skarb/schema/follow';
import type { Profile } from '@skarb/schema/auth';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { setInPages, setKept } from '../../platform/query/pages.ts';
import { useMark } from '../auth/use-mark.ts';

export type Followed = Pick<Profile, 'uuid' | 'isFollowed' | 'followerCount'>;
type Mark = Omit<Followed, 'uuid'>;

/** Follows a person or a collection, or stops following. */
export const useFollow = ({ uuid, isFollowed, followerCount }: Followed): (() => void) => {
  const client = useQueryClient();
  const person = ['profile', uuid];
  const collection = ['collection', 'one', uuid];
  const artists = ['artist', 'list'];
  return useMark<Mark>({
    name: `follow ${uuid}`,
    isMarked: isFollowed ?? false,
    mark: { isFollowed, followerCount },
    markOf: (isWanted) => {
      const by = isWanted === (isFollowed ?? false) ? 0 : isWanted ? 1 : -1;
      return { isFollowed: isWanted, followerCount: Math.max(0, followerCount + by) };
    },
    show: (mark) => {
      setKept<Profile>(client, person, (one) => ({ ...one, ...mark }));
      setKept<Collection>(client, collection, (one) => ({ ...one, ...mark }));
      setInPages<Artist>(client, artists, uuid, (one) => ({ ...one, ...mark }));
      setInPages<FollowedEntry>(client, ['private', 'followed'], uuid, (one) => ({
        ...one,
        ...mark,
        isFollowed: mark.isFollowed ?? false,
      }));
    },
    save: (isWanted) => call(isWanted ? followCalls.follow : followCalls.unfollow, { params: { id: uuid } }),
    shownIn: [person, collection, artists],
    affects: ['private', 'feed'],
  });
};
