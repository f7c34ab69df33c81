import { expect, it } from 'vitest';
import { decimalAsTyped, parseDecimal } from './decimal-text.ts';

it.each([
  ['1.25', '1.25'],
  ['1,25', '1.25'],
  ['0,5', '0.5'],
  [',5', '0.5'],
  ['1.', '1'],
  ['007', '7'],
  ['1.500', '1.5'],
  ['', ''],
])('reads %j as %j', (typed, value) => expect(parseDecimal(typed)).toBe(value));

it.each(['1,000', '1.000', '0,001', '12,345'])('never multiplies a price by a thousand: %s', (typed) => {
  expect(Number(parseDecimal(typed))).toBe(Number(typed.replace(',', '.')));
});

it.each([
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1 234,5', '1234.5'],
  ['1\u00a0234,5', '1234.5'],
])('reads the last of two different marks as the decimal point: %s', (typed, value) =>
  expect(parseDecimal(typed)).toBe(value),
);

it.each(['1.2.3', '1,2,3', '1,000,000', '12,34.5', 'abc', '1e5', '-1', '.', '+5'])(
  'refuses %j instead of guessing',
  (typed) => expect(parseDecimal(typed)).toBeNull(),
);

it('refuses more decimals than the currency has', () => {
  expect(parseDecimal('1.123456', 6)).toBe('1.123456');
  expect(parseDecimal('1.1234567', 6)).toBeNull();
});

it('loses no digit of a long amount', () =>
  expect(parseDecimal('123456789012345678.123456789012345678')).toBe('123456789012345678.123456789012345678'));

it('formats a value as the language writes it', () => {
  expect(decimalAsTyped('1.25', 'ukr')).toBe('1,25');
  expect(decimalAsTyped('1.25', 'en')).toBe('1.25');
});

it.each(['1,234', '12,000', '999,999', ' 1,234 '])(
  'asks instead of guessing if the comma could separate thousands: %j',
  (typed) => expect(parseDecimal(typed, 18, true)).toBeNull(),
);

it.each([
  ['1.234', '1.234'],
  ['0,123', '0.123'],
  ['1,25', '1.25'],
  ['1,2345', '1.2345'],
  ['1,234.5', '1234.5'],
  ['1234', '1234'],
])('asks nothing about the unambiguous %j', (typed, value) => expect(parseDecimal(typed, 18, true)).toBe(value));
