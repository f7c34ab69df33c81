import { toBaseUnits, withoutTrailingZeros } from '@skarb/schema/money';
import * as z from 'zod/mini';
import { quantityWrong } from './quantity.rules.ts';

/** How long a sale lasts: a number of days, until cancelled, or until a date. */
export const TERMS = ['none', '1', '3', '7', '30', 'custom'] as const;
export type Term = (typeof TERMS)[number];
/** Buyers' offers and auctions always have an end. */
export type EndingTerm = Exclude<Term, 'none'>;
export const ENDING_TERMS = TERMS.filter((term) => term !== 'none');
/** When a listing or an auction starts: at once, or at a date. */
export const STARTS = ['now', 'custom'] as const;
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The server's limit for an offer. */
const LONGEST_DAYS = 365;
/** An auction must not be shorter than the extension by a late bid. */
const SHORTEST_AUCTION_MS = 15 * MINUTE_MS;
/** The auction house's limit, from the start. */
const AUCTION_LONGEST_DAYS = 90;

/** The terms of a sale or of a buyer's offer. */
export type SaleForm = { price: string; currencyUuid: string; quantity: string; term: Term; endsAt: string };
/** The terms of a new listing, which may start later. */
export type ListingForm = SaleForm & { start: (typeof STARTS)[number]; startsAt: string };
/** The terms of an auction: `price` is the reserve price, `increment` the bid increment in percent. */
export type AuctionForm = ListingForm & { increment: string };

type Limits = {
  decimalsOf: (currencyUuid: string) => number;
  maxQuantity: number;
  now: () => number;
  /** The lowest price, as a decimal string; no limit if absent. */
  minPrice?: string;
};
type Refuse<F> = (path: keyof F, message: string) => void;

const saleShape = {
  price: z.string(),
  currencyUuid: z.string().check(z.minLength(1, 'required')),
  quantity: z.string(),
  term: z.enum(TERMS),
  endsAt: z.string(),
};
const startShape = { start: z.enum(STARTS), startsAt: z.string() };

const checkPriceAndQuantity = (value: SaleForm, limits: Limits, refuse: Refuse<SaleForm>): void => {
  const { price, currencyUuid, quantity } = value;
  const priceProblem = priceWrong(price, limits.decimalsOf(currencyUuid), limits.minPrice);
  if (priceProblem) refuse('price', priceProblem);
  const quantityProblem = quantityWrong(quantity, limits.maxQuantity);
  if (quantityProblem) refuse('quantity', quantityProblem);
};

/** A typed date and time as a moment. Years of five digits, which `Date.parse` does not take, come after all others. */
const momentOf = (typed: string): number => (/^\d{5}/.test(typed) ? Infinity : Date.parse(typed));

/**
 * The moment that the days of an offer count from, and its longest time: its start, or now if it starts at once or has
 * begun.
 */
export const countsFrom = (startsAt: string | null | undefined, now: number): number =>
  Math.max(now, Date.parse(startsAt ?? '') || 0);

/** A custom end in the future; null for any other, whose error is already reported. */
const futureEnd = ({ term, endsAt }: SaleForm, now: number, refuse: Refuse<SaleForm>): number | null => {
  if (term !== 'custom') return null;
  const at = momentOf(endsAt);
  if (at > now + MINUTE_MS) return at;
  refuse('endsAt', Number.isNaN(at) ? 'required' : 'endPast');
  return null;
};

/** @param start as a moment; NaN if invalid, which is another field's error */
const checkEnd = (value: SaleForm, now: number, refuse: Refuse<SaleForm>, start = now): void => {
  const end = futureEnd(value, now, refuse);
  if (end === null) return;
  if (end <= start) refuse('endsAt', 'endBeforeStart');
  else if (end > start + LONGEST_DAYS * DAY_MS) refuse('endsAt', 'endFar');
};

/** @returns the start as a moment; NaN if it is missing */
const checkStart = ({ start, startsAt }: ListingForm, now: number, refuse: Refuse<ListingForm>): number => {
  const at = start === 'now' ? now : momentOf(startsAt);
  if (Number.isNaN(at)) refuse('startsAt', 'required');
  else if (start === 'custom' && at <= now) refuse('startsAt', 'endPast');
  else if (at > now + LONGEST_DAYS * DAY_MS) refuse('startsAt', 'startFar');
  return at;
};

/** @param start as a moment; NaN if invalid, which is another field's error */
const checkAuctionEnd = (
  value: SaleForm,
  { now, start, shortest }: { now: number; start: number; shortest: number },
  refuse: Refuse<SaleForm>,
): void => {
  const end = futureEnd(value, now, refuse);
  if (end === null) return;
  if (end <= start) refuse('endsAt', 'endBeforeStart');
  else if (end < start + shortest) refuse('endsAt', 'endSoon');
  else if (end > start + AUCTION_LONGEST_DAYS * DAY_MS) refuse('endsAt', 'auctionFar');
};

/**
 * Validates the terms of a sale or of a buyer's offer. The messages are keys below `trade.field`; the server validates
 * again.
 * @param limits decimals of the chosen currency, largest quantity, the current time; the start of an existing sale, which
 *   stays
 */
export const saleForm = (limits: Limits & { startsAt?: string | null }) =>
  z.object(saleShape).check((context) => {
    const refuse: Refuse<SaleForm> = (path, message) =>
      void context.issues.push({ code: 'custom', message, path: [path], input: context.value });
    checkPriceAndQuantity(context.value, limits, refuse);
    const now = limits.now();
    checkEnd(context.value, now, refuse, countsFrom(limits.startsAt, now));
  });

/** Validates the terms of a new listing. */
export const listingForm = (limits: Limits) =>
  z.object({ ...saleShape, ...startShape }).check((context) => {
    const refuse: Refuse<ListingForm> = (path, message) =>
      void context.issues.push({ code: 'custom', message, path: [path], input: context.value });
    const now = limits.now();
    checkPriceAndQuantity(context.value, limits, refuse);
    checkEnd(context.value, now, refuse, checkStart(context.value, now, refuse));
  });

/** Validates the terms of an auction. */
export const auctionForm = (limits: Limits) =>
  z.object({ ...saleShape, ...startShape, increment: z.string() }).check((context) => {
    const { value } = context;
    const refuse: Refuse<AuctionForm> = (path, message) =>
      void context.issues.push({ code: 'custom', message, path: [path], input: value });
    const now = limits.now();
    checkPriceAndQuantity(value, limits, refuse);
    const start = checkStart(value, now, refuse);
    // An end in days counts from the start.
    checkAuctionEnd(value, { now, start, shortest: SHORTEST_AUCTION_MS }, refuse);
    const percent = Number(value.increment);
    if (value.increment === '') refuse('increment', 'required');
    else if (!(percent >= 1 && percent <= 50)) refuse('increment', 'increment');
  });

/** Validates changed terms of an auction: its start stays, and its end may move earlier. */
export const auctionEditForm = (limits: Limits & { startsAt: number }) =>
  z.object(saleShape).check((context) => {
    const refuse: Refuse<SaleForm> = (path, message) =>
      void context.issues.push({ code: 'custom', message, path: [path], input: context.value });
    checkPriceAndQuantity(context.value, limits, refuse);
    checkAuctionEnd(context.value, { now: limits.now(), start: limits.startsAt, shortest: 0 }, refuse);
  });

/**
 * What is wrong with a price as text, as a key below `trade.field`; undefined if it is valid.
 * @param minPrice the lowest price, as a decimal string
 */
export const priceWrong = (price: string, decimals: number, minPrice?: string): string | undefined => {
  if (price.trim() === '') return 'required';
  // "1,234" may mean two numbers: ask, never guess.
  if (/^\d{1,3},\d{3}$/.test(price)) return 'priceAmbiguous';
  if (!/^\d+(\.\d+)?$/.test(price)) return 'price';
  if (withoutTrailingZeros(price.split('.')[1] ?? '').length > decimals) return 'priceDecimals';
  if (!/[1-9]/.test(price)) return 'priceZero';
  // An amount on the wire has at most 60 digits before the point; nobody means more than this.
  if ((price.split('.')[0] ?? '').length > 15) return 'priceHigh';
  return minPrice && toBaseUnits(price, decimals) < toBaseUnits(minPrice, decimals) ? 'priceMin' : undefined;
};

/** The end of a sale, ISO 8601 in UTC; undefined if it has none. Days count from `from`. */
export function endOf(term: EndingTerm, endsAt: string, from: number): string;
export function endOf(term: Term, endsAt: string, from: number): string | undefined;
export function endOf(term: Term, endsAt: string, from: number): string | undefined {
  if (term === 'none') return undefined;
  return new Date(term === 'custom' ? Date.parse(endsAt) : from + Number(term) * DAY_MS).toISOString();
}

/** The start of a listing or an auction, ISO 8601 in UTC; undefined if it starts at once. */
export const startOf = ({ start, startsAt }: Pick<ListingForm, 'start' | 'startsAt'>): string | undefined =>
  start === 'custom' ? new Date(startsAt).toISOString() : undefined;

/** A moment as `<input type="datetime-local">` accepts it: local time without a zone. */
export const asLocal = (iso: string): string => {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};
