import { expect, it } from 'vitest';
import { breakdown } from './breakdown.rules.ts';

it('calculates the fee and the royalty of one unit, then multiplies, without losing a base unit', () => {
  expect(breakdown('1.25', 18, 7.5, 1)).toEqual({
    price: '1.25',
    marketplace: '0.125',
    royalty: '0.09375',
    sellerReceives: '1.03125',
  });
  // 333 base units: 33.3 and 24.975 are rounded down for each unit, not for the three together.
  expect(breakdown('0.000333', 6, 7.5, 3)).toEqual({
    price: '0.000999',
    marketplace: '0.000099',
    royalty: '0.000072',
    sellerReceives: '0.000828',
  });
});

it('counts the royalty of a creator who sells as theirs, and takes no less from the price', () => {
  expect(breakdown('0.05', 18, 10, 3, true)).toEqual({
    price: '0.15',
    marketplace: '0.015',
    royalty: '0.015',
    sellerReceives: '0.135',
  });
});

it('is null while the price is invalid', () => expect(breakdown('1,', 18, 0, 1)).toBeNull());
