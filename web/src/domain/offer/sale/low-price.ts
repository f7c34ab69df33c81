import type { Prices } from '@skarb/schema/price';
import { dollarsOf } from '../../price/fiat.tsx';
import { priceWrong } from '../offer.form.ts';

/** Less than this share of what it usually costs is sooner a slip of the hand than a price. */
const LEAST_SHARE = 0.5;
/** So much less is not told any finer: 100 % less would be for nothing. */
const MOST_LESS = 0.9999;

type Money = { price: string; /** As shown: ETH, USDC, POL. */ currency: string };

/** What a price is laid beside: what it was until now, the cheapest copy of the same edition, or the collection's floor price. */
export type UsualPrice = Money & { from: 'before' | 'copies' | 'floor' };

/**
 * How much lower a price is than the usual one, as a share; null where it is no slip, or nothing is known to lay it beside.
 * Another currency is counted at today's rates: five of the wrong coin is the likeliest slip of all.
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
