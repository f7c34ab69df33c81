import type { OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits, splitPrice } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { waitForFollower } from '../../../platform/chain/barrier.ts';
import { reading } from '../../../platform/chain/client.ts';
import { tryCall } from '../../../platform/chain/revert-reason.ts';
import { forbidden, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { isApprovedForAll } from '../offer.chain.ts';
import { checkOffer, findFillableOrder } from '../offer.fillable.ts';
import { buildAcceptance } from '../offer.fulfil.ts';
import { INVALID_WORDS } from '../offer.rules.ts';
import { acceptStep, approveNftStep } from '../offer.steps.ts';
import { countHeld, findCurrency, findToken, type OfferRow, type TokenRow, type TradeCurrency } from '../offer.rows.ts';
import { getOffer } from '../offer.view.ts';

/** In an acceptance, the chain's refusals about money concern the bidder's. */
const BIDDERS: Record<string, 'INSUFFICIENT_BALANCE' | 'INSUFFICIENT_ALLOWANCE' | undefined> = {
  'chain.balance': 'INSUFFICIENT_BALANCE',
  'chain.allowance': 'INSUFFICIENT_ALLOWANCE',
};

/**
 * POST /offer/{id}/purchase of a BID: what a holder's wallet has to do to sell `quantity` to the bidder.
 * @param seenPrice the lowest unit price the holder agrees to
 * @throws AppError 403 no holder, 409 ended, lower or too many, 422 with the reason when the chain would refuse it
 */
export const acceptBid = async (
  needs: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
  offer: OfferRow,
  quantity: number,
  seenPrice: string | undefined,
): Promise<OfferWithSteps> => {
  const { config, db, chain } = needs;
  const seller = (await requireTrader(db.sql, caller.uuid)) as Address;
  const shown = await getOffer(db.sql, offer.uuid, caller.uuid);
  const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
  const currency = (await findCurrency(db.sql, offer.currency_uuid, token.network_uuid)) as TradeCurrency | undefined;
  if (!currency) throw unprocessable('currency.closed', 'This currency is not traded here any more');
  const units = BigInt(quantity);
  checkOffer(offer, units, seenPrice, currency);
  // The caller may have bought the token seconds ago: wait up to 2 s for the follower, then use the ownership it has
  // recorded.
  await reading(() => waitForFollower(db, chain, { timeoutMs: 2000 }));
  const held = await countHeld(db.sql, offer.token_uuid, seller);
  if (held === 0n) throw forbidden('bid.notHolder', 'Only a holder can accept a bid');
  if (units > held) throw unprocessable('offer.tooFew', `You hold ${held} of it, not ${units}`);
  const { order, signature, filled } = await findFillableOrder(needs, offer, units);
  const call = buildAcceptance({ order, signature, units, filled }, seller);
  const isApproved = await isApprovedForAll(needs, token.contract_address, seller);
  if (isApproved) {
    const why = await reading(() => tryCall(chain, { from: seller, to: config.deployment.seaport, ...call }));
    const bidders = why && BIDDERS[why.code];
    if (bidders) throw unprocessable(`offer.invalid.${bidders}`, INVALID_WORDS[bidders]);
    if (why) throw unprocessable(why.code, why.words);
  }
  const { sellerReceives } = splitPrice(BigInt(offer.price), offer.marketplace_bps, offer.royalty_bps);
  const what = units === 1n ? token.name : `${units} × ${token.name}`;
  const amount = `${fromBaseUnits(sellerReceives * units, currency.decimals)} ${currency.name}`;
  return {
    ...shown,
    steps: [
      approveNftStep(config, token.contract_address, isApproved),
      acceptStep(config, call, `Sell ${what}: you receive ${amount}`),
    ],
  };
};
