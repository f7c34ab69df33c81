import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer, OfferStatus } from '@skarb/schema/offer';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';

/** Reads anew whatever shows a price, an owner or a count, so that nothing needs a reload after a trade. */
export const refreshTrade = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    ['token', 'offer', 'collection', 'profile', 'breeding', 'private'].map((first) =>
      client.invalidateQueries({ queryKey: [first] }),
    ),
  );

const POLL_MS = 1_000;
const POLLS = 45;

/**
 * Waits until an offer has reached one of the states; the chain may need some seconds.
 * @returns the offer as it is then, or as it was when the waiting ended; null where it cannot be read
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
