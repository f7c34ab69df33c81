import { BPS } from './limits.ts';

// Separate from the schemas: the web app uses these where zod would be larger than the page.

/** A share of an amount in basis points, rounded down to a whole base unit. */
const shareOf = (base: bigint, bps: number): bigint => (base * BigInt(bps)) / BigInt(BPS);

/**
 * Splits one unit's price into what each party receives, in base units. The parts add up to
 * the price exactly: the shares are rounded down and the seller gets the rest.
 */
export const splitPrice = (unitPrice: bigint, marketplaceBps: number, royaltyBps: number) => {
  const marketplace = shareOf(unitPrice, marketplaceBps);
  const royalty = shareOf(unitPrice, royaltyBps);
  return { marketplace, royalty, sellerReceives: unitPrice - marketplace - royalty };
};

/** A fraction without trailing zeros. In one pass: `/0+$/` starts again at each zero of a long run. */
export const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
};

/** Base units from a decimal string. @throws RangeError when it has more decimals than the currency. */
export const toBaseUnits = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = withoutTrailingZeros(fraction);
  if (kept.length > decimals) throw new RangeError(`at most ${decimals} decimals`);
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(kept.padEnd(decimals, '0') || '0');
};

/** The shortest decimal string of an amount of base units. */
export const fromBaseUnits = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const kept = withoutTrailingZeros(fraction);
  return kept ? `${whole}.${kept}` : whole;
};

/**
 * Which of two bounds an amount exceeds, all of them decimal strings. Compares whole numbers of the smallest unit that
 * any of them uses: floats cannot tell neighbours in the 18th place apart.
 * @param slackBps tolerance of the bounds, in basis points
 */
export const brokenBound = (
  amount: string,
  bounds: { min: string; max: string },
  slackBps = 0,
): 'min' | 'max' | undefined => {
  const decimals = Math.max(...[amount, bounds.min, bounds.max].map((text) => text.split('.')[1]?.length ?? 0));
  const units = (text: string) => toBaseUnits(text, decimals);
  if (units(amount) * BigInt(BPS) < units(bounds.min) * BigInt(BPS - slackBps)) return 'min';
  if (units(amount) * BigInt(BPS) > units(bounds.max) * BigInt(BPS + slackBps)) return 'max';
  return undefined;
};
