import * as moderationCalls from '@skarb/schema/calls/moderation';
import type { SubjectType } from '@skarb/schema/hidden';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** What somebody reports shows on an open desk within this. */
const LOOK_MS = 15_000;

/** What waits for a decision, or what is hidden. */
export const casesQuery = (filter: { show: 'reported' | 'hidden'; subjectType?: SubjectType }) =>
  infiniteQueryOptions({
    queryKey: ['private', 'moderation', filter],
    queryFn: ({ signal, pageParam }) => call(moderationCalls.cases, { query: { ...filter, page: pageParam }, signal }),
    ...PAGES,
    refetchInterval: LOOK_MS,
  });

/** The collections that lead the first page. */
export const featuredQuery = queryOptions({
  queryKey: ['private', 'featured'],
  queryFn: ({ signal }) => call(moderationCalls.featured, { signal }).then(({ data }) => data),
});
