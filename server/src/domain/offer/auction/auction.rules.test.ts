import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { uuidOfAuction, uuidOfMemo, memoOf, type AuctionLog } from './auction.contract.ts';
import { foldAuction, nextBid, raised, refuseBid, refuseChange, refuseSettle, statusOf } from './auction.rules.ts';

const ID = `0x${'5a'.repeat(32)}` as const;
const ANN = '0x00000000000000000000000000000000000000aa';
const BOB = '0x00000000000000000000000000000000000000Bb';
const at = (seconds: number) => new Date(seconds * 1000);
const first = {
  reservePrice: 100n,
  bidding: { currency: ANN, startsAt: 1000, endsAt: 2000, raiseBps: 500 },
} as const;
const fold = (...events: object[]) =>
  foldAuction(
    first,
    events.map((event, index) => ({ event: event as AuctionLog, time: at(1500 + index) })),
  );
const bid = (bidder: string, amount: bigint) => ({ eventName: 'BidPlaced', args: { auctionId: ID, bidder, amount } });
const extended = (endsAt: bigint) => ({ eventName: 'AuctionExtended', args: { auctionId: ID, endsAt } });
const settled = (winner: string, amount: bigint) => ({
  eventName: 'AuctionSettled',
  args: { auctionId: ID, winner, amount },
});

describe('the state of an auction', () => {
  it('follows from its logs in order', () => {
    expect(fold()).toMatchObject({
      reservePrice: 100n,
      highestBid: null,
      bidCount: 0,
      outcome: 'open',
      endsAt: at(2000),
    });
    const edited = { eventName: 'AuctionEdited', args: { auctionId: ID, reservePrice: 70n, endsAt: 3000n } };
    expect(fold(edited, bid(ANN, 70n), bid(BOB, 90n), extended(3600n))).toMatchObject({
      reservePrice: 70n,
      highestBid: 90n,
      highestBidder: BOB.toLowerCase(),
      bidCount: 2,
      extensions: 1,
      originalEndsAt: at(3000),
      endsAt: at(3600),
    });
    // Of each kind the newest, with their number.
    const newest = [edited, bid(BOB, 90n), extended(3600n)].map((event, index) => ({
      event: event as AuctionLog,
      time: at(1500),
      count: [1, 7, 2][index] as number,
    }));
    expect(foldAuction(first, newest)).toMatchObject({
      reservePrice: 70n,
      highestBid: 90n,
      bidCount: 7,
      extensions: 2,
      endsAt: at(3600),
    });
    expect(fold(bid(ANN, 100n), settled(ANN, 100n))).toMatchObject({
      outcome: 'settled',
      winner: ANN,
      settledAt: at(1501),
    });
    expect(fold(settled(zeroAddress, 0n))).toMatchObject({ outcome: 'settled', winner: null });
    const held = { eventName: 'TokenHeld', args: { auctionId: ID, claimant: BOB } };
    expect(fold(bid(BOB, 100n), settled(BOB, 100n), held).claimant).toBe(BOB.toLowerCase());
    const claimed = { eventName: 'TokenClaimed', args: { auctionId: ID, claimant: BOB, to: ANN } };
    expect(fold(bid(BOB, 100n), settled(BOB, 100n), held, claimed).claimant).toBeNull();
  });

  it("changes with the chain's time, to the second", () => {
    expect(statusOf(fold(), at(999))).toBe('SCHEDULED');
    expect(statusOf(fold(), at(1000))).toBe('ACTIVE');
    expect(statusOf(fold(), at(1999))).toBe('ACTIVE');
    expect(statusOf(fold(), at(2000))).toBe('ENDED');
    expect(statusOf(fold(extended(2500n)), at(2000))).toBe('ACTIVE');
    expect(statusOf(fold({ eventName: 'AuctionCancelled', args: { auctionId: ID } }), at(1500))).toBe('CANCELLED');
    expect(statusOf(fold(bid(ANN, 100n), settled(ANN, 100n)), at(1500))).toBe('SOLD');
    expect(statusOf(fold(settled(zeroAddress, 0n)), at(1500))).toBe('EXPIRED');
  });

  it('decides which actions are allowed', () => {
    expect([
      refuseBid('ACTIVE'),
      refuseBid('SCHEDULED')?.code,
      refuseBid('ENDED')?.code,
      refuseBid('CANCELLED')?.code,
    ]).toEqual([undefined, 'auction.notStarted', 'auction.over', 'auction.cancelled']);
    expect([refuseChange('SCHEDULED', 0), refuseChange('ACTIVE', 1)?.code, refuseChange('SOLD', 1)?.code]).toEqual([
      undefined,
      'auction.hasBid',
      'auction.over',
    ]);
    expect([refuseSettle('ENDED'), refuseSettle('ACTIVE')?.code, refuseSettle('EXPIRED')?.code]).toEqual([
      undefined,
      'auction.notOver',
      'auction.settled',
    ]);
  });
});

describe('the minimum next bid', () => {
  it('is the reserve price first, then the highest bid plus the bid increment, rounded up as in the contract', () => {
    expect(nextBid({ reservePrice: 100n, highestBid: null, incrementBps: 500 })).toBe(100n);
    expect(nextBid({ reservePrice: 100n, highestBid: 100n, incrementBps: 500 })).toBe(105n);
    expect(raised(1n, 500)).toBe(2n);
    expect(raised(20n, 500)).toBe(21n);
    expect(raised(21n, 500)).toBe(23n);
    expect(raised(10_000n, 1)).toBe(10_001n);
  });
});

describe('auction ids', () => {
  it("keep the offer's uuid through the chain, and give an auction without a request always the same uuid", () => {
    const uuid = '0190a4a4-1234-7000-8abc-00000000000f';
    expect(uuidOfMemo(memoOf(uuid))).toBe(uuid);
    expect(uuidOfAuction(ID)).toBe('5a5a5a5a-5a5a-8a5a-8a5a-5a5a5a5a5a5a');
  });
});
