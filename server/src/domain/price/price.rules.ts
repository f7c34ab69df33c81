import type { Asset, Quote } from './price.ts';

/** Prices outside of these bounds are wrong, whatever the source. */
const BOUNDS: Record<Asset, readonly [least: number, most: number]> = {
  ETH: [50, 200_000],
  POL: [0.005, 100],
  EUR: [0.4, 2.5],
  UAH: [5, 500],
};
/** The largest jump between two readings, and how long the older price can reject the newer one. */
const JUMP = 0.3;
const JUMP_MS = 60 * 60_000;
/**
 * The largest age of a source's own price. Chainlink's heartbeat for ETH / USD is well below an hour; banks do not
 * update at weekends.
 */
const OLDEST_MS: Record<Asset, number> = {
  ETH: 60 * 60_000,
  POL: 60 * 60_000,
  EUR: 5 * 24 * 60 * 60_000,
  UAH: 5 * 24 * 60 * 60_000,
};
/** Tolerance for clocks that differ. */
const AHEAD_MS = 5 * 60_000;

export type Refusal = 'outOfBounds' | 'tooOld' | 'fromTheFuture' | 'jump';

/**
 * Why a source's price is rejected; undefined when it is accepted.
 * @param last the price accepted before, if any
 * @param now milliseconds
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

/** The movement, or the time since, that adds a point to the price history. */
const MOVE = 0.001;
const QUIET_MS = 10 * 60_000;
/** Whether a price adds a point to the price history after the newest one. */
export const isNewPoint = (quote: Quote, last: Pick<Quote, 'value' | 'at'> | undefined): boolean =>
  !last ||
  (quote.at > last.at &&
    (Math.abs(quote.value / last.value - 1) >= MOVE || quote.at.getTime() - last.at.getTime() >= QUIET_MS));
