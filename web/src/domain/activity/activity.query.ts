import type { QueryOf } from '@skarb/client';
import * as activityCalls from '@skarb/schema/calls/activity';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export type ActivityFilter = Omit<QueryOf<typeof activityCalls.list>, 'page' | 'limit'>;

/** What happened, newest first. Not read again while it is shown: lines that are being read must not move. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'list', filter],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(activityCalls.list, { query: { ...filter, page: pageParam }, signal }),
    ...PAGES,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The newest lines; live-cache.ts reads them again when something happens. */
export const newestActivityQuery = (filter: ActivityFilter) =>
  queryOptions({
    queryKey: ['activity', 'newest', filter],
    queryFn: ({ client, signal }) => clientOf(client).call(activityCalls.list, { query: filter, signal }),
  });
