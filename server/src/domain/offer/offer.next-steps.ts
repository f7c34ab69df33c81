import type { OfferWithSteps } from '@skarb/schema/offer';
import type { PayReason, Step } from '@skarb/schema/primitive';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { auctionSteps } from './auction/auction.open.ts';
import { whyNotPaid } from '../operator/operator.service.ts';
import { isApprovedForAll, readFunds } from './offer.chain.ts';
import { orderFromJson } from './offer.order.ts';
import { approveCurrencyStep, approveNftStep, cancelStep, signOfferStep } from './offer.steps.ts';
import {
  findCurrency,
  findOffer,
  findOrders,
  findToken,
  sumBids,
  type OfferRow,
  type OrderRow,
  type TokenRow,
} from './offer.rows.ts';
import { getOffer } from './offer.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/**
 * Why the operator does not pay for cancelling these orders: a budget, no funds, or a contract that reverts. Undefined
 * when it does.
 */
const whyNotCancelled = (needs: Needs, offer: OfferRow, orders: OrderRow[]): Promise<PayReason | undefined> =>
  whyNotPaid(needs, {
    kind: 'cancel',
    accountUuid: offer.maker_uuid,
    subjects: orders.map((order) => order.order_hash),
  });

/** Lets Seaport take the money of this bid and of the maker's other open bids. */
const allowMoney = async (needs: Needs, offer: OfferRow, token: TokenRow, cost: bigint): Promise<Step[]> => {
  const currency = await findCurrency(needs.db.sql, offer.currency_uuid, token.network_uuid);
  if (!currency || currency.address === null) return [];
  const { allowance } = await readFunds(needs, currency.address, offer.maker);
  const openBids = await sumBids(needs.db.sql, offer.maker, offer.currency_uuid, offer.uuid);
  const money = { cost, openBids, allowance: allowance ?? 0n };
  return [approveCurrencyStep(needs.config, { ...currency, address: currency.address }, money)];
};

const isUnsigned = (order: OrderRow) => order.signature === null && BigInt(order.filled) === 0n;
const PERMISSIONS = ['NOT_APPROVED', 'INSUFFICIENT_ALLOWANCE'];

/**
 * What the maker has to do next, in order: cancel the old terms when the marketplace does not pay for it, approve
 * Seaport for the NFT or the money, sign. Empty when nothing is left.
 */
const stepsOf = async (needs: Needs, offerUuid: string): Promise<Step[]> => {
  const { config, db } = needs;
  const offer = await findOffer(db.sql, offerUuid);
  if (offer?.type === 'AUCTION') return auctionSteps(needs, offer);
  if (!offer || offer.status === 'SOLD' || offer.status === 'EXPIRED') return [];
  const orders = await findOrders(db.sql, offerUuid);
  const waiting = orders.findLast(isUnsigned);
  const steps: Step[] = [];
  // Signed orders that newer terms replace, or that end with the offer.
  const open = orders.filter((order) => order.signature !== null && order.cancellations === 0);
  const toCancel = offer.cancel_requested_at ? open : waiting ? open : open.slice(0, -1);
  const why = toCancel.length > 0 ? await whyNotCancelled(needs, offer, toCancel) : undefined;
  if (why) {
    const words = offer.cancel_requested_at ? 'Cancel the offer on the chain' : 'Cancel the old terms on the chain';
    steps.push(
      cancelStep(
        config,
        toCancel.map((order) => orderFromJson(order.components)),
        words,
        why,
      ),
    );
  }
  if (waiting || (offer.status === 'INVALID' && PERMISSIONS.includes(offer.invalid_reason ?? ''))) {
    const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
    if (offer.type === 'BID') {
      const [price, units] = waiting ? [waiting.price, waiting.quantity] : [offer.price, offer.quantity_left];
      steps.push(...(await allowMoney(needs, offer, token, BigInt(price) * BigInt(units))));
    } else
      steps.push(
        approveNftStep(
          config,
          token.contract_address,
          await isApprovedForAll(needs, token.contract_address, offer.maker),
        ),
      );
  }
  if (waiting) steps.push(signOfferStep(config, offerUuid, orderFromJson(waiting.components)));
  return steps;
};

/** An offer as the caller sees it, with the steps that its maker still has to take. @throws AppError 404 */
export const offerAndSteps = async (needs: Needs, uuid: string, callerUuid: string): Promise<OfferWithSteps> => ({
  ...(await getOffer(needs.db.sql, uuid, callerUuid)),
  steps: await stepsOf(needs, uuid),
});

/**
 * GET /offer/{id}: with the next steps for its maker, or for the winner of an auction who has yet to collect the NFT.
 * @throws AppError 404
 */
export const showOffer = async (
  needs: Needs,
  uuid: string,
  callerUuid: string | undefined,
): Promise<OfferWithSteps> => {
  const offer = await getOffer(needs.db.sql, uuid, callerUuid);
  const maker =
    offer.type === 'AUCTION' && offer.status === 'SOLD'
      ? offer.buyer
      : offer.type === 'BID'
        ? offer.buyer
        : offer.seller;
  if (callerUuid === undefined || maker?.uuid !== callerUuid) return offer;
  // The page is shown also when the node is unavailable.
  const steps = await stepsOf(needs, uuid).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 503) return [];
    throw error;
  });
  return steps.length > 0 ? { ...offer, steps } : offer;
};
