import type { Collection } from '@skarb/schema/collection';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

/** All collections, or those of one creator, biggest trade first. */
export const collectionsQuery = (filter: { creatorUuid?: string } = {}) =>
  queryOptions({
    queryKey: ['collection', 'list', filter],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<Page<Collection>>('/collection', { query: { sortBy: 'volume:DESC', ...filter }, signal })
        .then(({ data }) => data),
    staleTime: 60_000,
  });

/** One collection. */
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collection', 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: Collection }>(`/collection/${id}`, { signal })
        .then(({ data }) => data),
  });
