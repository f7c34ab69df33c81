import { expect, it } from 'vitest';
import { breakdown, endOf, priceWrong, saleForm } from './trade.form.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const form = saleForm({ decimalsOf: () => 6, maxQuantity: 10, now: () => NOW });
const right = { price: '1.25', currencyUuid: 'c', quantity: '1', term: 'none' as const, endsAt: '' };
const problems = (change: Partial<Record<keyof typeof right, string>>) => {
  const parsed = form.safeParse({ ...right, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
};

it('takes a right sale', () => expect(problems({})).toEqual([]));

it.each([
  ['', 'required'],
  ['0', 'priceZero'],
  ['0.000000', 'priceZero'],
  ['1.1234567', 'priceDecimals'],
  ['abc', 'price'],
  ['-1', 'price'],
  ['1e5', 'price'],
])('refuses the price "%s": %s', (price, word) => expect(problems({ price })).toEqual([`price: ${word}`]));

it.each([
  ['', 'required'],
  ['0', 'quantityMin'],
  ['11', 'quantityMax'],
])('refuses the quantity "%s" of ten: %s', (quantity, word) =>
  expect(problems({ quantity })).toEqual([`quantity: ${word}`]),
);

it('collects what is wrong in every field', () =>
  expect(problems({ price: '', quantity: '99', term: 'custom', endsAt: '2020-01-01T00:00' })).toEqual([
    'price: required',
    'quantity: quantityMax',
    'endsAt: endPast',
  ]));

it('counts the fee and the royalty of one unit, then multiplies, with nothing lost', () => {
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

it('shows no breakdown while the price is not one', () => expect(breakdown('1,', 18, 0, 1)).toBeNull());
it('allows trailing zeros beyond the currency’s decimals', () => expect(priceWrong('1.50000000', 6)).toBeUndefined());

it('knows when a sale ends', () => {
  expect(endOf('none', '', NOW)).toBeUndefined();
  expect(endOf('7', '', NOW)).toBe('2026-11-28T10:00:00.000Z');
});
