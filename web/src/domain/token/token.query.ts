import type { QueryOf } from '@skarb/client';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { Token } from '@skarb/schema/token';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export type TokenFilter = Omit<QueryOf<typeof tokenCalls.list>, 'page'> & {
  /** What this user has on sale; other filters are ignored then. */
  onSaleOf?: string;
};

/** What only the page of a token shows: half of a list's bytes, in a rendered page and in what a tab keeps. */
type OfPage = 'description' | 'metadata' | 'imageHash' | 'royalty' | 'category' | 'updatedAt';
/** A token of a list, as cards show it. */
export type ListedToken = Omit<Token, OfPage>;

const listed = ({
  description: _description,
  metadata: _metadata,
  imageHash: _imageHash,
  royalty: _royalty,
  category: _category,
  updatedAt: _updatedAt,
  ...rest
}: Token): ListedToken => rest;
const asListed = <P extends { data: Token[] }>(page: P) => ({ ...page, data: page.data.map(listed) });

/** A list of tokens, paged: later pages are appended. */
export const tokenListQuery = (filter: TokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['token', 'list', filter],
    queryFn: async ({ client, signal, pageParam }) => {
      const { onSaleOf, ...rest } = filter;
      const { call } = clientOf(client);
      return asListed(
        await (onSaleOf
          ? call(tokenCalls.onSale, { params: { id: onSaleOf }, query: { ...rest, page: pageParam }, signal })
          : call(tokenCalls.list, { query: { ...rest, page: pageParam }, signal })),
      );
    },
    ...PAGES,
    // Keep the old list, faded, until the new one has loaded.
    placeholderData: (previous) => previous,
  });

/** One token with everything its page shows. */
export const tokenQuery = (id: string) =>
  queryOptions({
    // A shown price must be current, so cached data becomes stale soon.
    staleTime: 2_000,
    queryKey: ['token', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(tokenCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });

/** A token's history, newest first. */
export const tokenHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['token', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(tokenCalls.history, { params: { id }, query: { page: pageParam }, signal }),
    ...PAGES,
  });

/** The first tokens of a collection, for the end of a token's page. */
export const moreOfCollectionQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['token', 'more', collectionUuid],
    queryFn: async ({ client, signal }) =>
      asListed(
        await clientOf(client).call(tokenCalls.list, {
          query: { collectionUuid, limit: 5, sortBy: 'favorites:DESC' },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
