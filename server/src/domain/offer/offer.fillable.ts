import { fromBaseUnits, toBaseUnits } from '@skarb/schema/primitive';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { conflict, unprocessable } from '../../platform/http/app-error.ts';
import { readOrderState } from './offer.chain.ts';
import { orderFromJson, type OrderComponents } from './offer.order.ts';
import { INVALID_WORDS, refusePurchase } from './offer.rules.ts';
import { findOrders, type OfferRow, type OrderRow, type TradeCurrency } from './offer.rows.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

const sold = () => conflict('offer.sold', 'It has been sold');
const tooMany = (left: bigint) => conflict('offer.tooMany', left === 1n ? 'Only 1 is left' : `Only ${left} are left`);

/** Refuses by the records here, cheapest check first. */
export const checkOffer = (
  offer: OfferRow,
  units: bigint,
  seenPrice: string | undefined,
  currency: Pick<TradeCurrency, 'decimals' | 'name'>,
): void => {
  const hasEnded =
    offer.ends_at !== null && offer.ends_at <= new Date() && ['ACTIVE', 'SCHEDULED', 'INVALID'].includes(offer.status);
  const hasStarted = offer.status === 'SCHEDULED' && offer.starts_at !== null && offer.starts_at <= new Date();
  const refusal = refusePurchase(hasEnded ? 'EXPIRED' : hasStarted ? 'ACTIVE' : offer.status);
  if (refusal) throw conflict(refusal.code, refusal.message);
  if (offer.status === 'INVALID' && offer.invalid_reason)
    throw unprocessable(`offer.invalid.${offer.invalid_reason}`, INVALID_WORDS[offer.invalid_reason]);
  if (units > BigInt(offer.quantity_left)) throw tooMany(BigInt(offer.quantity_left));
  if (seenPrice !== undefined && !isAsSeen(offer, seenPrice, currency.decimals))
    throw conflict(
      'offer.priceChanged',
      `The price has changed: it is ${fromBaseUnits(BigInt(offer.price), currency.decimals)} ${currency.name} now`,
    );
};
/** A buyer pays exactly the price they saw; a holder who accepts a bid gets that price or more. */
const isAsSeen = (offer: OfferRow, seen: string, decimals: number): boolean => {
  try {
    const units = toBaseUnits(seen, decimals);
    return offer.type === 'BID' ? units <= BigInt(offer.price) : units === BigInt(offer.price);
  } catch {
    return false;
  }
};

/**
 * Checks the order against Seaport's state on chain, because the database may be a block behind.
 * @returns units of the order filled before
 */
const checkOrder = async (needs: Needs, order: OrderRow, units: bigint): Promise<bigint> => {
  const quantity = BigInt(order.quantity);
  const state = await readOrderState(needs, order.order_hash, quantity);
  if (state.isCancelled) throw conflict('offer.cancelled', 'This offer has been cancelled');
  if (state.filled >= quantity) throw sold();
  if (units > quantity - state.filled) throw tooMany(quantity - state.filled);
  return state.filled;
};

/** The order that can be filled now. @throws AppError 409 */
export const findFillableOrder = async (
  needs: Needs,
  offer: OfferRow,
  units: bigint,
): Promise<{ order: OrderComponents; signature: Hex; filled: bigint }> => {
  const stored = (await findOrders(needs.db.sql, offer.uuid)).find((order) => order.order_hash === offer.order_hash);
  if (!stored?.signature) throw conflict('offer.cancelling', 'Its maker is changing or cancelling this offer');
  const filled = await checkOrder(needs, stored, units);
  return { order: orderFromJson(stored.components), signature: stored.signature, filled };
};
