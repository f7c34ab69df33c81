import { describe, expect, it } from 'vitest';
import type { Quote } from './price.ts';
import { isNewPoint, refusalOf } from './price.rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const ether = (value: number, minutesAgo = 0): Quote => ({
  asset: 'ETH',
  value,
  at: new Date(NOW - minutesAgo * MINUTE),
  source: 'test',
});

describe('a price is accepted', () => {
  it('within plausible limits only', () => {
    expect(refusalOf(ether(3200), undefined, NOW)).toBeUndefined();
    for (const value of [0, -1, 49, 200_001, Number.NaN, Number.POSITIVE_INFINITY])
      expect(refusalOf(ether(value), undefined, NOW)).toBe('outOfBounds');
    expect(refusalOf({ ...ether(42), asset: 'UAH' }, undefined, NOW)).toBeUndefined();
    expect(refusalOf({ ...ether(0.024), asset: 'UAH' }, undefined, NOW)).toBe('outOfBounds');
  });

  it('when it is fresh: crypto within an hour, bank rates over a long weekend', () => {
    expect(refusalOf(ether(3200, 59), undefined, NOW)).toBeUndefined();
    expect(refusalOf(ether(3200, 61), undefined, NOW)).toBe('tooOld');
    expect(refusalOf({ ...ether(0.9, 4 * 24 * 60), asset: 'EUR' }, undefined, NOW)).toBeUndefined();
    expect(refusalOf(ether(3200, -6), undefined, NOW)).toBe('fromTheFuture');
  });

  it('unless it jumps away from a price less than an hour old', () => {
    expect(refusalOf(ether(4159), ether(3200, 1), NOW)).toBeUndefined();
    expect(refusalOf(ether(4161), ether(3200, 1), NOW)).toBe('jump');
    expect(refusalOf(ether(2239), ether(3200, 59), NOW)).toBe('jump');
    expect(refusalOf(ether(2239), ether(3200, 60), NOW)).toBeUndefined();
  });
});

it('a price point is recorded when the price moves by 0.1 %, or every ten minutes', () => {
  expect(isNewPoint(ether(3200), undefined)).toBe(true);
  expect(isNewPoint(ether(3203), ether(3200, 1))).toBe(false);
  expect(isNewPoint(ether(3203.3), ether(3200, 1))).toBe(true);
  expect(isNewPoint(ether(3200), ether(3200, 10))).toBe(true);
  // Two workers that read the same round write one point.
  expect(isNewPoint(ether(3300), ether(3200))).toBe(false);
  expect(isNewPoint(ether(3300, 2), ether(3200, 1))).toBe(false);
});
