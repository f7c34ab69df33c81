import { expect, it } from 'vitest';
import { pickFeatured } from './front-page.rules.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const auction = (tokenUuid: string, bidCount: number, minutes: number) => ({
  tokenUuid,
  bidCount,
  endsAt: at(minutes),
});
const work = (tokenUuid: string, favoriteCount: number, over: object = {}) => ({
  tokenUuid,
  favoriteCount,
  items: 5,
  owners: 3,
  createdAt: at(-10),
  ...over,
});

it('the auction with the most bids leads, the next to end of equal ones', () => {
  const auctions = [auction('none', 0, 30), auction('late', 4, 90), auction('soon', 4, 60), auction('over', 9, 4)];
  expect(pickFeatured(auctions, [work('liked', 7)], NOW)).toEqual({ reason: 'AUCTION', tokenUuid: 'soon' });
});

it('otherwise the most liked of the latest works leads, but none of a collection with one work or one holder', () => {
  const latest = [
    work('alone', 90, { items: 1 }),
    work('kept', 80, { owners: 1 }),
    work('first', 3),
    work('second', 2),
  ];
  expect(pickFeatured([auction('none', 0, 30)], latest, NOW)).toEqual({ reason: 'LIKED', tokenUuid: 'first' });
});

it('without any likes the newest leads; without a worthy work none does', () => {
  const latest = [work('older', 0, { createdAt: at(-20) }), work('newer', 0)];
  expect(pickFeatured([], latest, NOW)).toEqual({ reason: 'NEWEST', tokenUuid: 'newer' });
  expect(pickFeatured([], [work('alone', 9, { items: 1 })], NOW)).toBeUndefined();
});
