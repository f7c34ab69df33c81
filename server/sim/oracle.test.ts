import { describe, expect, it } from 'vitest';
import { runOracle } from './oracle.ts';

/** `npm run test:all` runs five longer ones; `npm run sim -- oracle 1 25 <seed>` replays a seed. */
const SEEDS = [1];
const ORDERS = 25;

describe("the marketplace's status of an offer or auction equals what the chain would do, one block later", () => {
  it.each(SEEDS)(
    'after random transfers, orders, cancellations and reorgs (seed %i)',
    async (seed) => {
      const { differences, orders, comparisons, stricter, auctionStates, story } = await runOracle(seed, ORDERS);
      expect(differences, `seed ${seed}\n${story.slice(-20).join('\n')}`).toEqual([]);
      expect(orders).toBeGreaterThanOrEqual(ORDERS);
      expect(comparisons).toBeGreaterThan(orders);
      // Checks that the seed reached cases in which the product is stricter than the chain.
      expect(auctionStates['ACTIVE with a bid']).toBeGreaterThan(10);
      expect(stricter.LEFT_AND_RETURNED + stricter.CANCEL_ASKED).toBeGreaterThan(0);
    },
    300_000,
  );

  it("and a token's breeding record equals the contract's, after breedings without the site", async () => {
    const { differences, lifeComparisons, story } = await runOracle(3, 14, 5);
    expect(differences, story.slice(-20).join('\n')).toEqual([]);
    expect(lifeComparisons).toBeGreaterThan(20);
    expect(story).toContain('bred past the site done');
  }, 600_000);
});
