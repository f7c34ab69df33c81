import { BPS } from '@skarb/schema/limits';
import type { OfferStatus } from '@skarb/schema/offer';
import type { Address } from 'viem';
import { toTime } from '../../../platform/chain/clamp.ts';
import type { Bidding, HouseEvent } from './auction.contract.ts';

/** The auction house's own bounds (contracts/src/auction/AuctionHouse.sol). */
export const AUCTION_DAYS_MAX = 90;
export const AMOUNT_MAX = 2n ** 88n - 1n;
export const RAISE_DEFAULT_BPS = 500;

/** The least bid above one of `amount`: rounded up, as `AuctionRules.raised` does. */
export const raised = (amount: bigint, raiseBps: number): bigint =>
  amount + (amount * BigInt(raiseBps) + BigInt(BPS - 1)) / BigInt(BPS);

/** The least that the next bid has to be. */
export const nextBid = (auction: { reservePrice: bigint; highestBid: bigint | null; raiseBps: number }): bigint =>
  auction.highestBid === null ? auction.reservePrice : raised(auction.highestBid, auction.raiseBps);

/** How an auction stands, by the house's logs alone. */
export type Standing = {
  reservePrice: bigint;
  startsAt: Date;
  endsAt: Date;
  /** The end before late bids moved it. */
  originalEndsAt: Date;
  highestBid: bigint | null;
  highestBidder: Address | null;
  bidCount: number;
  extensions: number;
  outcome: 'open' | 'cancelled' | 'settled';
  /** Of a settled one that had a bid. */
  winner: Address | null;
  settledAt: Date | null;
  /** Who may claim the NFT, where it could not be delivered. */
  claimant: Address | null;
};

const lower = (address: Address): Address => address.toLowerCase() as Address;
const NOBODY = '0x0000000000000000000000000000000000000000';

/** Adds up an auction's logs, oldest first. */
export const foldAuction = (
  first: { reservePrice: bigint; bidding: Bidding },
  logs: readonly { event: HouseEvent; time: Date }[],
): Standing => {
  const standing: Standing = {
    reservePrice: first.reservePrice,
    startsAt: toTime(first.bidding.startsAt),
    endsAt: toTime(first.bidding.endsAt),
    originalEndsAt: toTime(first.bidding.endsAt),
    highestBid: null,
    highestBidder: null,
    bidCount: 0,
    extensions: 0,
    outcome: 'open',
    winner: null,
    settledAt: null,
    claimant: null,
  };
  for (const { event, time } of logs)
    switch (event.eventName) {
      case 'AuctionEdited':
        standing.reservePrice = event.args.reservePrice;
        standing.endsAt = standing.originalEndsAt = toTime(event.args.endsAt);
        break;
      case 'BidPlaced':
        standing.highestBid = event.args.amount;
        standing.highestBidder = lower(event.args.bidder);
        standing.bidCount++;
        break;
      case 'AuctionExtended':
        standing.endsAt = toTime(event.args.endsAt);
        standing.extensions++;
        break;
      case 'AuctionCancelled':
        standing.outcome = 'cancelled';
        break;
      case 'AuctionSettled':
        standing.outcome = 'settled';
        standing.settledAt = time;
        standing.winner = event.args.winner === NOBODY ? null : lower(event.args.winner);
        break;
      case 'TokenHeld':
        standing.claimant = lower(event.args.claimant);
        break;
      case 'TokenClaimed':
        standing.claimant = null;
        break;
    }
  return standing;
};

/** What an auction is now. ENDED: over, and to be settled. */
export const statusOf = (standing: Standing, now: Date): OfferStatus => {
  if (standing.outcome === 'cancelled') return 'CANCELLED';
  if (standing.outcome === 'settled') return standing.winner ? 'SOLD' : 'EXPIRED';
  if (standing.endsAt <= now) return 'ENDED';
  return standing.startsAt > now ? 'SCHEDULED' : 'ACTIVE';
};

/** A reason to say no: a stable code and a sentence. */
export type Refusal = { code: string; message: string };
const CLOSED: Partial<Record<OfferStatus, Refusal>> = {
  ENDED: { code: 'auction.over', message: 'This auction is over' },
  SOLD: { code: 'auction.over', message: 'This auction is over' },
  EXPIRED: { code: 'auction.over', message: 'This auction is over' },
  CANCELLED: { code: 'auction.cancelled', message: 'The seller has cancelled this auction' },
};

/** Why nobody can bid in this state, if so. */
export const refuseBid = (status: OfferStatus): Refusal | undefined =>
  CLOSED[status] ??
  (status === 'SCHEDULED' ? { code: 'auction.notStarted', message: 'This auction has not started yet' } : undefined);

/** Why the seller can change or take back nothing any more, if so. */
export const refuseChange = (status: OfferStatus, bidCount: number): Refusal | undefined =>
  CLOSED[status] ??
  (bidCount > 0
    ? { code: 'auction.hasBid', message: 'Somebody has bid: from the first bid on an auction runs as it is' }
    : undefined);

/** Why it cannot be settled in this state, if so. */
export const refuseSettle = (status: OfferStatus): Refusal | undefined => {
  if (status === 'ENDED') return undefined;
  if (status === 'CANCELLED') return CLOSED.CANCELLED;
  if (status === 'SOLD' || status === 'EXPIRED')
    return { code: 'auction.settled', message: 'This auction is settled already' };
  return { code: 'auction.notOver', message: 'This auction is not over yet' };
};
