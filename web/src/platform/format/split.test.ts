import { splitPrice, fromBaseUnits } from '@skarb/schema/money';
import { expect, it } from 'vitest';
import { formatsOf } from './format.ts';
import { splitShown, timesOf } from './split.ts';

it.each([
  ['1.25', ['1.0625', '0.0625', '0.125'], ['1.0625', '0.0625', '0.1250']],
  ['0.33333', ['0.283331', '0.016666', '0.033333'], ['0.2833', '0.0167', '0.0333']],
  // Rounded separately, the parts would add up to 0.0010.
  ['0.0011', ['0.00095', '0.00005', '0.0001'], ['0.0010', '0.0000', '0.0001']],
  ['12', ['10.8', '0', '1.2'], ['10.8000', '0.0000', '1.2000']],
  ['0.00001', ['0.000009', '0', '0.000001'], ['0.0000', '0.0000', '0.0000']],
])('%s is shown as parts that add up', (sum, parts, shown) => expect(splitShown(sum, parts)).toEqual(shown));

it('adds up for any price, fee and royalty, and changes each part by less than 0.0001', () => {
  // A fixed generator instead of Math.random: each run tests the same prices.
  let seed = 12_345n;
  const next = (below: bigint) => (seed = (seed * 6_364_136_223_846_793_005n + 1n) % 2n ** 64n) % below;
  const { amount } = formatsOf('en');
  const tenThousandths = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 10_000);
  for (let round = 0; round < 5_000; round++) {
    const price = 10n ** 14n + next(10n ** (15n + next(6n)));
    const { marketplace, royalty, sellerReceives } = splitPrice(price, 1_000, Number(next(5_001n)));
    const [sum, ...parts] = [price, sellerReceives, royalty, marketplace].map((units) => fromBaseUnits(units, 18));
    const shown = splitShown(sum as string, parts);
    const total = shown.reduce((all, part) => all + tenThousandths(part), 0);
    expect(total).toBe(tenThousandths(amount(sum as string)));
    parts.forEach((part, index) => expect(Math.abs(Number(part) - Number(shown[index]))).toBeLessThan(0.0001 + 1e-9));
  }
});

it.each([
  ['0.18', 3, '0.54'],
  ['0.25', 4, '1'],
  ['0.000000000000000001', 7, '0.000000000000000007'],
  ['45', 2, '90'],
  ['1.5', 0, '0'],
])('%s times %i is exactly %s', (amount, count, product) => expect(timesOf(amount, count)).toBe(product));
