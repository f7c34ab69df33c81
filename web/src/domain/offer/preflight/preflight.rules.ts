import type { Offer } from '@skarb/schema/offer';
import type { Step } from '@skarb/schema/primitive';
import type { Currency } from '@skarb/schema/reference';
import { AMOUNT_DECIMALS_SHOWN } from '@skarb/schema/limits';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import type { StepObstacle } from '../../../platform/steps/step-ports.ts';
import type { Trial } from '../../../platform/wallet/trial.ts';

/** Base units of a currency. */
export type Money = { currency: Pick<Currency, 'address' | 'decimals' | 'name'>; amount: bigint };

/** What prevents an action, or that nothing does. */
export type Verdict =
  /** Nothing is known yet. */
  | { kind: 'checking' }
  /** Nobody is signed in any more: the button asks for it. */
  | { kind: 'guest' }
  /** The account has no wallet yet: the button asks for one. */
  | { kind: 'noWallet' }
  /** The marketplace is unavailable; the action may work anyway. */
  | { kind: 'away'; error: unknown }
  /** It will work. `fee` in wei of the native coin, null if unknown or if nothing is sent. */
  | { kind: 'ready'; fee: bigint | null; block: number | null; approves: boolean; transactions: number }
  | { kind: 'wallet'; obstacle: StepObstacle }
  /** Too little of a currency; base units. */
  | { kind: 'money'; missing: Money }
  /** Too little of the native coin for the network fee, in wei. */
  | { kind: 'gas'; missing: bigint }
  /** The price differs from the one that was shown. */
  | { kind: 'price'; offer: Offer }
  | { kind: 'tooMany'; left: number }
  /** It is no longer available, for the given reason; `next` is the cheapest other sale of the same token. */
  | { kind: 'gone'; code: string; next: Offer | null }
  /** The chain would refuse it. */
  | { kind: 'refused'; code: string };

/** What a check found. `account` is the acting wallet's account. */
export type Findings = {
  steps: readonly Step[];
  trial: Trial;
  /** Wei per unit of gas; null while unknown. */ gasPrice: bigint | null;
  /** Wei of the native coin; null while unknown. */ coins: bigint | null;
};

const openTransactions = (steps: readonly Step[]) =>
  steps.filter((step) => step.kind === 'transaction' && step.status === 'incomplete');

/** The verdict on what was simulated on the chain. */
export const judge = ({ steps, trial, gasPrice, coins }: Findings): Verdict => {
  const open = openTransactions(steps);
  const approves = open.some(({ id }) => id.startsWith('approve-'));
  const value = open.reduce((sum, step) => sum + (step.kind === 'transaction' ? BigInt(step.value) : 0n), 0n);
  if (trial.kind === 'fails') return { kind: 'refused', code: 'wallet.wouldFail' };
  const fee = trial.kind === 'passes' && gasPrice !== null && open.length > 0 ? trial.gas * gasPrice : null;
  if (fee !== null && coins !== null && coins < fee + value) return { kind: 'gas', missing: fee + value - coins };
  return {
    kind: 'ready',
    fee: trial.kind === 'passes' && trial.isWhole ? fee : null,
    block: trial.kind === 'passes' && trial.isWhole && open.length > 0 ? trial.block : null,
    approves,
    transactions: open.length,
  };
};

/** Whether a verdict disables the button. An unknown result does not: the server checks again. */
export const blocks = ({ kind }: Verdict): boolean => !/^(ready|checking|guest|noWallet|away)$/.test(kind);

const STATUS_CODE: Partial<Record<Offer['status'], string>> = {
  SOLD: 'offer.sold',
  CANCELLED: 'offer.cancelled',
  CANCELLING: 'offer.cancelling',
  EXPIRED: 'offer.expired',
  ENDED: 'offer.expired',
  SCHEDULED: 'offer.notStarted',
  DRAFT: 'offer.notFound',
};

/** A buyer pays exactly the price that was shown; a seller who accepts a bid gets at least that. */
const isAsSeen = ({ type, price, currency: { decimals } }: Offer, seen: string): boolean => {
  const [now, then] = [toBaseUnits(price, decimals), toBaseUnits(seen, decimals)];
  return type === 'BID' ? now >= then : now === then;
};

/**
 * Compares an offer with what was shown earlier; null if nothing relevant changed.
 * @param quantity units wanted
 * @param isOwn whether the offer is the viewer's own
 */
export const compareWithSeen = (
  now: Offer,
  seen: Pick<Offer, 'price'>,
  quantity: number,
  isOwn: boolean,
): Exclude<Verdict, { kind: 'checking' }> | null => {
  if (isOwn) return { kind: 'gone', code: 'offer.own', next: null };
  if (now.status !== 'ACTIVE')
    return {
      kind: 'gone',
      code:
        now.status === 'INVALID' && now.invalidReason
          ? `offer.invalid.${now.invalidReason}`
          : (STATUS_CODE[now.status] ?? 'offer.notFound'),
      next: null,
    };
  if (!isAsSeen(now, seen.price)) return { kind: 'price', offer: now };
  return now.quantityLeft < quantity ? { kind: 'tooMany', left: now.quantityLeft } : null;
};

/** The cheapest other sale of a token that is not the viewer's own. @param sales the cheapest first */
export const nextCheapest = (sales: readonly Offer[], uuid: string, isOwn: (offer: Offer) => boolean): Offer | null =>
  sales.find((offer) => offer.type === 'SALE' && offer.status === 'ACTIVE' && offer.uuid !== uuid && !isOwn(offer)) ??
  null;

/** A shortage in whole coins, rounded up to `decimals` digits so that it is never too little. */
export const roundedUp = (units: bigint, coinDecimals: number, decimals = AMOUNT_DECIMALS_SHOWN): string => {
  if (coinDecimals <= decimals) return fromBaseUnits(units, coinDecimals);
  const step = 10n ** BigInt(coinDecimals - decimals);
  return fromBaseUnits(((units + step - 1n) / step) * step, coinDecimals);
};
