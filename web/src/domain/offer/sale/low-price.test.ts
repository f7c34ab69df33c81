import type { Prices } from '@skarb/schema/price';
import { describe, expect, it } from 'vitest';
import { shareBelowUsual, type UsualPrice } from './low-price.ts';

const prices = { eth: { usd: '3000' }, pol: { usd: '0.5' } } as Prices;
const floor = (price: string, currency = 'ETH'): UsualPrice => ({ from: 'floor', price, currency });
const slip = (price: string, currency: string, usual: UsualPrice | null, rates: Prices | undefined = prices) =>
  shareBelowUsual({ price, currency }, currency === 'USDC' ? 6 : 18, usual, rates);

describe('a price beside the usual one', () => {
  it('is suspicious below half of it, and not from half of it on', () => {
    expect(slip('0.49', 'ETH', floor('1'))).toBeCloseTo(0.51);
    expect(slip('0.5', 'ETH', floor('1'))).toBeNull();
    expect(slip('100', 'ETH', floor('1'))).toBeNull();
  });

  it('is never shown as 100 % lower', () => {
    expect(slip('0.000000000000000001', 'ETH', floor('444'))).toBe(0.9999);
  });

  it('is converted at the current rates if the currencies differ', () => {
    // 5 POL are 2.50 dollars, 5 ETH are 15,000.
    expect(slip('5', 'POL', floor('5'))).toBeCloseTo(1 - 2.5 / 15_000);
    expect(slip('3000', 'USDC', floor('1'))).toBeNull();
    expect(slip('1', 'USDC', floor('1'))).toBeCloseTo(1 - 1 / 3000);
  });

  it('needs no rate in the same currency, and is not compared without rates in another', () => {
    const unknown = { eth: {}, pol: {} } as Prices;
    expect(slip('0.1', 'POL', floor('1', 'POL'), unknown)).toBeCloseTo(0.9);
    expect(slip('1', 'USDC', floor('5'), unknown)).toBeNull();
    expect(shareBelowUsual({ price: '1', currency: 'USDC' }, 6, floor('5'), undefined)).toBeNull();
    expect(slip('1', 'DOGE', floor('5'))).toBeNull();
  });

  it('is not suspicious if it is invalid or there is no usual price', () => {
    for (const price of ['', '0', '1,234', 'x']) expect(slip(price, 'ETH', floor('1'))).toBeNull();
    expect(slip('0.1', 'ETH', null)).toBeNull();
  });
});
