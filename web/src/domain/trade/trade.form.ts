import { fromBaseUnits, splitPrice, toBaseUnits } from '@skarb/schema/money';
import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import * as z from 'zod/mini';

/** How long a sale may stand: a number of days, until cancelled, or until a moment the seller gives. */
export const TERMS = ['none', '1', '3', '7', '30', 'custom'] as const;
export type Term = (typeof TERMS)[number];
const DAY_MS = 86_400_000;
/** The server takes no offer that stands longer. */
const LONGEST_DAYS = 365;

export type SaleForm = { price: string; currencyUuid: string; quantity: string; term: Term; endsAt: string };

/**
 * Checks a sale's terms. The messages are keys below `trade.field`; the server checks the same again.
 * @param limits decimals of the chosen currency, largest quantity, the present moment
 */
export const saleForm = (limits: {
  decimalsOf: (currencyUuid: string) => number;
  maxQuantity: number;
  now: () => number;
}) =>
  z
    .object({
      price: z.string(),
      currencyUuid: z.string().check(z.minLength(1, 'required')),
      quantity: z.string(),
      term: z.enum(TERMS),
      endsAt: z.string(),
    })
    .check((context) => {
      const { price, currencyUuid, quantity, term, endsAt } = context.value;
      const refuse = (path: keyof SaleForm, message: string) =>
        void context.issues.push({ code: 'custom', message, path: [path], input: context.value });
      const priceProblem = priceWrong(price, limits.decimalsOf(currencyUuid));
      if (priceProblem) refuse('price', priceProblem);
      const units = Number(quantity);
      if (quantity === '') refuse('quantity', 'required');
      else if (!Number.isInteger(units) || units < 1) refuse('quantity', 'quantityMin');
      else if (units > limits.maxQuantity) refuse('quantity', 'quantityMax');
      if (term === 'custom') {
        const at = Date.parse(endsAt);
        if (!endsAt || Number.isNaN(at)) refuse('endsAt', 'required');
        else if (at <= limits.now() + 60_000) refuse('endsAt', 'endPast');
        else if (at > limits.now() + LONGEST_DAYS * DAY_MS) refuse('endsAt', 'endFar');
      }
    });

/** What is wrong with a price as text, as a key below `trade.field`; undefined when it is right. */
export const priceWrong = (price: string, decimals: number): string | undefined => {
  if (price.trim() === '') return 'required';
  if (!/^\d+(\.\d+)?$/.test(price)) return 'price';
  if ((price.split('.')[1] ?? '').replace(/0+$/, '').length > decimals) return 'priceDecimals';
  if (!/[1-9]/.test(price)) return 'priceZero';
  // An amount on the wire has at most 60 digits before the point; nobody means more than this.
  return (price.split('.')[0] ?? '').length > 15 ? 'price' : undefined;
};

/** When a sale ends, ISO 8601 in UTC; undefined when it does not. */
export const endOf = (term: Term, endsAt: string, now: number): string | undefined => {
  if (term === 'none') return undefined;
  return new Date(term === 'custom' ? Date.parse(endsAt) : now + Number(term) * DAY_MS).toISOString();
};

export type Breakdown = { price: string; marketplace: string; royalty: string; sellerReceives: string };

/**
 * What each party receives of a sale of some units, as decimal strings; null while the price is not one.
 * Counted for one unit and multiplied, as the order is made (DESIGN.md, edition orders).
 * @param royaltyPercent 0–50, at most two decimals
 */
export const breakdown = (
  price: string,
  decimals: number,
  royaltyPercent: number,
  quantity: number,
): Breakdown | null => {
  if (priceWrong(price, decimals) || !Number.isInteger(quantity) || quantity < 1) return null;
  const unit = toBaseUnits(price, decimals);
  const shares = splitPrice(unit, MARKETPLACE_FEE_BPS, Math.round(royaltyPercent * 100));
  const total = (units: bigint) => fromBaseUnits(units * BigInt(quantity), decimals);
  return {
    price: total(unit),
    marketplace: total(shares.marketplace),
    royalty: total(shares.royalty),
    sellerReceives: total(shares.sellerReceives),
  };
};
