import { expect, it } from 'vitest';
import { gainsOf, isInformative, ranksOf, type PropertyName } from './rarity.rules.ts';

const property = (name: string, tokens: number, values: number, hasHash = false): PropertyName => ({
  name,
  tokens,
  values,
  hasHash,
});

it('a value is worth −log2 of its share, less what the absence of its property is worth', () => {
  // 32 tokens: 16 red, 8 blue, 8 without a colour; 31 plain, 1 with a frame.
  const gains = gainsOf(
    32,
    [property('Colour', 24, 2), property('Frame', 32, 2)],
    [
      { name: 'Colour', value: 'red', count: 16 },
      { name: 'Colour', value: 'blue', count: 8 },
      { name: 'Frame', value: 'plain', count: 31 },
      { name: 'Frame', value: 'gilded', count: 1 },
    ],
  );
  expect(gains.map(({ value, gain }) => [value, gain])).toEqual([
    // −log2(16/32) − −log2(8/32) = 1 − 2
    ['red', -1],
    ['blue', 0],
    // −log2(31/32): every token has a frame, so none is worth anything for lacking one.
    ['plain', expect.closeTo(0.0458, 4)],
    ['gilded', 5],
  ]);
});

it('properties that identify a token do not count', () => {
  expect(isInformative(property('Colour', 40, 20))).toBe(true);
  expect(isInformative(property('Colour', 40, 21))).toBe(false);
  expect(isInformative(property('Genes', 40, 2, true))).toBe(false);
  expect(isInformative(property('Matron', 40, 4))).toBe(false);
  expect(isInformative(property('Serial', 300_000, 1001))).toBe(false);
});

it('a collection of 19 tokens has no ranks', () => {
  const values = [{ name: 'Colour', value: 'red', count: 1 }];
  expect(gainsOf(19, [property('Colour', 19, 2)], values)).toEqual([]);
  expect(gainsOf(20, [property('Colour', 20, 2)], values)).toHaveLength(1);
});

it('equal scores share a rank, and the next one counts them', () => {
  expect([...(ranksOf(Float64Array.of(2, 5, 2 + 1e-9, 0, 5)) ?? [])]).toEqual([3, 1, 3, 5, 1]);
});

it('nothing is rare where all scores are equal', () => {
  expect(ranksOf(Float64Array.of(3, 3, 3))).toBeUndefined();
  expect(ranksOf(new Float64Array())).toBeUndefined();
});
