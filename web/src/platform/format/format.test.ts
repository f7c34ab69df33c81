import { expect, it, onTestFinished, vi } from 'vitest';
import { formatsOf } from './format.ts';

const en = formatsOf('en');
const ukr = formatsOf('ukr');
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it('shows amounts with up to four decimals in the language’s form', () => {
  expect(en.amount('1234.56789')).toBe('1,234.5679');
  expect(plain(ukr.amount('1234.56789'))).toBe('1 234,5679');
  expect(en.amount('0')).toBe('0');
  expect(en.amount('2.50')).toBe('2.5');
});

it('writes dollars with their sign in both languages', () => {
  expect(en.usd(3306.5)).toBe('$3,306.50');
  expect(plain(ukr.usd(3306.5))).toBe('3 306,50 $');
});

it('rounds a minimum up and a maximum down', () => {
  expect(en.amountUp('0.12341')).toBe('0.1235');
  expect(plain(ukr.amountUp('0.00000001'))).toBe('0,0001');
  expect(en.amountDown('0.12349')).toBe('0.1234');
  expect(en.amountUp('0.5')).toBe('0.5');
});

it('never shows a positive amount as zero', () => expect(en.amount('0.00000001')).toBe('< 0.0001'));

it('writes an exact amount with all its digits in the language’s form', () => {
  expect(en.exact('1234.567890123456789012')).toBe('1,234.567890123456789012');
  expect(plain(ukr.exact('0.12344999'))).toBe('0,12344999');
  expect(en.exact('0.000000000000000001')).toBe('0.000000000000000001');
  expect(en.exact('2.50')).toBe('2.5');
});

it('writes a number that is no amount as it is: below zero, a year, or very small', () => {
  expect(['-3.5', '1999', '0.00000001'].map(en.plain)).toEqual(['-3.5', '1999', '0.00000001']);
  expect(ukr.plain('-3.5')).toBe('-3,5');
  expect(en.amount('-0.25')).toBe('-0.25');
});

it('loses no digit of a long amount', () =>
  expect(en.amount('123456789012345678.25')).toBe('123,456,789,012,345,678.25'));

it('formats the time since a moment in words', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(en.ago('2026-11-21T09:00:00Z', now)).toBe('3 hours ago');
  expect(ukr.ago('2026-11-21T09:00:00Z', now)).toBe('3 години тому');
  expect(ukr.ago('2026-11-16T12:00:00Z', now)).toBe('5 днів тому');
});

it('formats a duration in its largest unit', () => {
  expect([60, 300, 1800, 3600, 7200, 604_800].map(en.duration)).toEqual([
    '1 minute',
    '5 minutes',
    '30 minutes',
    '1 hour',
    '2 hours',
    '7 days',
  ]);
  expect([60, 300, 7200, 172_800].map((seconds) => plain(ukr.duration(seconds)))).toEqual([
    '1 хвилина',
    '5 хвилин',
    '2 години',
    '2 дні',
  ]);
});

it('a Ukrainian date keeps its year and the sign of the year on one line', () => {
  const { date, serverDateTime } = formatsOf('ukr');
  expect(date('2027-05-26T12:00:00Z', 'UTC')).toBe('26 трав. 2027\u00a0р.');
  expect(serverDateTime('2027-05-26T12:00:00Z')).toBe('26 трав. 2027\u00a0р., 12:00 UTC');
});

it.each([
  ['en-US', 'May 26, 2027'],
  ['en-GB', '26 May 2027'],
  ['uk-UA', '26 May 2027'],
])('a date in English is for a reader of %s as in their country', (language, shown) => {
  vi.stubGlobal('navigator', { language });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(formatsOf('en').date('2027-05-26T12:00:00Z', 'UTC')).toBe(shown);
});
