import type { OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits, type Step } from '@skarb/schema/primitive';
import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { tryCall } from '../../platform/chain/revert.ts';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { readFunds, readOrderState } from './offer.chain.ts';
import { buildPurchase } from './offer.fulfil.ts';
import { orderFromJson } from './offer.order.ts';
import { INVALID_WORDS, refusePurchase } from './offer.rules.ts';
import { approveCurrencyStep, purchaseStep } from './offer.steps.ts';
import {
  findCurrency,
  findOffer,
  findOrders,
  type OfferRow,
  type OrderRow,
  type TradeCurrency,
} from './offer.store.ts';
import { getOffer } from './offer.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

const sold = () => conflict('offer.sold', 'It has been sold');
const tooMany = (left: bigint) => conflict('offer.tooMany', left === 1n ? 'Only 1 is left' : `Only ${left} are left`);

/** Refuses by what our own records say, the cheapest question first. */
const checkOffer = (offer: OfferRow, units: bigint, seenPrice: string | undefined, currency: TradeCurrency): void => {
  const hasEnded =
    offer.ends_at !== null && offer.ends_at <= new Date() && ['ACTIVE', 'SCHEDULED', 'INVALID'].includes(offer.status);
  const hasStarted = offer.status === 'SCHEDULED' && offer.starts_at !== null && offer.starts_at <= new Date();
  const refusal = refusePurchase(hasEnded ? 'EXPIRED' : hasStarted ? 'ACTIVE' : offer.status);
  if (refusal) throw conflict(refusal.code, refusal.message);
  if (offer.status === 'INVALID' && offer.invalid_reason)
    throw unprocessable(`offer.invalid.${offer.invalid_reason}`, INVALID_WORDS[offer.invalid_reason]);
  if (units > BigInt(offer.quantity_left)) throw tooMany(BigInt(offer.quantity_left));
  if (seenPrice !== undefined && !isPrice(seenPrice, BigInt(offer.price), currency.decimals))
    throw conflict(
      'offer.priceChanged',
      `The price has changed: it is ${fromBaseUnits(BigInt(offer.price), currency.decimals)} ${currency.name} now`,
    );
};
const isPrice = (text: string, price: bigint, decimals: number): boolean => {
  try {
    return toBaseUnits(text, decimals) === price;
  } catch {
    return false;
  }
};

/** Refuses by what Seaport says: our records may be a block behind. @returns units of the order sold before */
const checkOrder = async (needs: Needs, order: OrderRow, units: bigint): Promise<bigint> => {
  const quantity = BigInt(order.quantity);
  const state = await readOrderState(needs, order.order_hash, quantity);
  if (state.isCancelled) throw conflict('offer.cancelled', 'This offer has been cancelled');
  if (state.filled >= quantity) throw sold();
  if (units > quantity - state.filled) throw tooMany(quantity - state.filled);
  return state.filled;
};

/**
 * POST /offer/{id}/purchase: what the caller's wallet has to do to buy `quantity` of a sale.
 * @param seenPrice the unit price the caller saw: another one now is a 409
 * @throws AppError 403 his own, 404, 409 sold, changed or too many, 422 what the chain would refuse, in words
 */
export const purchaseOffer = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  { quantity, price: seenPrice }: { quantity: number; price?: string | undefined },
): Promise<OfferWithSteps> => {
  const { config, db, chain } = needs;
  const buyer = (await requireWallet(db.sql, caller.uuid)) as Address;
  const offer = await findOffer(db.sql, uuid);
  if (!offer || offer.status === 'DRAFT') throw notFound('offer');
  if (offer.type !== 'SALE') throw unprocessable('offer.typeClosed', 'Only fixed-price sales can be bought here');
  if (offer.maker_uuid === caller.uuid || offer.maker === buyer)
    throw forbidden('offer.own', 'Nobody buys from himself');
  const shown = await getOffer(db.sql, uuid, caller.uuid);
  const currency = (await findCurrency(db.sql, offer.currency_uuid, shown.networkUuid)) as TradeCurrency | undefined;
  if (!currency) throw unprocessable('currency.closed', 'This currency is not traded here any more');
  const units = BigInt(quantity);
  checkOffer(offer, units, seenPrice, currency);
  const stored = (await findOrders(db.sql, uuid)).find((order) => order.order_hash === offer.order_hash);
  if (!stored?.signature) throw conflict('offer.cancelling', 'The seller is changing or cancelling this offer');
  const filled = await checkOrder(needs, stored, units);

  const total = BigInt(offer.price) * units;
  const { balance, allowance } = await readFunds(needs, currency.address, buyer);
  const inWords = (amount: bigint) => `${fromBaseUnits(amount, currency.decimals)} ${currency.name}`;
  if (balance < total)
    throw unprocessable(
      'purchase.balance',
      `Not enough balance: this costs ${inWords(total)} and your wallet has ${inWords(balance)}`,
    );
  const call = buildPurchase(orderFromJson(stored.components), stored.signature as Hex, units, filled);
  if (allowance === null || allowance >= total) {
    const why = await reading(() => tryCall(chain, { from: buyer, to: config.deployment.seaport, ...call }));
    if (why) throw unprocessable(why.code, why.words);
  }
  const steps: Step[] = [];
  if (currency.address !== null && allowance !== null)
    steps.push(approveCurrencyStep(config, { ...currency, address: currency.address }, total, allowance));
  const what = units === 1n ? shown.token.name : `${units} × ${shown.token.name}`;
  steps.push(purchaseStep(config, call, `Buy ${what} for ${inWords(total)}`));
  return { ...shown, steps };
};
