import { expect, it } from 'vitest';
import {
  auctionEditForm,
  auctionForm,
  countsFrom,
  endOf,
  listingForm,
  priceWrong,
  saleForm,
  startOf,
} from './offer.form.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const form = saleForm({ decimalsOf: () => 6, maxQuantity: 10, now: () => NOW });
const right = { price: '1.25', currencyUuid: 'c', quantity: '1', term: 'none' as const, endsAt: '' };
const problems = (change: Partial<Record<keyof typeof right, string>>) => {
  const parsed = form.safeParse({ ...right, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
};

it('accepts a valid sale', () => expect(problems({})).toEqual([]));

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

it('reports the errors of all fields', () =>
  expect(problems({ price: '', quantity: '99', term: 'custom', endsAt: '2020-01-01T00:00' })).toEqual([
    'price: required',
    'quantity: quantityMax',
    'endsAt: endPast',
  ]));

it('reports an absurdly long price as too long, not as invalid', () =>
  expect([priceWrong('9'.repeat(15), 18), priceWrong('9'.repeat(16), 18)]).toEqual([undefined, 'priceHigh']));
it('allows trailing zeros beyond the currency’s decimals', () => expect(priceWrong('1.50000000', 6)).toBeUndefined());

it('an existing sale may last a year from its start, and must end after it', () => {
  const endProblem = (startsAt: string, endsAt: string) =>
    saleForm({ decimalsOf: () => 6, maxQuantity: 10, now: () => NOW, startsAt })
      .safeParse({ ...right, term: 'custom', endsAt })
      .error?.issues.map(({ message }) => message);
  const later = '2027-01-20T10:00:00Z';
  expect(endProblem(later, '2028-01-15T10:00Z')).toBeUndefined();
  expect(endProblem(later, '2028-01-21T10:00Z')).toEqual(['endFar']);
  expect(endProblem(later, '2027-01-20T10:00Z')).toEqual(['endBeforeStart']);
  // Once it has begun, the server counts from now.
  expect(endProblem('2026-11-01T10:00:00Z', '2027-11-21T10:00Z')).toBeUndefined();
  expect(endProblem('2026-11-01T10:00:00Z', '2026-11-21T10:00Z')).toEqual(['endPast']);
});

it('counts days from the start, or from now if it has begun or starts at once', () => {
  expect(countsFrom('2027-01-20T10:00:00Z', NOW)).toBe(Date.parse('2027-01-20T10:00:00Z'));
  expect(countsFrom('2026-11-01T10:00:00Z', NOW)).toBe(NOW);
  expect([countsFrom(null, NOW), countsFrom(undefined, NOW)]).toEqual([NOW, NOW]);
});

it('refuses a year of five digits as too far', () =>
  expect(problems({ term: 'custom', endsAt: '20270-01-20T10:00' })).toEqual(['endsAt: endFar']));

it('calculates when a sale ends', () => {
  expect(endOf('none', '', NOW)).toBeUndefined();
  expect(endOf('7', '', NOW)).toBe('2026-11-28T10:00:00.000Z');
});

const listing = listingForm({ decimalsOf: () => 6, maxQuantity: 10, now: () => NOW });
it.each<[string, object, string | undefined]>([
  ['a start in a week', { startsAt: '2026-11-28T10:00Z' }, undefined],
  ['no start', { startsAt: '' }, 'startsAt: required'],
  ['a start in the past', { startsAt: '2026-11-20T10:00Z' }, 'startsAt: endPast'],
  ['a start in two years', { startsAt: '2028-11-20T10:00Z' }, 'startsAt: startFar'],
  ['a start in a year of five digits', { startsAt: '20270-01-20T10:00' }, 'startsAt: startFar'],
  [
    'an end before its start',
    { startsAt: '2026-11-28T10:00Z', term: 'custom', endsAt: '2026-11-27T10:00Z' },
    'endsAt: endBeforeStart',
  ],
  [
    'an end a year after its start',
    { startsAt: '2026-11-28T10:00Z', term: 'custom', endsAt: '2027-11-28T10:00Z' },
    undefined,
  ],
])('checks a listing with %s', (_, change, problem) => {
  const parsed = listing.safeParse({ ...right, start: 'custom', ...change });
  const issue = parsed.error?.issues[0];
  expect(issue && `${String(issue.path[0])}: ${issue.message}`).toBe(problem);
});
it('a listing starts at once unless a date is chosen', () => {
  expect(startOf({ start: 'now', startsAt: '2026-11-28T10:00Z' })).toBeUndefined();
  expect(startOf({ start: 'custom', startsAt: '2026-11-28T10:00Z' })).toBe('2026-11-28T10:00:00.000Z');
});

const auction = auctionForm({ decimalsOf: () => 18, maxQuantity: 1, now: () => NOW });
const bare = { ...right, term: '3' as const, start: 'now' as const, startsAt: '', increment: '5' };
const auctionProblems = (change: object) => {
  const parsed = auction.safeParse({ ...bare, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
};

it('accepts a valid auction', () => expect(auctionProblems({})).toEqual([]));

it.each<[string, object, string]>([
  ['no reserve', { price: '' }, 'price: required'],
  ['a reserve of zero', { price: '0' }, 'price: priceZero'],
  ['a bid increment of zero', { increment: '0' }, 'increment: increment'],
  ['a bid increment above 50 percent', { increment: '51' }, 'increment: increment'],
  ['an incomplete start', { start: 'custom' }, 'startsAt: required'],
  ['a start in the past', { start: 'custom', startsAt: '2020-01-01T00:00' }, 'startsAt: endPast'],
  ['an end in the past', { term: 'custom', endsAt: '2020-01-01T00:00' }, 'endsAt: endPast'],
  [
    'an end ten minutes after the start',
    { start: 'custom', startsAt: '2026-11-25T10:00Z', term: 'custom', endsAt: '2026-11-25T10:10Z' },
    'endsAt: endSoon',
  ],
  [
    'an end before its start',
    { start: 'custom', startsAt: '2026-11-25T10:00Z', term: 'custom', endsAt: '2026-11-24T10:00Z' },
    'endsAt: endBeforeStart',
  ],
  ['an end after 91 days', { term: 'custom', endsAt: '2027-02-20T10:00Z' }, 'endsAt: auctionFar'],
  ['an end in a year of five digits', { term: 'custom', endsAt: '20270-01-20T10:00' }, 'endsAt: auctionFar'],
])('refuses an auction with %s', (_, change, problem) => expect(auctionProblems(change)).toEqual([problem]));

it('validates a changed end against the auction’s start, and allows an earlier end', () => {
  const startsAt = Date.parse('2026-11-25T10:00:00Z');
  const edit = auctionEditForm({ decimalsOf: () => 18, maxQuantity: 1, now: () => NOW, startsAt });
  const endProblem = (endsAt: string) => {
    const parsed = edit.safeParse({ ...right, term: 'custom', endsAt });
    return parsed.success ? undefined : parsed.error.issues[0]?.message;
  };
  expect(endProblem('2026-11-25T09:00:00Z')).toBe('endBeforeStart');
  expect(endProblem('2026-11-25T10:05:00Z')).toBeUndefined();
  expect(endProblem('2027-02-23T10:00:00Z')).toBeUndefined();
  expect(endProblem('2027-02-23T10:01:00Z')).toBe('auctionFar');
});

it('counts an auction’s days from its start', () =>
  expect(endOf('3', '', Date.parse('2026-11-25T10:00:00Z'))).toBe('2026-11-28T10:00:00.000Z'));

it('enforces the lowest price to the base unit', () => {
  expect(priceWrong('1.05', 18, '1.05')).toBeUndefined();
  expect(priceWrong('1.049999999999999999', 18, '1.05')).toBe('priceMin');
});

it('reports a price that may mean two numbers', () => {
  expect(priceWrong('1,234', 18)).toBe('priceAmbiguous');
  expect(priceWrong('1.234', 18)).toBeUndefined();
});
