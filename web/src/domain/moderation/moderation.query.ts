import type { Collection } from '@skarb/schema/collection';
import type { SubjectType } from '@skarb/schema/hidden';
import type { ModerationCase } from '@skarb/schema/moderation';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/http/api.ts';
import type { Page } from '../token/token.query.ts';

/** What somebody reports shows on an open desk within this. */
const LOOK_MS = 15_000;

/** What waits for a decision, or what is hidden. */
export const casesQuery = (filter: { show: 'reported' | 'hidden'; subjectType?: SubjectType }) =>
  infiniteQueryOptions({
    queryKey: ['private', 'moderation', filter],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<ModerationCase>>('/admin/moderation', { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
    refetchInterval: LOOK_MS,
  });

/** The collections that lead the first page. */
export const featuredQuery = queryOptions({
  queryKey: ['private', 'featured'],
  queryFn: ({ signal }) => api.get<{ data: Collection[] }>('/admin/featured', { signal }).then(({ data }) => data),
});
