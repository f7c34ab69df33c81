import * as collectionCalls from '@skarb/schema/calls/collection';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** All collections: featured ones first, then by volume; or those of one creator. */
export const collectionsQuery = (filter: { creatorUuid?: string } = {}) =>
  queryOptions({
    queryKey: ['collection', 'list', filter],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.list, {
          query: { sortBy: filter.creatorUuid ? 'volume:DESC' : 'featured:ASC', ...filter },
          signal,
        })
        .then(({ data }) => data),
    staleTime: 60_000,
  });

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collection', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });
