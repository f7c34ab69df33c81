import { expect, it } from 'vitest';
import { usualMax } from './outliers.rules.ts';

it('a listing at a thousand times the usual price is an outlier, a price that rises is none', () => {
  expect(usualMax([1, 1.1, 1.2, 1.1, 1000])).toBeLessThan(1000);
  expect(usualMax([1, 2, 3, 4, 5, 6])).toBeGreaterThan(6);
  expect(usualMax([1, 1, 1, 1, 1, 5])).toBe(2);
});

it('of a few values none is an outlier', () => expect(usualMax([1, 1, 1, 99])).toBe(Number.POSITIVE_INFINITY));
