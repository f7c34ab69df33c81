import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer, OfferStatus } from '@skarb/schema/offer';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';

/** Fetches again whatever shows a price, an owner or a count, so that no trade needs a reload. */
export const refreshTrade = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    ['token', 'offer', 'collection', 'profile', 'breeding', 'private'].map((first) =>
      client.invalidateQueries({ queryKey: [first] }),
    ),
  );

const POLL_MS = 1_000;
const POLLS = 45;

/**
 * Polls until an offer has one of the statuses; the chain may need some seconds.
 * @returns the offer as last read, with or without one of the statuses; null if it could not be read
 */
export const untilOffer = async (uuid: string, states: readonly OfferStatus[]): Promise<Offer | null> => {
  let last: Offer | null = null;
  for (let poll = 0; poll < POLLS; poll++) {
    last = await call(offerCalls.show, { params: { id: uuid } }).then(
      ({ data }) => data,
      () => last,
    );
    if (last && states.includes(last.status)) return last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return last;
};
