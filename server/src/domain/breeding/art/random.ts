/**
 * A small seeded generator, so that a seed always draws the same picture on every machine.
 * Core: sfc32 by Chris Doty-Humphrey (PractRand), seeded through splitmix32.
 */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** A float in [from, to). */
  range(from: number, to: number): number;
  /** An integer in [from, to], both ends included. */
  int(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items, all equally likely. */
  pick<T>(items: readonly T[]): T;
  /** One of the items by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
  /** A normally distributed float (Box–Muller). */
  gauss(mean?: number, deviation?: number): number;
  /** An independent generator for one part of a picture, so that changing one part leaves the others unchanged. */
  fork(label: string): Random;
}

function hashLabel(seed: number, label: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Makes a generator from an integer seed. */
export function createRandom(seed: number): Random {
  let mixed = seed >>> 0;
  const splitmix = (): number => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let t = mixed ^ (mixed >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  };
  let a = splitmix();
  let b = splitmix();
  let c = splitmix();
  let d = splitmix();

  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();

  const random: Random = {
    next,
    range: (from, to) => from + next() * (to - from),
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('pick from an empty list');
      return items[Math.floor(next() * items.length)]!;
    },
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items[items.length - 1]![0];
    },
    shuffle: (items) => {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
    gauss: (mean = 0, deviation = 1) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * next());
    },
    fork: (label) => createRandom(hashLabel(seed, label)),
  };
  return random;
}
