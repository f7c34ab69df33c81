import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits, type Step } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { reading } from '../../../platform/chain/client.ts';
import { tryCall, type Reason } from '../../../platform/chain/revert-reason.ts';
import { type AppError, forbidden, notFound, refusedField, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { recordPurchaseAsk } from '../../auth/auth.service.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { checkReceiver } from '../../token/token.receiver.ts';
import { acceptBid } from '../bid/bid.accept.ts';
import { readFunds } from '../offer.chain.ts';
import { checkOffer, findFillableOrder } from '../offer.fillable.ts';
import { buildPurchase, type Fill } from '../offer.fulfil.ts';
import { approveCurrencyStep, purchaseStep } from '../offer.steps.ts';
import { requireOfferNotHidden } from '../offer.hidden.ts';
import { findCurrency, findOffer, sumBids, type OfferRow, type TradeCurrency } from '../offer.rows.ts';
import { getOffer } from '../offer.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** Units of an offer that somebody wants. `price`: the unit price they saw. */
export type WantedUnits = { quantity: number; price?: string | undefined };

/** Units of a sale that can be bought now. `total` in base units. */
export type Buyable = { shown: Offer; currency: TradeCurrency; fill: Fill; total: bigint };

/**
 * A sale or a bid of somebody else that is not hidden.
 * @param buyer the caller's wallet
 * @throws AppError 403 own offer, 404, 409 hidden, 422 an auction
 */
export const requireOthersOffer = (
  offer: OfferRow | undefined,
  callerUuid: string | undefined,
  buyer?: Address,
): OfferRow => {
  if (!offer || offer.status === 'DRAFT') throw notFound('offer');
  requireOfferNotHidden(offer);
  if (offer.type === 'AUCTION') throw unprocessable('offer.isAuction', 'This is an auction: bid on it instead');
  if ((callerUuid && offer.maker_uuid === callerUuid) || offer.maker === buyer)
    throw forbidden('offer.own', 'You cannot buy your own offer');
  return offer;
};

/**
 * The units of a sale as the caller can buy them now.
 * @throws AppError 409 sold, changed or too many, 422 when its currency is closed or the offer invalid
 */
export const findBuyable = async (
  needs: Needs,
  caller: Caller,
  offer: OfferRow,
  { quantity, price }: WantedUnits,
): Promise<Buyable> => {
  const { sql } = needs.db;
  const shown = await getOffer(sql, offer.uuid, caller.uuid);
  const currency = await findCurrency(sql, offer.currency_uuid, shown.networkUuid);
  if (!currency) throw unprocessable('currency.closed', 'This currency is not traded here any more');
  const units = BigInt(quantity);
  checkOffer(offer, units, price, currency);
  return {
    shown,
    currency,
    fill: { ...(await findFillableOrder(needs, offer, units)), units },
    total: BigInt(offer.price) * units,
  };
};

const inWords = (amount: bigint, { decimals, name }: TradeCurrency) => `${fromBaseUnits(amount, decimals)} ${name}`;

/** What sales cost together, by currency, in base units. */
const totalsOf = (sales: readonly Buyable[]): { currency: TradeCurrency; amount: bigint }[] => {
  const totals = new Map<string, { currency: TradeCurrency; amount: bigint }>();
  for (const { currency, total } of sales)
    totals.set(currency.uuid, { currency, amount: (totals.get(currency.uuid)?.amount ?? 0n) + total });
  return [...totals.values()];
};

/** Why the chain would refuse to buy these together, and which of them it refuses alone, if it is one of several. */
const findRefusal = async (
  { config, chain }: Needs,
  buyer: Address,
  sales: readonly [Buyable, ...Buyable[]],
  recipient: Address | undefined,
): Promise<{ why: Reason; index?: number } | undefined> => {
  const tryFills = (fills: readonly [Fill, ...Fill[]]) =>
    reading(() => tryCall(chain, { from: buyer, to: config.deployment.seaport, ...buildPurchase(fills, recipient) }));
  const [first, ...others] = sales;
  const why = await tryFills([first.fill, ...others.map(({ fill }) => fill)]);
  if (!why || others.length === 0) return why && { why };
  for (const [index, { fill }] of sales.entries()) {
    const alone = await tryFills([fill]);
    if (alone) return { why: alone, index };
  }
  return { why };
};

/**
 * What a buyer's wallet does to buy sales with one transaction: permissions where they are missing, then the purchase.
 * @param recipient receives the NFTs; the buyer by default
 * @param refuse makes the error about one of the sales
 * @throws AppError 422 too little money, or the reason when the chain would refuse it
 */
export const stepsToBuy = async (
  needs: Needs,
  buyer: Address,
  sales: readonly [Buyable, ...Buyable[]],
  recipient?: Address,
  refuse: (index: number, error: AppError) => AppError = (_, error) => error,
): Promise<Step[]> => {
  const { config, db } = needs;
  const [first, ...others] = sales;
  const totals = totalsOf(sales);
  const steps: Step[] = [];
  let isAllowed = true;
  for (const { currency, amount } of totals) {
    const { balance, allowance } = await readFunds(needs, currency.address, buyer);
    if (balance < amount)
      throw unprocessable(
        'purchase.balance',
        `Not enough balance: this costs ${inWords(amount, currency)} and your wallet has ${inWords(balance, currency)}`,
      );
    if (currency.address === null || allowance === null) continue;
    isAllowed &&= allowance >= amount;
    // The purchase uses the permission that open bids need.
    const openBids = await sumBids(db.sql, buyer, currency.uuid, null);
    const money = { cost: amount, openBids, allowance };
    steps.push(approveCurrencyStep(config, { ...currency, address: currency.address }, money));
  }
  const refusal = isAllowed && (await findRefusal(needs, buyer, sales, recipient));
  if (refusal) {
    const error = unprocessable(refusal.why.code, refusal.why.words);
    if (recipient && refusal.why.code === 'chain.receiver')
      throw refusedField('recipient', 'send.refused', 'This address is a contract that does not take it');
    throw refusal.index === undefined ? error : refuse(refusal.index, error);
  }
  const { units } = first.fill;
  const one = units === 1n ? first.shown.token.name : `${units} × ${first.shown.token.name}`;
  const what = others.length === 0 ? one : `${sales.length} works`;
  const cost = totals.map(({ currency, amount }) => inWords(amount, currency)).join(' and ');
  const call = buildPurchase([first.fill, ...others.map(({ fill }) => fill)], recipient);
  return [...steps, purchaseStep(config, call, `Buy ${what} for ${cost}`)];
};

/**
 * POST /offer/{id}/purchase: what the caller's wallet has to do to buy `quantity` of a sale, or to accept that many
 * units of a bid.
 * @param wanted `price`: a different one now is a 409, for a bid a lower one. `recipient` receives what is bought
 * @throws AppError 400 a recipient that cannot receive it, 403 own offer, 404, 409 sold, changed or too many, 422 with
 *   the reason when the chain would refuse it
 */
export const purchaseOffer = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  wanted: WantedUnits & { recipient?: string | undefined },
): Promise<OfferWithSteps> => {
  const { sql } = needs.db;
  const buyer = (await requireTrader(sql, caller.uuid)) as Address;
  const offer = requireOthersOffer(await findOffer(sql, uuid), caller.uuid, buyer);
  if (offer.type === 'BID') return acceptBid(needs, caller, offer, wanted.quantity, wanted.price);
  const recipient = wanted.recipient && (await checkReceiver(needs, buyer, wanted.recipient, 'recipient'));
  const sale = await findBuyable(needs, caller, offer, wanted);
  if (!recipient) await recordPurchaseAsk(sql, caller.uuid);
  return { ...sale.shown, steps: await stepsToBuy(needs, buyer, [sale], recipient || undefined) };
};
