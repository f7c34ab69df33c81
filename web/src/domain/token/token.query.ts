import type { ListMeta } from '@skarb/schema/primitive';
import type { Token, TokenDetail, TokenEvent } from '@skarb/schema/token';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';

export type Page<T> = { data: T[]; meta: ListMeta };
/** Query parameters of GET /token, without page. */
export type TokenFilter = {
  search?: string;
  collectionUuid?: string[];
  categoryUuid?: string[];
  type?: 'ERC721' | 'ERC1155';
  onSale?: boolean;
  ownerUuid?: string;
  creatorUuid?: string;
  favoritedByUuid?: string;
  purchasedByUuid?: string;
  /** What this person has on sale himself; other filters don't count then. */
  onSaleOf?: string;
  minPrice?: string;
  maxPrice?: string;
  currencyUuid?: string;
  trait?: string[];
  sortBy?: string;
  limit?: number;
};

/** A list of tokens, a page at a time: later pages are appended to the earlier. */
export const tokenListQuery = (filter: TokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['token', 'list', filter],
    queryFn: ({ client, signal, pageParam }) => {
      const { onSaleOf, ...rest } = filter;
      return apiOf(client).get<Page<Token>>(onSaleOf ? `/token/on-sale/${onSaleOf}` : '/token', {
        query: { ...rest, page: pageParam },
        signal,
      });
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
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
      apiOf(client)
        .get<{ data: TokenDetail }>(`/token/${id}`, { signal })
        .then(({ data }) => data),
  });

/** A token's story, newest first. */
export const tokenHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['token', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<TokenEvent>>(`/token/${id}/history`, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });

/** The first works of a collection, for the foot of a token's page. */
export const moreOfCollectionQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['token', 'more', collectionUuid],
    queryFn: ({ client, signal }) =>
      apiOf(client).get<Page<Token>>('/token', {
        query: { collectionUuid, limit: 5, sortBy: 'favorites:DESC' },
        signal,
      }),
    staleTime: 60_000,
  });
