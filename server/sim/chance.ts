import { randomOf } from '../src/domain/token/testing-catalogue.ts';

/** All randomness of a simulation: the same seed gives the same sequence of choices. */
export const chanceOf = (seed: number) => {
  const next = randomOf(seed);
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    /** An integer from `low` to `high`, both included. */
    between: (low: number, high: number) => low + below(high - low + 1),
    is: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T | undefined => items[below(items.length)],
    /** One of the keys, with a probability proportional to its weight. */
    weighed: <K extends string>(weights: Record<K, number>): K => {
      const entries = Object.entries(weights) as [K, number][];
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) if ((at -= weight) < 0) return key;
      return (entries.at(-1) as [K, number])[0];
    },
    shuffle: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => [next(), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
};
export type Chance = ReturnType<typeof chanceOf>;
