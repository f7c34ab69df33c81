import type { MissingWord } from '@skarb/schema/locale';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Readiness } from '@skarb/schema/status';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/http/api.ts';
import { queryOfFigures } from './read-figures.ts';

const LIVE_MS = 5_000;

/** Whether everything the marketplace stands on can be reached, and how far the records are behind. */
export const readinessQuery = queryOptions({
  queryKey: ['private', 'admin', 'ready'],
  queryFn: ({ signal }) => api.get<{ data: Readiness }>('/ready', { signal }).then(({ data }) => data),
  refetchInterval: LIVE_MS,
  retry: false,
});

/** The figures of the process that answers. */
export const figuresQuery = queryOptions({
  queryKey: ['private', 'admin', 'figures'],
  queryFn: queryOfFigures,
  refetchInterval: LIVE_MS,
});

/** Missing words as readers' browsers reported them. */
export const missingWordsQuery = infiniteQueryOptions({
  queryKey: ['private', 'admin', 'missing-word'],
  queryFn: ({ signal, pageParam }) =>
    api.get<{ data: MissingWord[]; meta: ListMeta }>('/admin/missing-word', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  retry: false,
});
