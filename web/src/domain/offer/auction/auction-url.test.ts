import { expect, it } from 'vitest';
import { auctionFilterOf, readAuctions, writeAuctions, type Auctions } from './auction-url.ts';

const category = '01990000-0000-7000-8000-00000000000a';

it('is read as it was written, without the defaults', () => {
  const all: Auctions[] = [
    { view: 'running', category: '' },
    { view: 'upcoming', category },
  ];
  expect(all.map((one) => writeAuctions(one))).toEqual(['', `?view=upcoming&category=${category}`]);
  expect(all.map((one) => readAuctions(new URLSearchParams(writeAuctions(one))))).toEqual(all);
  expect(readAuctions(new URLSearchParams('view=past&category=7'))).toEqual(all[0]);
});

it('asks for auctions by the time at which they turn next', () => {
  expect(auctionFilterOf({ view: 'running', category })).toEqual({
    state: ['AUCTION'],
    sortBy: 'endsAt:ASC',
    categoryUuid: [category],
  });
  expect(auctionFilterOf({ view: 'upcoming', category: '' }).state).toEqual(['UPCOMING']);
});
