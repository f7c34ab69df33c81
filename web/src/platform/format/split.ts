import { AMOUNT_DECIMALS_SHOWN } from '@skarb/schema/limits';

const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const unitsOf = (text: string, digits: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
};
const textOf = (units: bigint, digits: number): string => {
  const text = String(units).padStart(digits + 1, '0');
  return digits > 0 ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
};

/**
 * An amount multiplied by a count, without rounding. `schema/money` would bring the code of wallets into the first page's script.
 * @param amount decimal string
 */
export const timesOf = (amount: string, count: number): string => {
  let digits = digitsOf(amount);
  let units = unitsOf(amount, digits) * BigInt(count);
  for (; digits > 0 && units % 10n === 0n; digits--) units /= 10n;
  return textOf(units, digits);
};

/**
 * Rounds the parts of a sum so that the amounts shown add up to the sum shown (largest remainder method): rounds each
 * part down to the decimals shown, then gives the difference to the parts with the largest remainders.
 * @param sum decimal string, the sum of `parts`
 * @param parts decimal strings
 * @returns decimal strings in the order of `parts`
 */
export const splitShown = (sum: string, parts: readonly string[]): string[] => {
  const digits = Math.max(AMOUNT_DECIMALS_SHOWN, ...[sum, ...parts].map(digitsOf));
  const one = 10n ** BigInt(digits - AMOUNT_DECIMALS_SHOWN);
  const shares = parts.map((part, index) => {
    const units = unitsOf(part, digits);
    return { index, shown: units / one, rest: units % one };
  });
  // The sum is rounded half up, as Intl does.
  let lacking = (unitsOf(sum, digits) * 2n + one) / (one * 2n) - shares.reduce((all, { shown }) => all + shown, 0n);
  for (const share of shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))) {
    if (lacking <= 0n || share.rest === 0n) break;
    share.shown += 1n;
    lacking -= 1n;
  }
  return shares.map(({ shown }) => textOf(shown, AMOUNT_DECIMALS_SHOWN));
};
