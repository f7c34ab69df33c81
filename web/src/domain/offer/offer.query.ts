import type { QueryOf } from '@skarb/client';
import * as offerCalls from '@skarb/schema/calls/offer';
import type { OfferStatus } from '@skarb/schema/offer';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export const offerQuery = (id: string) =>
  queryOptions({
    staleTime: 2_000,
    queryKey: ['offer', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(offerCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });

/** An offer's history, newest first. */
export const offerHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['offer', 'history', id],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(offerCalls.history, { params: { id }, query: { page: pageParam }, signal }),
    ...PAGES,
  });

export type OfferFilter = Omit<QueryOf<typeof offerCalls.list>, 'page'>;

/** Statuses of buyers' offers that may still be accepted, now or later. */
export const OPEN_BID_STATUSES = ['ACTIVE', 'INVALID', 'CANCELLING'] as const;
/** Of those that are over. */
export const PAST_BID_STATUSES = ['SOLD', 'CANCELLED', 'EXPIRED', 'ENDED'] as const satisfies readonly OfferStatus[];
/** Whether an offer is over, so that its price is of the past. */
export const isPastOffer = ({ status }: { status: OfferStatus }): boolean =>
  PAST_BID_STATUSES.some((one) => one === status);

/** A list of offers, paged. `scope`: `private` for answers about one user. */
export const offerListQuery = (filter: OfferFilter, scope: 'offer' | 'private' = 'offer') =>
  infiniteQueryOptions({
    queryKey: [scope, 'offers', filter],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(offerCalls.list, { query: { ...filter, page: pageParam }, signal }),
    ...PAGES,
  });

/** Buyers' offers for a token that its owner can see, the best first. */
export const tokenBidsQuery = (tokenUuid: string) =>
  offerListQuery({ type: ['BID'], status: ['ACTIVE', 'CANCELLING'], tokenUuid, sortBy: 'price:DESC' });
