import { expect, it } from 'vitest';
import { timesOf } from './times.ts';

it.each([
  ['0.18', 3, '0.54'],
  ['0.25', 4, '1'],
  ['0.000000000000000001', 7, '0.000000000000000007'],
  ['45', 2, '90'],
  ['1.5', 0, '0'],
])('%s times %i is exactly %s', (amount, count, product) => expect(timesOf(amount, count)).toBe(product));
