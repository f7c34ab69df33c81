import { describe, expect, it } from 'vitest';
import { decideOfferEvent, type Draft, type OfferEvent, type PreviousPrice } from './notification.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const [maker, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const line = (more: Partial<OfferEvent>): OfferEvent => ({
  historyUuid: 'h',
  event: 'LISTED',
  tokenUuid: 't',
  offerUuid: 'o',
  offerType: 'SALE',
  offerStatus: 'ACTIVE',
  isOver: false,
  isEdition: false,
  isNewest: true,
  startsAt: null,
  maker,
  from: maker,
  to: null,
  txHash: null,
  price: 5n,
  currencyUuid: 'weth',
  quantity: 1,
  createdAt: now,
  ...more,
});
const previous = (more: Partial<PreviousPrice> = {}): PreviousPrice => ({
  isCheapest: true,
  nowEth: 5n,
  before: { eth: 8n, price: 8n, currencyUuid: 'weth' },
  ...more,
});
/** Without the notice to followers, which each listing has. */
const decide = (more: Partial<OfferEvent>, before?: PreviousPrice, at = now) => {
  const decision = decideOfferEvent(line(more), before, at);
  return Array.isArray(decision) ? decision.filter(({ audience }) => audience !== 'followers') : decision;
};
const kinds = (decision: ReturnType<typeof decide>) =>
  (decision as Draft[]).map(({ kind, audience }) => [kind, audience]);

describe('a lower price', () => {
  it('notifies likers with the previous price if both have one currency', () => {
    expect(decide({}, previous())).toMatchObject([
      { kind: 'PRICE_DROP', audience: 'likers', actor: maker, oldPrice: 8n },
    ]);
    const before = { eth: 8n, price: 30_000n, currencyUuid: 'usdc' };
    expect(decide({}, previous({ before }))).toMatchObject([{ kind: 'PRICE_DROP', oldPrice: null }]);
  });

  it('sends nothing without a higher previous price, or when another listing is cheaper', () => {
    for (const before of [
      previous({ before: null }),
      previous({ nowEth: 8n }),
      previous({ isCheapest: false }),
      undefined,
    ])
      expect(decide({}, before)).toEqual([]);
  });

  it('waits for the listing’s start, and for the old order’s cancellation on chain', () => {
    const startsAt = new Date('2026-11-22T00:00:00Z');
    expect(decide({ offerStatus: 'SCHEDULED', startsAt }, previous())).toEqual({
      later: new Date('2026-11-22T00:00:01Z'),
    });
    expect(decide({ event: 'EDITED', offerStatus: 'CANCELLING' }, previous())).toEqual({
      later: new Date(+now + 3000),
    });
    const createdAt = new Date('2026-11-19T12:00:00Z');
    expect(decide({ event: 'EDITED', offerStatus: 'CANCELLING', createdAt }, previous())).toEqual([]);
  });

  it('sends nothing when the listing is no longer active or a later edit replaced it', () => {
    for (const offerStatus of ['SOLD', 'CANCELLED', 'INVALID', 'EXPIRED'] as const)
      expect(decide({ offerStatus }, previous())).toEqual([]);
    expect(decide({ isNewest: false }, previous())).toEqual([]);
    expect(decide({ event: 'EDITED', offerType: 'AUCTION' }, previous())).toEqual([]);
  });
});

it('a listing and an auction notify followers; a changed price and a listing that waits do not', () => {
  const followed = (more: Partial<OfferEvent>) => {
    const decision = decideOfferEvent(line(more), undefined, now);
    return Array.isArray(decision) && decision.some(({ audience }) => audience === 'followers');
  };
  expect(followed({})).toBe(true);
  expect(followed({ event: 'AUCTION_CREATED', offerType: 'AUCTION' })).toBe(true);
  expect(followed({ event: 'EDITED' })).toBe(false);
  expect(followed({ offerStatus: 'SCHEDULED', startsAt: new Date(+now + 1000) })).toBe(false);
});

describe('bids', () => {
  it('notify the token’s holders while the bid is active', () => {
    expect(kinds(decide({ event: 'BID', offerType: 'BID' }))).toEqual([['OFFER_RECEIVED', 'holders']]);
    expect(decide({ event: 'BID', offerType: 'BID', offerStatus: 'INVALID' })).toEqual([]);
  });

  it('of one bidder for one token share one mail key a day, with another when the price doubles', () => {
    const mail = (price: bigint, at = now, offerUuid = 'o') =>
      (decide({ event: 'BID', offerType: 'BID', price, offerUuid }, undefined, at) as Draft[])[0]?.occurrence;
    expect(mail(5n, now, 'another')).toBe(mail(4n));
    expect(mail(8n)).not.toBe(mail(4n));
    expect(mail(4n, new Date(+now + 86_400_000))).not.toBe(mail(4n));
  });

  it('in an auction notify its seller and the previous highest bidder', () => {
    expect(kinds(decide({ event: 'BID', offerType: 'AUCTION', from: other }))).toEqual([['OFFER_RECEIVED', 'maker']]);
    expect(decide({ event: 'OUTBID', offerType: 'AUCTION', from: other, to: maker })).toMatchObject([
      { kind: 'OUTBID', audience: { wallet: maker }, actor: other },
    ]);
  });
});

describe('the mail key of a sale', () => {
  it('ignores the transaction for a unique token sold to the same buyer, but not for an edition', () => {
    const mail = (txHash: string, isEdition: boolean, to = other) =>
      (decide({ event: 'SOLD', to, txHash, isEdition }) as Draft[]).map(({ occurrence }) => occurrence);
    expect(mail('0x1', false)).toEqual(mail('0x2', false));
    expect(mail('0x1', false)).not.toEqual(mail('0x1', false, maker));
    expect(mail('0x1', true)).not.toEqual(mail('0x2', true));
  });
});

it('an auction without bids notifies only its seller; one with a winner notifies both, and who else has bid', () => {
  const settled = { event: 'SETTLED', offerType: 'AUCTION' } as const;
  expect(kinds(decide({ ...settled, price: null }))).toEqual([['OFFER_EXPIRED', 'maker']]);
  expect(kinds(decide({ ...settled, to: other }))).toEqual([
    ['SOLD', 'maker'],
    ['WON', { wallet: other }],
    ['LOST', 'bidders'],
  ]);
  expect(decide({ ...settled, to: other })).toContainEqual({
    kind: 'LOST',
    audience: 'bidders',
    actor: other,
    occurrence: 'o',
  });
});

it('a sale matched by a third party, which names no buyer, notifies its seller', () => {
  expect(kinds(decide({ event: 'SOLD', to: null }))).toEqual([['SOLD', 'maker']]);
});
