import type { Offer } from '@skarb/schema/offer';
import { sameAddress } from '../../../platform/format/same-address.ts';

/** Who is looking: an account and its wallet. */
export type Viewer = { uuid: string; metamaskWallet: string | null };

/** How an auction ended for the viewer: `over` for who neither sold nor bid. */
export type Outcome = 'won' | 'sold' | 'lost' | 'over';

/** Null until the chain has settled the auction, and for one without a bid: nothing is sold before. */
export const outcomeOf = (
  { status, auction, seller, sellerAddress }: Offer,
  viewer: Viewer | null,
  hasBid: boolean,
): Outcome | null => {
  if (status !== 'SOLD' || !auction?.settledAt) return null;
  const isViewer = (person: { uuid: string } | null, address: string | null) =>
    !!viewer && (person?.uuid === viewer.uuid || sameAddress(address, viewer.metamaskWallet));
  if (isViewer(auction.highestBidder, auction.highestBidderAddress)) return 'won';
  if (isViewer(seller, sellerAddress)) return 'sold';
  return hasBid ? 'lost' : 'over';
};

/** Events after which a work has another state than the one that its last auction left. */
const TURNS = new Set(['SETTLED', 'SOLD', 'BID_ACCEPTED', 'TRANSFERRED', 'LISTED', 'AUCTION_CREATED']);
/** How long a work that is not on sale says how its last auction ended. */
const SHOWN_MS = 7 * 86_400_000;

type Line = { event: string; offerUuid: string | null; price: string | null; createdAt: string };

/**
 * The auction whose end is the newest thing that happened to a work.
 * @param history the newest first
 */
export const lastAuctionIn = (history: readonly Line[], now: number): string | undefined => {
  const last = history.find(({ event }) => TURNS.has(event));
  if (last?.event !== 'SETTLED' || last.price === null || now - Date.parse(last.createdAt) > SHOWN_MS) return undefined;
  return last.offerUuid ?? undefined;
};
