import { expect, it } from 'vitest';
import { rankedTrades } from './testing-ranked-trades.ts';
import { changePercentOf } from './trending.rules.ts';

const sale = (tokenUuid: string, seller: string, buyer: string) => ({ tokenUuid, seller, buyer });

it('a trade counts unless it is within one person, or between two who sold the work to each other', () => {
  const trades = [
    sale('owl', 'ann', 'bob'),
    sale('owl', 'bob', 'cid'),
    sale('fox', 'ann', 'ann'),
    sale('hen', 'ann', 'bob'),
    sale('hen', 'bob', 'ann'),
    sale('hen', 'ann', 'bob'),
    sale('hen', 'bob', 'cid'),
    // Another work does not matter.
    sale('elk', 'bob', 'ann'),
  ];
  expect(rankedTrades(trades)).toEqual([trades[0], trades[1], trades[6], trades[7]]);
});

it('the same person may buy several units of an edition', () => {
  const trades = [sale('print', 'ann', 'bob'), sale('print', 'ann', 'bob')];
  expect(rankedTrades(trades)).toEqual(trades);
});

it('a change is in percent of the time before, and unknown when nothing was sold then', () => {
  expect([
    changePercentOf(150n, 100n),
    changePercentOf(1n, 3n),
    changePercentOf(0n, 5n),
    changePercentOf(5n, 0n),
  ]).toEqual([50, -66.6, -100, null]);
});
