import type { Prices } from '@skarb/schema/price';
import { describe, expect, it } from 'vitest';
import { priceIn, suspiciousShare, type UsualPrice } from './price-slip.ts';

const prices = { eth: { usd: '3000' }, pol: { usd: '0.5' } } as Prices;
const floor = (price: string, currency = 'ETH'): UsualPrice => ({ from: 'floor', price, currency });
const asking = (price: string, currency = 'ETH'): UsualPrice => ({ from: 'asking', price, currency });
const share = (price: string, currency: string, usual: UsualPrice | null, rates: Prices | undefined = prices) =>
  suspiciousShare({ price, currency }, currency === 'USDC' ? 6 : 18, usual, rates);

describe('a price beside the usual one', () => {
  it('is suspicious below half of it, and not from half of it on', () => {
    expect(share('0.49', 'ETH', floor('1'))).toBeCloseTo(0.49);
    expect(share('0.5', 'ETH', floor('1'))).toBeNull();
    expect(share('100', 'ETH', floor('1'))).toBeNull();
  });

  it('is suspicious of a buyer above the asking price, and not up to it', () => {
    expect(share('4200', 'USDC', asking('420', 'USDC'))).toBeCloseTo(10);
    expect(share('420', 'USDC', asking('420', 'USDC'))).toBeNull();
    expect(share('1', 'USDC', asking('420', 'USDC'))).toBeNull();
  });

  it('is suspicious of a bidder above five times the next bid, and of an offer above ten times the floor price', () => {
    expect(share('5', 'ETH', { from: 'nextBid', price: '1', currency: 'ETH' })).toBeNull();
    expect(share('5.1', 'ETH', { from: 'nextBid', price: '1', currency: 'ETH' })).toBeCloseTo(5.1);
    expect(share('10', 'ETH', { from: 'floorOffered', price: '1', currency: 'ETH' })).toBeNull();
    expect(share('30001', 'USDC', { from: 'floorOffered', price: '1', currency: 'ETH' })).toBeCloseTo(10);
  });

  it('is converted at the current rates if the currencies differ', () => {
    // 5 POL are 2.50 dollars, 5 ETH are 15,000.
    expect(share('5', 'POL', floor('5'))).toBeCloseTo(2.5 / 15_000);
    expect(share('3000', 'USDC', floor('1'))).toBeNull();
    expect(share('1', 'USDC', floor('1'))).toBeCloseTo(1 / 3000);
    // 0.3 ETH are 900 dollars.
    expect(share('0.3', 'ETH', asking('420', 'USDC'))).toBeCloseTo(900 / 420);
    expect(share('0.14', 'ETH', asking('420', 'USDC'))).toBeNull();
  });

  it('needs no rate in the same currency, and is not compared without rates in another', () => {
    const unknown = { eth: {}, pol: {} } as Prices;
    expect(share('0.1', 'POL', floor('1', 'POL'), unknown)).toBeCloseTo(0.1);
    expect(share('1', 'USDC', floor('5'), unknown)).toBeNull();
    expect(suspiciousShare({ price: '1', currency: 'USDC' }, 6, floor('5'), undefined)).toBeNull();
    expect(share('1', 'DOGE', floor('5'))).toBeNull();
  });

  it('is not suspicious if it is invalid or there is no usual price', () => {
    for (const price of ['', '0', '1,234', 'x']) expect(share(price, 'ETH', floor('1'))).toBeNull();
    expect(share('0.1', 'ETH', null)).toBeNull();
  });
});

it('a price is exact in its own currency and about right in another; without a rate it is unknown', () => {
  expect(priceIn('ETH', floor('0.123456789'), undefined)).toBe('0.123456789');
  expect(Number(priceIn('USDC', floor('0.123456'), prices))).toBe(370.4);
  expect(Number(priceIn('ETH', asking('420', 'USDC'), prices))).toBe(0.14);
  expect(priceIn('USDC', floor('1'), undefined)).toBeUndefined();
  expect(priceIn('DOGE', floor('1'), prices)).toBeUndefined();
});
