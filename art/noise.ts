import type { Random } from '@skarb/server/breeding/art/random.ts';

/** A smooth function of the plane with values of about -1 to 1. */
export type Noise = (x: number, y: number) => number;

/** Gradient noise (Perlin's "improved noise" fade and a shuffled permutation) over a lattice of unit cells. */
export function createNoise(random: Random): Noise {
  const order = random.shuffle(Array.from({ length: 256 }, (_, i) => i));
  const table = new Uint8Array(512);
  for (let i = 0; i < 512; i++) table[i] = order[i & 255]!;
  const angles = new Float64Array(256);
  for (let i = 0; i < 256; i++) angles[i] = random.range(0, Math.PI * 2);
  const dot = (hash: number, x: number, y: number): number => {
    const angle = angles[hash]!;
    return Math.cos(angle) * x + Math.sin(angle) * y;
  };
  const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y) => {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    const xf = x - xi;
    const yf = y - yi;
    const hash = (i: number, j: number): number => table[table[(xi + i) & 255]! + ((yi + j) & 255)]!;
    const u = fade(xf);
    const v = fade(yf);
    const top = dot(hash(0, 0), xf, yf) * (1 - u) + dot(hash(1, 0), xf - 1, yf) * u;
    const bottom = dot(hash(0, 1), xf, yf - 1) * (1 - u) + dot(hash(1, 1), xf - 1, yf - 1) * u;
    return (top * (1 - v) + bottom * v) * 1.5;
  };
}

/** Sums octaves of a noise, each with twice the frequency and `gain` times the amplitude of the previous one. */
export function octaves(noise: Noise, count: number, gain = 0.5): Noise {
  return (x, y) => {
    let sum = 0;
    let strength = 1;
    let total = 0;
    let scale = 1;
    for (let i = 0; i < count; i++) {
      sum += strength * noise(x * scale + i * 17.3, y * scale - i * 9.1);
      total += strength;
      strength *= gain;
      scale *= 2;
    }
    return sum / total;
  };
}
