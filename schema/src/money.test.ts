import { describe, expect, it } from 'vitest';
import { brokenBound, splitPrice } from './money.ts';

it('fee and royalty of a unit are rounded down, and the seller receives the rest', () => {
  expect(splitPrice(9_999n, 1_000, 500)).toEqual({ marketplace: 999n, royalty: 499n, sellerReceives: 8_501n });
  expect(splitPrice(1n, 1_000, 1_000)).toEqual({ marketplace: 0n, royalty: 0n, sellerReceives: 1n });
});

describe('the bounds of an amount', () => {
  const bounds = { min: '0.00938', max: '3.12' };
  it.each([
    ['0.00938', undefined],
    ['0.009380000000000000', undefined],
    ['3.12', undefined],
    // Numbers that differ in the 18th decimal place, and are equal as floats.
    ['0.009379999999999999', 'min'],
    ['3.120000000000000001', 'max'],
    ['3.12000000000000000000000000001', 'max'],
    ['0', 'min'],
    ['4', 'max'],
  ] as const)('checks %s against the least and the most: %s', (amount, broken) => {
    expect(brokenBound(amount, bounds)).toBe(broken);
  });

  it('are compared as exact integers: amounts that are equal as floats differ', () => {
    expect(Number('9007199254740993') > Number('9007199254740992')).toBe(false);
    expect(brokenBound('9007199254740993', { min: '1', max: '9007199254740992' })).toBe('max');
  });

  it('may be exceeded by the tolerance in basis points, and by no more', () => {
    const five = (amount: string) => brokenBound(amount, { min: '100', max: '1000' }, 500);
    expect(['95', '1050', '94.999999999999999999', '1050.000000000000000001'].map(five)).toEqual([
      undefined,
      undefined,
      'min',
      'max',
    ]);
  });
});
