import * as collectionCalls from '@skarb/schema/calls/collection';
import * as searchCalls from '@skarb/schema/calls/search';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** What a text finds. A request that is no longer wanted is cancelled. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(searchCalls.find, { query: { q }, signal })
        .then(({ data }) => data),
    staleTime: 30_000,
  });

/** All collections that a text finds, paged. */
export const foundCollectionsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['collection', 'list', 'found', search],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(collectionCalls.list, {
        query: { search, sortBy: 'volume:DESC', limit: 24, page: pageParam },
        signal,
      }),
    ...PAGES,
  });
