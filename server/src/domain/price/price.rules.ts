import type { Asset, Quote } from './price.ts';

/** No market has ever been outside of these, whatever a source says. */
const BOUNDS: Record<Asset, readonly [least: number, most: number]> = {
  ETH: [50, 200_000],
  POL: [0.005, 100],
  EUR: [0.4, 2.5],
  UAH: [5, 500],
};
/** How far a price may jump between two readings, and how long the older one is held against the newer. */
const JUMP = 0.3;
const JUMP_MS = 60 * 60_000;
/** How old a source's own price may be. Chainlink's heartbeat for ETH / USD is well below an hour; banks rest at weekends. */
const OLDEST_MS: Record<Asset, number> = {
  ETH: 60 * 60_000,
  POL: 60 * 60_000,
  EUR: 5 * 24 * 60 * 60_000,
  UAH: 5 * 24 * 60 * 60_000,
};
/** Clocks differ a little. */
const AHEAD_MS = 5 * 60_000;

export type Refusal = 'outOfBounds' | 'tooOld' | 'fromTheFuture' | 'jump';

/**
 * Whether a source's price can be believed.
 * @param last the price accepted before, if any
 * @param now milliseconds
 * @returns why not, or undefined where it can
 */
export const refusalOf = (
  quote: Quote,
  last: Pick<Quote, 'value' | 'at'> | undefined,
  now: number,
): Refusal | undefined => {
  const [least, most] = BOUNDS[quote.asset];
  if (!(quote.value >= least && quote.value <= most)) return 'outOfBounds';
  if (now - quote.at.getTime() > OLDEST_MS[quote.asset]) return 'tooOld';
  if (quote.at.getTime() - now > AHEAD_MS) return 'fromTheFuture';
  if (last && now - last.at.getTime() < JUMP_MS && Math.abs(quote.value / last.value - 1) > JUMP) return 'jump';
  return undefined;
};

/** How much a price must have moved, or how much time must have gone by, for the story to get a new point. */
const MOVE = 0.001;
const QUIET_MS = 10 * 60_000;
/** Whether a price is worth a point of its own beside the newest one. */
export const isNewPoint = (quote: Quote, last: Pick<Quote, 'value' | 'at'> | undefined): boolean =>
  !last ||
  (quote.at > last.at &&
    (Math.abs(quote.value / last.value - 1) >= MOVE || quote.at.getTime() - last.at.getTime() >= QUIET_MS));
