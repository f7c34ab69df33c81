import type { HistoryEntry, Offer, OfferStatus, OfferType } from '@skarb/schema/offer';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

/** One offer. */
export const offerQuery = (id: string) =>
  queryOptions({
    staleTime: 2_000,
    queryKey: ['offer', 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: Offer }>(`/offer/${id}`, { signal })
        .then(({ data }) => data),
  });

/** An offer's story, newest first. */
export const offerHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['offer', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<HistoryEntry>>(`/offer/${id}/history`, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });

/** Query parameters of GET /offer, without page. */
export type OfferFilter = {
  type?: readonly OfferType[];
  status?: readonly OfferStatus[];
  tokenUuid?: string;
  sellerUuid?: string;
  buyerUuid?: string;
  sortBy?: string;
};

/** Buyers' offers that may still come to something. */
export const STANDING = ['ACTIVE', 'INVALID', 'CANCELLING'] as const;

/** A list of offers, a page at a time. `first` is `private` where the answer is for one person's eyes. */
export const offerListQuery = (filter: OfferFilter, first: 'offer' | 'private' = 'offer') =>
  infiniteQueryOptions({
    queryKey: [first, 'offers', filter],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<Offer>>('/offer', { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });
