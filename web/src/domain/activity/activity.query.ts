import type { QueryOf } from '@skarb/client';
import type { ActivityKind } from '@skarb/schema/activity';
import * as activityCalls from '@skarb/schema/calls/activity';
import type { PageParameters } from '@skarb/schema/page-parameters';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export type ActivityFilter = Omit<QueryOf<typeof activityCalls.list>, 'page' | 'limit'>;

/** The kinds in the order of their chips. */
export const KINDS: readonly ActivityKind[] = ['SALE', 'LISTING', 'AUCTION', 'BID', 'OFFER', 'MINT', 'TRANSFER'];
/** The kinds that an address asks for; others in it are passed over. */
export const kindsOf = (query: PageParameters): ActivityKind[] => {
  const asked = new Set(query.getAll('kind'));
  return KINDS.filter((kind) => asked.has(kind));
};
/** A scope with these kinds; without any, with all. */
export const filterOf = (scope: Omit<ActivityFilter, 'kind'>, kinds: readonly ActivityKind[]): ActivityFilter => ({
  ...scope,
  ...(kinds.length > 0 && { kind: [...kinds] }),
});

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
