import { describe, expect, it } from 'vitest';
import { runOracle } from './oracle.ts';

/** `npm run test:all` runs five; a seed named here replays with `npm run sim -- oracle 1 70 <seed>`. */
const SEEDS = [1];
const ORDERS = 70;

describe('what the marketplace says of an offer or an auction is what the chain would do, one block later', () => {
  it.each(SEEDS)(
    'after whatever happens to them (seed %i)',
    async (seed) => {
      const { differences, orders, comparisons, stricter, auctionStates, story } = await runOracle(seed, ORDERS);
      expect(differences, `seed ${seed}\n${story.slice(-20).join('\n')}`).toEqual([]);
      expect(orders).toBeGreaterThanOrEqual(ORDERS);
      expect(comparisons).toBeGreaterThan(orders);
      // The seed did come to where the product is stricter than the chain.
      expect(auctionStates['ACTIVE with a bid']).toBeGreaterThan(10);
      expect(stricter.LEFT_AND_RETURNED + stricter.CANCEL_ASKED).toBeGreaterThan(0);
    },
    300_000,
  );

  it('and of a token’s life what the contract says, after strangers bred past the site', async () => {
    const { differences, lifeComparisons, story } = await runOracle(3, 20, 5);
    expect(differences, story.slice(-20).join('\n')).toEqual([]);
    expect(lifeComparisons).toBeGreaterThan(20);
    expect(story).toContain('bred past the site done');
  }, 600_000);
});
