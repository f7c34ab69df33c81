import type { Offer } from '@skarb/schema/offer';
import { expect, it } from 'vitest';
import { addressOf, anOffer, aToken, aUser, daysAgo, personOf, SELLER, uuidOf } from '../../../../testing/examples.ts';
import { anAuction } from '../../../../testing/trading.ts';
import { lastAuctionIn, outcomeOf } from './auction-outcome.rules.ts';

const winner = aUser();
const settled = (over: Partial<Offer> = {}): Offer =>
  anOffer(aToken(), {
    ...anAuction({ highestBid: '1.2', highestBidder: personOf(winner), settledAt: daysAgo(0) }),
    status: 'SOLD',
    ...over,
  });
const other = { uuid: uuidOf(99), metamaskWallet: addressOf(99) };

it('an auction that the chain has settled is won, sold, lost or over, by who looks', () => {
  expect(outcomeOf(settled(), winner, true)).toBe('won');
  expect(outcomeOf(settled(), SELLER, false)).toBe('sold');
  expect(outcomeOf(settled(), other, true)).toBe('lost');
  expect(outcomeOf(settled(), other, false)).toBe('over');
  expect(outcomeOf(settled(), null, false)).toBe('over');
});

it('a wallet whose account is not public is found by its address', () => {
  const hidden = { highestBidder: null, highestBidderAddress: winner.metamaskWallet, settledAt: daysAgo(0) };
  const offer = settled({ ...anAuction(hidden), seller: null });
  expect(outcomeOf(offer, { uuid: uuidOf(98), metamaskWallet: winner.metamaskWallet }, true)).toBe('won');
  expect(outcomeOf(offer, { uuid: uuidOf(98), metamaskWallet: SELLER.metamaskWallet }, false)).toBe('sold');
});

it('nothing is won before the chain has settled it, and nothing without a bid', () => {
  const open = anAuction({ highestBid: '1.2', highestBidder: personOf(winner) });
  for (const status of ['ACTIVE', 'ENDED', 'SOLD'] as const)
    expect(outcomeOf(settled({ ...open, status }), winner, true)).toBeNull();
  expect(outcomeOf(settled({ status: 'EXPIRED' }), SELLER, false)).toBeNull();
});

it('a work tells the end of its last auction for a week, until something else happens to it', () => {
  const now = Date.now();
  const line = (event: string, days: number, price: string | null = '1.2') => ({
    event,
    offerUuid: uuidOf(61),
    price,
    createdAt: daysAgo(days),
  });
  expect(lastAuctionIn([line('SETTLED', 6), line('BID', 7)], now)).toBe(uuidOf(61));
  expect(lastAuctionIn([line('BID', 1), line('SETTLED', 6)], now)).toBe(uuidOf(61));
  expect(lastAuctionIn([line('SETTLED', 8)], now)).toBeUndefined();
  expect(lastAuctionIn([line('SETTLED', 1, null)], now)).toBeUndefined();
  for (const event of ['LISTED', 'TRANSFERRED', 'SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED'])
    expect(lastAuctionIn([line(event, 1), line('SETTLED', 2)], now)).toBeUndefined();
});
