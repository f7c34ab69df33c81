import type { QueryOf } from '@skarb/client';
import type { ActivityChoice } from '@skarb/schema/activity';
import * as activityCalls from '@skarb/schema/calls/activity';
import type { PageParameters } from '@skarb/schema/page-parameters';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export type ActivityFilter = Omit<QueryOf<typeof activityCalls.list>, 'page' | 'limit'>;

/** A collection, a user or a token; everything by default. */
export type Scope = Omit<ActivityFilter, 'kind'>;

const OTHERS: readonly ActivityChoice[] = ['LISTING', 'AUCTION', 'BID', 'OFFER', 'MINT', 'TRANSFER'];
/** What a list can be narrowed to, in the order of the chips. */
export const choicesOf = ({ userUuid }: Scope): readonly ActivityChoice[] => [
  ...(userUuid ? (['SOLD', 'BOUGHT'] as const) : (['SALE'] as const)),
  ...OTHERS,
];
/** The kinds that an address asks for; others in it are passed over. */
export const kindsOf = (query: PageParameters, scope: Scope): ActivityChoice[] => {
  const asked = new Set(query.getAll('kind'));
  // Addresses of earlier versions ask for what a user sold and bought at once.
  if (asked.has('SALE')) for (const kind of ['SOLD', 'BOUGHT']) asked.add(kind);
  return choicesOf(scope).filter((kind) => asked.has(kind));
};
/** A scope with these kinds; without any, with all. */
export const filterOf = (scope: Scope, kinds: readonly ActivityChoice[]): ActivityFilter => ({
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
