import type { OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits, type Step } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { reading } from '../../../platform/chain/client.ts';
import { tryCall } from '../../../platform/chain/revert-reason.ts';
import { forbidden, notFound, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { acceptBid } from '../bid/bid.accept.ts';
import { readFunds } from '../offer.chain.ts';
import { checkOffer, findFillableOrder } from '../offer.fillable.ts';
import { buildPurchase } from '../offer.fulfil.ts';
import { approveCurrencyStep, purchaseStep } from '../offer.steps.ts';
import { requireOfferNotHidden } from '../offer.hidden.ts';
import { findCurrency, findOffer, sumBids, type TradeCurrency } from '../offer.rows.ts';
import { getOffer } from '../offer.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/**
 * POST /offer/{id}/purchase: what the caller's wallet has to do to buy `quantity` of a sale, or to accept that many
 * units of a bid.
 * @param seenPrice the unit price the caller saw: a different one now is a 409, for a bid a lower one
 * @throws AppError 403 own offer, 404, 409 sold, changed or too many, 422 with the reason when the chain would refuse
 *   it
 */
export const purchaseOffer = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  { quantity, price: seenPrice }: { quantity: number; price?: string | undefined },
): Promise<OfferWithSteps> => {
  const { config, db, chain } = needs;
  const buyer = (await requireTrader(db.sql, caller.uuid)) as Address;
  const offer = await findOffer(db.sql, uuid);
  if (!offer || offer.status === 'DRAFT') throw notFound('offer');
  requireOfferNotHidden(offer);
  if (offer.type === 'AUCTION') throw unprocessable('offer.isAuction', 'This is an auction: bid on it instead');
  if (offer.maker_uuid === caller.uuid || offer.maker === buyer)
    throw forbidden('offer.own', 'You cannot buy your own offer');
  if (offer.type === 'BID') return acceptBid(needs, caller, offer, quantity, seenPrice);
  const shown = await getOffer(db.sql, uuid, caller.uuid);
  const currency = (await findCurrency(db.sql, offer.currency_uuid, shown.networkUuid)) as TradeCurrency | undefined;
  if (!currency) throw unprocessable('currency.closed', 'This currency is not traded here any more');
  const units = BigInt(quantity);
  checkOffer(offer, units, seenPrice, currency);
  const { order, signature, filled } = await findFillableOrder(needs, offer, units);

  const total = BigInt(offer.price) * units;
  const { balance, allowance } = await readFunds(needs, currency.address, buyer);
  const inWords = (amount: bigint) => `${fromBaseUnits(amount, currency.decimals)} ${currency.name}`;
  if (balance < total)
    throw unprocessable(
      'purchase.balance',
      `Not enough balance: this costs ${inWords(total)} and your wallet has ${inWords(balance)}`,
    );
  const call = buildPurchase({ order, signature, units, filled });
  if (allowance === null || allowance >= total) {
    const why = await reading(() => tryCall(chain, { from: buyer, to: config.deployment.seaport, ...call }));
    if (why) throw unprocessable(why.code, why.words);
  }
  const steps: Step[] = [];
  if (currency.address !== null && allowance !== null) {
    const openBids = allowance >= total ? 0n : await sumBids(db.sql, buyer, currency.uuid, null);
    const money = { cost: total, openBids, allowance };
    steps.push(approveCurrencyStep(config, { ...currency, address: currency.address }, money));
  }
  const what = units === 1n ? shown.token.name : `${units} × ${shown.token.name}`;
  steps.push(purchaseStep(config, call, `Buy ${what} for ${inWords(total)}`));
  return { ...shown, steps };
};
