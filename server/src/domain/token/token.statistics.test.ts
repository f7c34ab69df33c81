import { describe, expect, it } from 'vitest';
import { type Frequencies, priceShare } from './token.statistics.ts';

const frequenciesOf = (prices: Frequencies['prices']): Frequencies => ({
  tokens: 1000,
  shares: new Map(),
  rest: 0,
  prices,
  isByCode: true,
});
/** Half of all tokens are on sale: four fifths of these from 0 to 100, with half of them below 10, and a fifth at 50. */
const known = frequenciesOf({ bounds: [0, 10, 100], common: [50], shares: [0.1], absent: 0.5 });

describe('the share of what is on sale in a range of prices', () => {
  it.each([
    ['everything', 0, Infinity, 1],
    ['half of a part', 0, 5, 0.2],
    ['a part', 0, 10, 0.4],
    ['a frequent price', 50, 50, 0.2],
    ['a third of a part with a frequent price', 40, 70, 0.4 / 3 + 0.2],
    ['nothing', 101, Infinity, 0],
  ])('is that of the statistics: %s', (_what, least, most, share) => {
    expect(priceShare(known, least, most)).toBeCloseTo(share, 4);
  });

  it('is unknown before the first statistics', () => {
    expect(priceShare(frequenciesOf({ bounds: [], common: [], shares: [], absent: 1 }), 0, 1)).toBeUndefined();
  });
});
