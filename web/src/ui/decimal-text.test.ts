import { expect, it } from 'vitest';
import { amountAfter, decimalAsTyped, parseDecimal, parseNumber } from './decimal-text.ts';

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

it.each([
  ['-2,5', '-2.5'],
  ['−1 234.5', '-1234.5'],
  ['7', '7'],
  ['-', null],
  ['--1', null],
])('reads %j as the number %j, which may be below zero', (typed, value) => expect(parseNumber(typed)).toBe(value));

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

it.each([
  ['1,000,000', 18, '1000000'],
  ['1,234,567.5', 18, '1234567.5'],
  ['1,234', 0, '1234'],
  ['1,2345', 0, null],
  ['1.5', 0, null],
])('reads groups of thousands that nothing else can be: %j with %i decimals', (typed, decimals, value) =>
  expect(parseDecimal(typed, decimals, true)).toBe(value),
);

const pasted = (text: string, groupsByComma = false) =>
  amountAfter('', text, { inputType: 'insertFromPaste', data: null }, groupsByComma);

it.each([
  ['0.5', '0.5'],
  [' 12 \n', '12'],
  ['1 234,50 ₴', '1 234,50'],
  ['1\u202f234,50\u00a0грн.', '1\u202f234,50'],
  ['€12.30', '12.30'],
  ['0.05 ETH', '0.05'],
  ['10USDC', '10'],
  ['5 %', '5'],
  ["1'234.5", "1'234.5"],
])('takes a pasted amount without its currency: %j', (text, taken) => expect(pasted(text)).toBe(taken));

it.each([
  '-1',
  '−1',
  '-$5',
  '$-5',
  '+5',
  '1e3',
  '0x10',
  '12abc',
  '5 mln',
  '5 тис',
  '1k',
  '1/2',
  '1-2',
  '(5)',
  '1.2.3',
  '1 5',
  '12 3456',
  'ETH',
  '  ',
  'ten',
  '9'.repeat(41),
])('refuses a pasted %j instead of making another amount of it', (text) =>
  expect([pasted(text), pasted(text, true)]).toEqual([null, null]),
);

it.each(['1,234', '1,000,000', '1,234,567.5'])('takes %s pasted by a reader whose language groups so', (text) =>
  expect(pasted(text, true)).toBe(text),
);

it.each([
  ['1', 'e', '1'],
  ['1', '$', '1'],
  ['1', '-', '1'],
  ['1', ',', '1,'],
  ['1.2', '.', '1.2.'],
  ['1', ' ', '1 '],
  ['', '-', '-'],
  ['-', '1', '-1'],
  ['9'.repeat(40), '9', '9'.repeat(40)],
])('after %j takes the typed %j only if it belongs to a number, or is its minus', (before, data, text) =>
  expect(amountAfter(before, before + data, { inputType: 'insertText', data }, false)).toBe(text),
);

it('lets any part of a text be deleted', () =>
  expect(amountAfter('1,234,567.5', '1,234,5675', { inputType: 'deleteContentBackward', data: null }, true)).toBe(
    '1,234,5675',
  ));
