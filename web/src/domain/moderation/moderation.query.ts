import * as moderationCalls from '@skarb/schema/calls/moderation';
import type { SubjectType } from '@skarb/schema/hidden';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** A new report appears on an open dashboard within this time. */
const LOOK_MS = 15_000;

/** Open cases, or hidden subjects. */
export const casesQuery = (filter: { show: 'reported' | 'hidden'; subjectType?: SubjectType }) =>
  infiniteQueryOptions({
    queryKey: ['private', 'moderation', filter],
    queryFn: ({ signal, pageParam }) => call(moderationCalls.cases, { query: { ...filter, page: pageParam }, signal }),
    ...PAGES,
    refetchInterval: LOOK_MS,
  });

/** The featured collections. */
export const featuredQuery = queryOptions({
  queryKey: ['private', 'featured'],
  queryFn: ({ signal }) => call(moderationCalls.featured, { signal }).then(({ data }) => data),
});
