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
const asked = (more: Partial<PreviousPrice> = {}): PreviousPrice => ({
  isCheapest: true,
  nowEth: 5n,
  before: { eth: 8n, price: 8n, currencyUuid: 'weth' },
  ...more,
});
const told = (more: Partial<OfferEvent>, before?: PreviousPrice, at = now) => decideOfferEvent(line(more), before, at);
const kinds = (decision: ReturnType<typeof told>) =>
  (decision as Draft[]).map(({ kind, audience }) => [kind, audience]);

describe('a lower price', () => {
  it('is told with the one before, where both are in one currency', () => {
    expect(told({}, asked())).toMatchObject([{ kind: 'PRICE_DROP', audience: 'likers', actor: maker, oldPrice: 8n }]);
    const before = { eth: 8n, price: 30_000n, currencyUuid: 'usdc' };
    expect(told({}, asked({ before }))).toMatchObject([{ kind: 'PRICE_DROP', oldPrice: null }]);
  });

  it('is none where nothing or no more was asked before, or where a copy is cheaper still', () => {
    for (const before of [asked({ before: null }), asked({ nowEth: 8n }), asked({ isCheapest: false }), undefined])
      expect(told({}, before)).toEqual([]);
  });

  it('waits for its start, and for the old terms’ end on the chain', () => {
    const startsAt = new Date('2026-11-22T00:00:00Z');
    expect(told({ offerStatus: 'SCHEDULED', startsAt }, asked())).toEqual({ later: new Date('2026-11-22T00:00:01Z') });
    expect(told({ event: 'EDITED', offerStatus: 'CANCELLING' }, asked())).toEqual({ later: new Date(+now + 3000) });
    const createdAt = new Date('2026-11-19T12:00:00Z');
    expect(told({ event: 'EDITED', offerStatus: 'CANCELLING', createdAt }, asked())).toEqual([]);
  });

  it('is not told where it no longer stands, or newer terms took its place', () => {
    for (const offerStatus of ['SOLD', 'CANCELLED', 'INVALID', 'EXPIRED'] as const)
      expect(told({ offerStatus }, asked())).toEqual([]);
    expect(told({ isNewest: false }, asked())).toEqual([]);
    expect(told({ event: 'EDITED', offerType: 'AUCTION' }, asked())).toEqual([]);
  });
});

describe('bids', () => {
  it('are told to who holds the work while they stand', () => {
    expect(kinds(told({ event: 'BID', offerType: 'BID' }))).toEqual([['OFFER_RECEIVED', 'holders']]);
    expect(told({ event: 'BID', offerType: 'BID', offerStatus: 'INVALID' })).toEqual([]);
  });

  it('of one bidder for one work are one mail a day, and one more for twice as much', () => {
    const mail = (price: bigint, at = now, offerUuid = 'o') =>
      (told({ event: 'BID', offerType: 'BID', price, offerUuid }, undefined, at) as Draft[])[0]?.happening;
    expect(mail(5n, now, 'another')).toBe(mail(4n));
    expect(mail(8n)).not.toBe(mail(4n));
    expect(mail(4n, new Date(+now + 86_400_000))).not.toBe(mail(4n));
  });

  it('in an auction are told to its seller, and to who led before', () => {
    expect(kinds(told({ event: 'BID', offerType: 'AUCTION', from: other }))).toEqual([['OFFER_RECEIVED', 'maker']]);
    expect(told({ event: 'OUTBID', offerType: 'AUCTION', from: other, to: maker })).toMatchObject([
      { kind: 'OUTBID', audience: { wallet: maker }, actor: other },
    ]);
  });
});

describe('what was mailed', () => {
  it('is the same for a single piece sold to the same buyer in another transaction, and another for an edition’s next copy', () => {
    const mail = (txHash: string, isEdition: boolean, to = other) =>
      (told({ event: 'SOLD', to, txHash, isEdition }) as Draft[]).map(({ happening }) => happening);
    expect(mail('0x1', false)).toEqual(mail('0x2', false));
    expect(mail('0x1', false)).not.toEqual(mail('0x1', false, maker));
    expect(mail('0x1', true)).not.toEqual(mail('0x2', true));
  });
});

it('an auction that ends without a bid is told to its seller alone', () => {
  const settled = { event: 'SETTLED', offerType: 'AUCTION' } as const;
  expect(kinds(told({ ...settled, price: null }))).toEqual([['OFFER_EXPIRED', 'maker']]);
  expect(kinds(told({ ...settled, to: other }))).toEqual([
    ['SOLD', 'maker'],
    ['WON', { wallet: other }],
  ]);
});

it('a sale matched by others, which names no buyer, is told to its seller', () => {
  expect(kinds(told({ event: 'SOLD', to: null }))).toEqual([['SOLD', 'maker']]);
});
