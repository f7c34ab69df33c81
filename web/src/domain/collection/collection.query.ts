import type { Collection } from '@skarb/schema/collection';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

/** All collections, those an admin chose first, then biggest trade first; or those of one creator. */
export const collectionsQuery = (filter: { creatorUuid?: string } = {}) =>
  queryOptions({
    queryKey: ['collection', 'list', filter],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<Page<Collection>>('/collection', {
          query: { sortBy: filter.creatorUuid ? 'volume:DESC' : 'featured:ASC', ...filter },
          signal,
        })
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
