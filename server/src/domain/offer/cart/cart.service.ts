import type { cartEndpoints, CartPurchase, CartQuote } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import type { BodyOf } from '@skarb/schema/endpoint';
import type { Offer } from '@skarb/schema/offer';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { AppError, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { recordPurchaseAsk } from '../../auth/auth.service.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { checkOffer } from '../offer.fillable.ts';
import { findOffers, type OfferRow } from '../offer.rows.ts';
import { getOffers } from '../offer.view.ts';
import { findBuyable, requireOthersOffer, stepsToBuy, type Buyable } from '../sale/sale.purchase.ts';
import { checkReceiver } from '../../token/token.receiver.ts';

const requireSale = (offer: OfferRow | undefined, callerUuid: string | undefined, buyer?: Address): OfferRow => {
  const found = requireOthersOffer(offer, callerUuid, buyer);
  if (found.type !== 'SALE') throw unprocessable('cart.notSale', 'This is not for sale: it is a buyer’s offer');
  return found;
};

/** POST /cart/quote, by the records here. */
export const quoteCart = async (
  { db }: Pick<Context, 'db'>,
  caller: Caller | undefined,
  { items }: BodyOf<typeof cartEndpoints.quote>,
): Promise<CartQuote> => {
  const uuids = items.map(({ offerUuid }) => offerUuid.toLowerCase());
  const rows = await findOffers(db.sql, uuids);
  const shown = await getOffers(db.sql, uuids, caller?.uuid);
  const refusalOf = (uuid: string, quantity: number): string | null => {
    const offer = shown.get(uuid);
    try {
      const sale = requireSale(offer && rows.get(uuid), caller?.uuid);
      checkOffer(sale, BigInt(quantity), undefined, (offer as Offer).currency);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };
  const lines = uuids.map((offerUuid, index) => {
    const quantity = items[index]?.quantity ?? 1;
    return { offerUuid, quantity, offer: shown.get(offerUuid) ?? null, refusal: refusalOf(offerUuid, quantity) };
  });
  return {
    items: lines,
    totals: totalsOf(lines.flatMap(({ offer, quantity, refusal }) => (offer && !refusal ? [{ offer, quantity }] : []))),
  };
};

/** The same error, about one item of the cart. */
const aboutItem = (index: number, { status, code, message, cause }: AppError): AppError =>
  new AppError(status, code, message, {
    fields: [{ property: `items.${index}.offerUuid`, constraints: { [code]: message } }],
    cause,
  });

/**
 * POST /cart/purchase: what the caller's wallet does to buy all of these with one transaction. Nothing is stored.
 * @throws AppError as a purchase of one, naming the item; 400 for a recipient that cannot receive them
 */
export const purchaseCart = async (
  needs: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
  { items, recipient: to }: BodyOf<typeof cartEndpoints.purchase>,
): Promise<CartPurchase> => {
  const { sql } = needs.db;
  const buyer = await requireTrader(sql, caller.uuid);
  const recipient = to === undefined ? undefined : await checkReceiver(needs, buyer, to, 'recipient');
  const uuids = items.map(({ offerUuid }) => offerUuid.toLowerCase());
  const rows = await findOffers(sql, uuids);
  const sales: Buyable[] = [];
  for (const [index, item] of items.entries())
    try {
      const sale = requireSale(rows.get(uuids[index] as string), caller.uuid, buyer);
      sales.push(await findBuyable(needs, caller, sale, item));
    } catch (error) {
      throw error instanceof AppError && error.status < 500 ? aboutItem(index, error) : error;
    }
  if (!recipient) await recordPurchaseAsk(sql, caller.uuid);
  const steps = await stepsToBuy(needs, buyer, sales as [Buyable, ...Buyable[]], recipient, aboutItem);
  return {
    totals: totalsOf(sales.map(({ shown, fill }) => ({ offer: shown, quantity: Number(fill.units) }))),
    steps,
  };
};
