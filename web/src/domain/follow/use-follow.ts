import type { Artist } from '@skarb/schema/artist';
import type { Collection } from '@skarb/schema/collection';
import * as followCalls from '@skarb/schema/calls/follow';
import { STORAGE_KEY } from '@skarb/schema/limits';
import type { Profile } from '@skarb/schema/auth';
import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { withTimeout } from '../../platform/lazy/with-timeout.ts';
import { toast } from '../../ui/toast.tsx';
import type { Page } from '../../platform/query/pages.ts';

export type Followed = Pick<Profile, 'uuid' | 'isFollowed' | 'followerCount'>;
type Mark = Omit<Followed, 'uuid'>;

/** Sets a person's or a collection's mark in every cached query. */
const setMark = (client: QueryClient, uuid: string, mark: Mark) => {
  const marked = <T extends object>(one: T | undefined) => one && { ...one, ...mark };
  client.setQueryData<Profile>(['profile', uuid], marked);
  client.setQueryData<Collection>(['collection', 'one', uuid], marked);
  client.setQueriesData<InfiniteData<Page<Artist>>>(
    { queryKey: ['artist', 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((one) => (one.uuid === uuid ? { ...one, ...mark } : one)),
        })),
      },
  );
};

/**
 * Follows a person or a collection, or stops following; shown at once, reverted if the server refuses. A visitor is asked
 * to sign in, and follows then.
 */
export const useFollow = ({ uuid, isFollowed, followerCount }: Followed): (() => void) => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { mutate, mutateAsync } = useMutation({
    scope: { id: `follow ${uuid}` },
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call(followCalls.follow, { params: { id: uuid } })
        : call(followCalls.unfollow, { params: { id: uuid } }),
    onMutate: async (isWanted: boolean) => {
      // A running fetch would bring back the old value.
      await Promise.all(['profile', 'collection', 'artist'].map((key) => client.cancelQueries({ queryKey: [key] })));
      const by = isWanted === (isFollowed ?? false) ? 0 : isWanted ? 1 : -1;
      setMark(client, uuid, { isFollowed: isWanted, followerCount: Math.max(0, followerCount + by) });
      return { isFollowed, followerCount } satisfies Mark;
    },
    onError: (error, _isWanted, before) => {
      if (before) setMark(client, uuid, before);
      toast.error(errorWords(t, error)[0]);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['private', 'feed'] }),
  });
  const followAfterSignIn = () =>
    mutateAsync(true).then(
      // What the sign-in reads again may be from before.
      () =>
        Promise.all(
          [
            ['profile', uuid],
            ['collection', 'one', uuid],
            ['artist', 'list'],
          ].map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
      () => undefined,
    );
  return () => {
    if (localStorage.getItem(STORAGE_KEY.accessToken)) return mutate(!isFollowed);
    // Loaded on demand: most visitors never press it.
    withTimeout(() => import('../auth/auth-dialog.ts')).then(
      ({ openAuth }) => openAuth('participate', { need: 'user', then: () => void followAfterSignIn() }),
      () => toast.error(t('error.page.chunkText')),
    );
  };
};
