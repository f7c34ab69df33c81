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
    queryFn: ({ client, signal, pageParam }) => apiOf(client).get<Page<Token>>('/token', { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
    // The old list stays, faded, until the new one is there.
    placeholderData: (previous) => previous,
  });

/** One token with everything its page shows. */
export const tokenQuery = (id: string) =>
  queryOptions({
    queryKey: ['token', 'one', id],
    queryFn: ({ client, signal }) => apiOf(client).get<{ data: TokenDetail }>(`/token/${id}`, { signal }).then(({ data }) => data),
  });

/** A token's story, newest first. */
export const tokenHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['token', 'history', id],
    queryFn: ({ client, signal, pageParam }) => apiOf(client).get<Page<TokenEvent>>(`/token/${id}/history`, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });
