import { BPS } from './limits.ts';

// Apart from the schemas: the web app counts with these in places where zod would weigh more than the page.

/** A share of an amount in basis points, rounded down to a whole base unit. */
export const shareOf = (base: bigint, bps: number): bigint => (base * BigInt(bps)) / BigInt(BPS);

/**
 * Splits one unit's price into what each party receives, in base units. The parts add up to
 * the price exactly: the shares are rounded down and the seller gets the rest.
 */
export const splitPrice = (unitPrice: bigint, marketplaceBps: number, royaltyBps: number) => {
  const marketplace = shareOf(unitPrice, marketplaceBps);
  const royalty = shareOf(unitPrice, royaltyBps);
  return { marketplace, royalty, sellerReceives: unitPrice - marketplace - royalty };
};

/** What is left of a fraction's digits. In one pass: `/0+$/` begins again at each zero of a long run. */
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
 * Which of two bounds an amount breaks, all of them decimal strings. Compared as whole numbers of the smallest unit any
 * of them names: as floats, neighbours in the 18th place would be the same.
 * @param slackBps by how much a bound may be passed, in basis points of it
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
