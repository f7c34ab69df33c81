import { BPS } from '@skarb/schema/limits';
import type { OfferStatus } from '@skarb/schema/offer';
import { zeroAddress, type Address } from 'viem';
import { toTime } from '../../../platform/chain/clamp.ts';
import { lower } from '../../../platform/chain/address.ts';
import type { Bidding, AuctionLog } from './auction.contract.ts';

/** Bounds of the contract (contracts/src/auction/AuctionHouse.sol). */
export const AUCTION_DAYS_MAX = 90;
export const AMOUNT_MAX = 2n ** 88n - 1n;
export const INCREMENT_DEFAULT_BPS = 500;

/** The lowest valid bid after a bid of `amount`: rounded up, as the contract's `AuctionRules.raised` does, whose names it has. */
export const raised = (amount: bigint, raiseBps: number): bigint =>
  amount + (amount * BigInt(raiseBps) + BigInt(BPS - 1)) / BigInt(BPS);

/** The lowest next bid. */
export const nextBid = (auction: { reservePrice: bigint; highestBid: bigint | null; incrementBps: number }): bigint =>
  auction.highestBid === null ? auction.reservePrice : raised(auction.highestBid, auction.incrementBps);

/** The state of an auction by the auction house's logs alone. */
export type AuctionState = {
  reservePrice: bigint;
  startsAt: Date;
  endsAt: Date;
  /** The end before late bids extended it. */
  originalEndsAt: Date;
  highestBid: bigint | null;
  highestBidder: Address | null;
  bidCount: number;
  extensions: number;
  outcome: 'open' | 'cancelled' | 'settled';
  /** Of a settled auction that had a bid. */
  winner: Address | null;
  settledAt: Date | null;
  /** Who may claim an NFT that could not be delivered. */
  claimant: Address | null;
};

/**
 * The state after these logs of one auction, oldest first.
 * @param logs of each kind the newest is enough, with the number of its kind
 */
export const foldAuction = (
  first: { reservePrice: bigint; bidding: Bidding },
  logs: readonly { event: AuctionLog; time: Date; count?: number }[],
): AuctionState => {
  const state: AuctionState = {
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
  for (const { event, time, count = 1 } of logs)
    switch (event.eventName) {
      case 'AuctionEdited':
        state.reservePrice = event.args.reservePrice;
        state.endsAt = state.originalEndsAt = toTime(event.args.endsAt);
        break;
      case 'BidPlaced':
        state.highestBid = event.args.amount;
        state.highestBidder = lower(event.args.bidder);
        state.bidCount += count;
        break;
      case 'AuctionExtended':
        state.endsAt = toTime(event.args.endsAt);
        state.extensions += count;
        break;
      case 'AuctionCancelled':
        state.outcome = 'cancelled';
        break;
      case 'AuctionSettled':
        state.outcome = 'settled';
        state.settledAt = time;
        state.winner = event.args.winner === zeroAddress ? null : lower(event.args.winner);
        break;
      case 'TokenHeld':
        state.claimant = lower(event.args.claimant);
        break;
      case 'TokenClaimed':
        state.claimant = null;
        break;
    }
  return state;
};

/** ENDED: over, but not settled yet. */
export const statusOf = (state: AuctionState, now: Date): OfferStatus => {
  if (state.outcome === 'cancelled') return 'CANCELLED';
  if (state.outcome === 'settled') return state.winner ? 'SOLD' : 'EXPIRED';
  if (state.endsAt <= now) return 'ENDED';
  return state.startsAt > now ? 'SCHEDULED' : 'ACTIVE';
};

/** A stable code and a sentence for the user. */
export type Refusal = { code: string; message: string };
const CLOSED: Partial<Record<OfferStatus, Refusal>> = {
  ENDED: { code: 'auction.over', message: 'This auction is over' },
  SOLD: { code: 'auction.over', message: 'This auction is over' },
  EXPIRED: { code: 'auction.over', message: 'This auction is over' },
  CANCELLED: { code: 'auction.cancelled', message: 'The seller has cancelled this auction' },
};

/** Why this state takes no bids; undefined where it does. */
export const refuseBid = (status: OfferStatus): Refusal | undefined =>
  CLOSED[status] ??
  (status === 'SCHEDULED' ? { code: 'auction.notStarted', message: 'This auction has not started yet' } : undefined);

/** Why the seller cannot change or cancel it; undefined where they can. */
export const refuseChange = (status: OfferStatus, bidCount: number): Refusal | undefined =>
  CLOSED[status] ??
  (bidCount > 0
    ? { code: 'auction.hasBid', message: 'This auction has a bid, so it cannot be changed any more' }
    : undefined);

/** Why it cannot be settled; undefined where it can. */
export const refuseSettle = (status: OfferStatus): Refusal | undefined => {
  if (status === 'ENDED') return undefined;
  if (status === 'CANCELLED') return CLOSED.CANCELLED;
  if (status === 'SOLD' || status === 'EXPIRED')
    return { code: 'auction.settled', message: 'This auction is settled already' };
  return { code: 'auction.notOver', message: 'This auction is not over yet' };
};
