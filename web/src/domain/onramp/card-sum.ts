/** Less than a cent that floats add or take: 0.3 × 2,070 is above 621. */
const NOISE = 1e-6;

/** A sum of money in whole cents, which pays at least this. */
export const centsUp = (sum: number): number => Math.ceil(sum * 100 - NOISE) / 100;
/** A sum of money in whole cents, which is at most this. */
export const centsDown = (sum: number): number => Math.floor(sum * 100 + NOISE) / 100;
