import type { QueryOf } from '@skarb/client';
import * as tokenCalls from '@skarb/schema/calls/token';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** Query parameters of GET /token, without page. */
export type TokenFilter = Omit<QueryOf<typeof tokenCalls.list>, 'page'> & {
  /** What this person has on sale themselves; other filters don't count then. */
  onSaleOf?: string;
};

/** A list of tokens, a page at a time: later pages are appended to the earlier. */
export const tokenListQuery = (filter: TokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['token', 'list', filter],
    queryFn: ({ client, signal, pageParam }) => {
      const { onSaleOf, ...rest } = filter;
      const { call } = clientOf(client);
      return onSaleOf
        ? call(tokenCalls.onSale, { params: { id: onSaleOf }, query: { ...rest, page: pageParam }, signal })
        : call(tokenCalls.list, { query: { ...rest, page: pageParam }, signal });
    },
    ...PAGES,
    // The old list stays, faded, until the new one is there.
    placeholderData: (previous) => previous,
  });

/** One token with everything its page shows. */
export const tokenQuery = (id: string) =>
  queryOptions({
    // A price shown must be a price that holds: what a kept page brought along is soon looked at again.
    staleTime: 2_000,
    queryKey: ['token', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(tokenCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });

/** A token's story, newest first. */
export const tokenHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['token', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(tokenCalls.history, { params: { id }, query: { page: pageParam }, signal }),
    ...PAGES,
  });

/** The first works of a collection, for the foot of a token's page. */
export const moreOfCollectionQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['token', 'more', collectionUuid],
    queryFn: ({ client, signal }) =>
      clientOf(client).call(tokenCalls.list, {
        query: { collectionUuid, limit: 5, sortBy: 'favorites:DESC' },
        signal,
      }),
    staleTime: 60_000,
  });
