import { expect, it } from 'vitest';
import { centsDown, centsUp } from './card-sum.ts';

it('the least sum pays the least amount, and the most is not above the most amount', () => {
  expect(centsUp(31.0651)).toBe(31.07);
  expect(centsDown(31.0699)).toBe(31.06);
});

it('a sum of whole cents stays the same, whatever floats add to it', () => {
  const sums = Array.from({ length: 20_000 }, (_, cents) => cents / 100);
  const changed = sums.filter((sum) => [centsUp, centsDown].some((round) => round((sum / 1.035) * 1.035) !== sum));
  expect(changed).toEqual([]);
  expect(centsUp(0.3 * 2070)).toBe(621);
});
