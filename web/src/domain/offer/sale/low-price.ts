import type { Prices } from '@skarb/schema/price';
import { dollarsOf } from '../../price/fiat.tsx';
import { priceWrong } from '../offer.form.ts';

/** Below this share of the usual price a typing error is likely. */
const LEAST_SHARE = 0.5;
/** Never show a full 100 %. */
const MOST_LESS = 0.9999;

type Money = { price: string; /** As shown: ETH, USDC, POL. */ currency: string };

/**
 * The price to compare with: the previous price, the cheapest copy of the same edition, or the collection's floor
 * price.
 */
export type UsualPrice = Money & { from: 'before' | 'copies' | 'floor' };

/**
 * How much lower a price is than the usual one, as a share; null if it is not suspiciously low or there is nothing to
 * compare with. Different currencies are compared at today's rates, because the wrong currency is the likeliest
 * mistake.
 */
export const shareBelowUsual = (
  typed: Money,
  decimals: number,
  usual: UsualPrice | null,
  prices: Prices | undefined,
) => {
  if (!usual || priceWrong(typed.price, decimals)) return null;
  const rate = ({ currency }: Money) => (typed.currency === usual.currency ? 1 : prices && dollarsOf(prices, currency));
  const share =
    (Number(typed.price) * (rate(typed) ?? Number.NaN)) / (Number(usual.price) * (rate(usual) ?? Number.NaN));
  if (!(share < LEAST_SHARE)) return null;
  return Math.min(MOST_LESS, 1 - share);
};
