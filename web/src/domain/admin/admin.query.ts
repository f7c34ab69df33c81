import type {
  AdminCategory,
  AdminCurrency,
  AdminJob,
  AdminNetwork,
  AdminUser,
  Dashboard,
  OperatorReport,
} from '@skarb/schema/admin';
import type { AuditEntry } from '@skarb/schema/audit';
import type { MissingWord } from '@skarb/schema/locale';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Readiness } from '@skarb/schema/status';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
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

/** How the marketplace does. */
export const dashboardQuery = queryOptions({
  queryKey: ['private', 'admin', 'dashboard'],
  queryFn: ({ signal }) => api.get<{ data: Dashboard }>('/admin/dashboard', { signal }).then(({ data }) => data),
  refetchInterval: 30_000,
});

/** What the operator's wallet holds and spent. */
export const operatorQuery = queryOptions({
  queryKey: ['private', 'admin', 'operator'],
  queryFn: ({ signal }) => api.get<{ data: OperatorReport }>('/admin/operator', { signal }).then(({ data }) => data),
  refetchInterval: 30_000,
});

/** All rows of a kind of reference data, those that are off too, in their order. */
const all = <T>(kind: 'category' | 'currency' | 'network' | 'job') =>
  queryOptions({
    queryKey: ['private', 'admin', kind],
    queryFn: ({ signal }) => api.get<{ data: T[] }>(`/admin/${kind}`, { signal }).then(({ data }) => data),
  });
export const allCategoriesQuery = all<AdminCategory>('category');
export const allCurrenciesQuery = all<AdminCurrency>('currency');
export const allNetworksQuery = all<AdminNetwork>('network');
/** Jobs that failed, given up or to be tried again. */
export const failedJobsQuery = { ...all<AdminJob>('job'), refetchInterval: LIVE_MS };

const pages = <T>(name: string, path: string, query: Record<string, string | boolean | undefined>) =>
  infiniteQueryOptions({
    queryKey: ['private', 'admin', name, query],
    queryFn: ({ signal, pageParam }) =>
      api.get<{ data: T[]; meta: ListMeta }>(path, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
    // What is shown stays until what is searched for has come.
    placeholderData: keepPreviousData,
  });
export const usersQuery = (query: { search?: string; role?: string; isBlocked?: boolean }) =>
  pages<AdminUser>('user', '/admin/user', query);
export const auditQuery = (query: { act?: string; adminUuid?: string; subjectUuid?: string }) =>
  pages<AuditEntry>('audit', '/admin/audit', query);
