import { expect, it } from 'vitest';
import { changedQuery } from './use-page-parameters.ts';

it.each([
  ['sort=works%3ADESC&q=a', { sort: '' }, 'q=a'],
  ['q=a', { sort: 'works:DESC' }, 'q=a&sort=works%3ADESC'],
  ['kind=BID&kind=SALE', { kind: ['SALE'] }, 'kind=SALE'],
  ['kind=BID', { kind: ['SALE', 'BID'] }, 'kind=SALE&kind=BID'],
  ['kind=BID', { kind: [] }, ''],
  ['kind=BID', { kind: [''] }, ''],
  // Of another list than the one that was open for four pages.
  ['page=4&utm_source=x', { view: 'upcoming' }, 'utm_source=x&view=upcoming'],
])('%s with %o is %s', (query, change, expected) => {
  expect(changedQuery(new URLSearchParams(query), change).toString()).toBe(expected);
});
