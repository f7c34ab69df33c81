import * as collectionCalls from '@skarb/schema/calls/collection';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { shownOf } from './collection.query.ts';

/** How many a public profile shows: the server renders them. */
const PUBLIC = 48;

/** The collections that a person made. On their own profile all, the newest first; for others those that have works. */
export const madeCollectionsQuery = (creatorUuid: string, isOwn: boolean) =>
  queryOptions({
    queryKey: ['collection', 'list', 'made', creatorUuid, isOwn],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.list, {
          query: { creatorUuid, ...(isOwn ? { sortBy: 'createdAt:DESC' } : { sortBy: 'featured:ASC', limit: PUBLIC }) },
          signal,
        })
        .then(({ data }) => data.filter(({ stats }) => isOwn || stats.items > 0).map(shownOf)),
    staleTime: 60_000,
  });
