import type { QueryOf } from '@skarb/client';
import * as adminCalls from '@skarb/schema/calls/admin';
import * as auditCalls from '@skarb/schema/calls/audit';
import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as localeCalls from '@skarb/schema/calls/locale';
import * as statusCalls from '@skarb/schema/calls/status';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { queryOfFigures } from './read-figures.ts';

const LIVE_MS = 5_000;

/** Whether the marketplace's database, worker and chain node can be reached, and how far the records are behind. */
export const readinessQuery = queryOptions({
  queryKey: ['private', 'admin', 'ready'],
  queryFn: ({ signal }) => call(statusCalls.ready, { signal }).then(({ data }) => data),
  refetchInterval: LIVE_MS,
  retry: false,
});

/** Metrics of the API process that answers. */
export const figuresQuery = queryOptions({
  queryKey: ['private', 'admin', 'figures'],
  queryFn: queryOfFigures,
  refetchInterval: LIVE_MS,
});

/** Missing translations as browsers reported them. */
export const missingWordsQuery = infiniteQueryOptions({
  queryKey: ['private', 'admin', 'missing-word'],
  queryFn: ({ signal, pageParam }) => call(localeCalls.missing, { query: { page: pageParam }, signal }),
  ...PAGES,
  retry: false,
});

/** Figures of the marketplace. */
export const dashboardQuery = queryOptions({
  queryKey: ['private', 'admin', 'dashboard'],
  queryFn: ({ signal }) => call(adminCalls.dashboard, { signal }).then(({ data }) => data),
  refetchInterval: 30_000,
});

/** What the operator's wallet holds and what it spent. */
export const operatorQuery = queryOptions({
  queryKey: ['private', 'admin', 'operator'],
  queryFn: ({ signal }) => call(adminCalls.operator, { signal }).then(({ data }) => data),
  refetchInterval: 30_000,
});

/** The query key of all rows of a kind of reference data, disabled rows included. */
const keyOf = (kind: 'category' | 'currency' | 'network' | 'job') => ['private', 'admin', kind];
export const allCategoriesQuery = queryOptions({
  queryKey: keyOf('category'),
  queryFn: async ({ signal }) => (await call(adminCalls.categories, { signal })).data,
});
export const allCurrenciesQuery = queryOptions({
  queryKey: keyOf('currency'),
  queryFn: async ({ signal }) => (await call(adminCalls.currencies, { signal })).data,
});
export const allNetworksQuery = queryOptions({
  queryKey: keyOf('network'),
  queryFn: async ({ signal }) => (await call(adminCalls.networks, { signal })).data,
});
/** All exhibitions, in order. */
export const exhibitionsQuery = queryOptions({
  queryKey: ['private', 'admin', 'exhibition'],
  queryFn: async ({ signal }) => (await call(exhibitionCalls.list, { signal })).data,
});
/** Failed jobs: given up, or waiting for a retry. */
export const failedJobsQuery = queryOptions({
  queryKey: keyOf('job'),
  queryFn: async ({ signal }) => (await call(adminCalls.jobs, { signal })).data,
  refetchInterval: LIVE_MS,
});

export const usersQuery = (query: Omit<QueryOf<typeof adminCalls.users>, 'page'>) =>
  infiniteQueryOptions({
    queryKey: ['private', 'admin', 'user', query],
    queryFn: ({ signal, pageParam }) => call(adminCalls.users, { query: { ...query, page: pageParam }, signal }),
    ...PAGES,
    // Keep the shown rows until the search has answered.
    placeholderData: keepPreviousData,
  });
export const auditQuery = (query: Omit<QueryOf<typeof auditCalls.audit>, 'page'>) =>
  infiniteQueryOptions({
    queryKey: ['private', 'admin', 'audit', query],
    queryFn: ({ signal, pageParam }) => call(auditCalls.audit, { query: { ...query, page: pageParam }, signal }),
    ...PAGES,
    placeholderData: keepPreviousData,
  });
