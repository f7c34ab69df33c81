import { describe, expect, it } from 'vitest';
import { runOracle } from './oracle.ts';

/** `npm run sim -- oracle` runs as many as one likes; a seed named here replays with `npm run sim -- oracle 1 110 <seed>`. */
const SEEDS = [1, 2];
const ORDERS = 110;

describe('what the marketplace calls ACTIVE is what the chain would fill, one block later', () => {
  it.each(SEEDS)(
    'after whatever happens to random offers (seed %i)',
    async (seed) => {
      const { differences, orders, comparisons, stricter, story } = await runOracle(seed, ORDERS);
      expect(differences, `seed ${seed}\n${story.slice(-20).join('\n')}`).toEqual([]);
      expect(orders).toBeGreaterThanOrEqual(ORDERS);
      expect(comparisons).toBeGreaterThan(orders);
      // The seed did come to where the product is stricter than the chain.
      expect(stricter.LEFT_AND_RETURNED + stricter.CANCEL_ASKED).toBeGreaterThan(0);
    },
    300_000,
  );
});
