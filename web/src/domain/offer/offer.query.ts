import type { HistoryEntry, Offer } from '@skarb/schema/offer';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

/** One offer. */
export const offerQuery = (id: string) =>
  queryOptions({
    staleTime: 2_000,
    queryKey: ['offer', 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: Offer }>(`/offer/${id}`, { signal })
        .then(({ data }) => data),
  });

/** An offer's story, newest first. */
export const offerHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['offer', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<HistoryEntry>>(`/offer/${id}/history`, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });
