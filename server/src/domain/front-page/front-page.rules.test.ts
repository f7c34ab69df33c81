import { expect, it } from 'vitest';
import { leadingAuction } from './front-page.rules.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const auction = (tokenUuid: string, bidCount: number, minutes: number, isAlone = false) => ({
  tokenUuid,
  bidCount,
  endsAt: at(minutes),
  isAlone,
});

it('the auction with the most bids leads, the next to end of equal ones', () => {
  const auctions = [auction('none', 0, 30), auction('late', 4, 90), auction('soon', 4, 60), auction('over', 9, 4)];
  expect(leadingAuction(auctions, NOW)?.tokenUuid).toBe('soon');
  expect(leadingAuction([auction('none', 0, 30), auction('over', 9, 4)], NOW)).toBeUndefined();
});

it('an auction of the only work of a collection does not lead, whatever is bid', () => {
  expect(leadingAuction([auction('alone', 40, 60, true), auction('one of several', 1, 90)], NOW)?.tokenUuid).toBe(
    'one of several',
  );
  expect(leadingAuction([auction('alone', 40, 60, true)], NOW)).toBeUndefined();
});
