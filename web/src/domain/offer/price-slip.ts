import type { Prices } from '@skarb/schema/price';
import { dollarsOf } from '../price/fiat.tsx';
import { priceWrong } from './offer.form.ts';

/**
 * Prices to compare with, and the share of them from which on a typing error is likely. A seller's: the previous price, the
 * cheapest copy of the same edition, the collection's floor price. A buyer's: the asking price, above which a purchase is
 * cheaper; the lowest next bid of an auction; the floor price.
 */
const LIMITS = {
  before: { least: 0.5 },
  copies: { least: 0.5 },
  floor: { least: 0.5 },
  // Rates move a little while somebody types.
  asking: { most: 1.01 },
  nextBid: { most: 5 },
  floorOffered: { most: 10 },
} as const satisfies Record<string, { least?: number; most?: number }>;

type Money = { price: string; /** As shown: ETH, USDC, POL. */ currency: string };
export type UsualPrice = Money & { from: keyof typeof LIMITS };

/** Digits of an amount that a rate gives: the rate moves more than the rest. */
const DIGITS = 4;

/** A price in a currency: exactly in its own, about right at today's rates in another; undefined without rates. */
export const priceIn = (
  currency: string,
  { price, currency: own }: Money,
  prices: Prices | undefined,
): string | undefined => {
  if (own === currency) return price;
  const about = prices ? (Number(price) * dollarsOf(prices, own)) / dollarsOf(prices, currency) : Number.NaN;
  return Number.isFinite(about) ? Number(about.toPrecision(DIGITS)).toFixed(6) : undefined;
};

/**
 * How a price compares with the usual one, as a share of it; null if it is not suspicious or there is nothing to compare
 * with. Different currencies are compared at today's rates, because the wrong currency is the likeliest mistake.
 */
export const suspiciousShare = (
  typed: Money,
  decimals: number,
  usual: UsualPrice | null,
  prices: Prices | undefined,
): number | null => {
  if (!usual || priceWrong(typed.price, decimals)) return null;
  const rate = ({ currency }: Money) => (typed.currency === usual.currency ? 1 : prices && dollarsOf(prices, currency));
  const share =
    (Number(typed.price) * (rate(typed) ?? Number.NaN)) / (Number(usual.price) * (rate(usual) ?? Number.NaN));
  const { least = 0, most = Infinity }: { least?: number; most?: number } = LIMITS[usual.from];
  return share < least || share > most ? share : null;
};
