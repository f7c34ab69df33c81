import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail, TokenEvent } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offerQuery } from '../offer.query.ts';
import { lastAuctionIn } from './auction-outcome.rules.ts';

const SETTLES_MS = 2_000;
const OVER = new Set<Offer['status']>(['SOLD', 'EXPIRED', 'CANCELLED']);

const openAuctionOf = (token: TokenDetail | undefined): Offer | undefined =>
  (token?.offers as Offer[] | undefined)?.find(({ type }) => type === 'AUCTION');

/** The auction whose end the page of a work that is not on sale tells. */
export const endedAuctionOf = (
  token: TokenDetail | undefined,
  history: readonly TokenEvent[] | undefined,
): string | undefined =>
  !token || token.listing || openAuctionOf(token) ? undefined : lastAuctionIn(history ?? [], Date.now());

/** The auction of a work: the open one, or the one that ended while the viewer was here or lately. */
export const useAuctionOf = (
  token: TokenDetail | undefined,
  history: readonly TokenEvent[] | undefined,
): Offer | undefined => {
  const open = openAuctionOf(token);
  const [seen, see] = useState<Offer>();
  if (open && open !== seen) see(open);
  const last = seen?.token.uuid === token?.uuid ? seen : undefined;
  const ended = open || token?.listing ? undefined : (last?.uuid ?? endedAuctionOf(token, history));
  const { data } = useQuery({
    ...offerQuery(ended ?? ''),
    enabled: ended !== undefined,
    // What was on the screen stays until the end is known.
    placeholderData: last?.uuid === ended ? last : undefined,
    refetchInterval: ({ state }) => (state.data && OVER.has(state.data.status) ? false : SETTLES_MS),
  });
  return open ?? (ended !== undefined && data?.status !== 'CANCELLED' ? data : undefined);
};
