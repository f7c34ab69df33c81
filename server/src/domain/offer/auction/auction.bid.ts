import type { OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { reading } from '../../../platform/chain/client.ts';
import { tryCall } from '../../../platform/chain/revert-reason.ts';
import { conflict, forbidden, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { readFunds } from '../offer.chain.ts';
import { requireOfferNotHidden, requireNotHidden } from '../offer.hidden.ts';
import { findCurrency, findToken, type OfferRow, type TokenRow } from '../offer.rows.ts';
import { checkMoney, parsePrice } from '../offer.terms.ts';
import { getOffer } from '../offer.view.ts';
import { readAuctionState } from './auction.contract.ts';
import { requireErc20 } from './auction.open.ts';
import { AMOUNT_MAX, refuseBid } from './auction.rules.ts';
import { approveBidStep, bidStep } from './auction.steps.ts';
import { findAuction, type Terms } from '../store/auction.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/**
 * The auction's state in the contract: the records here may be a block behind.
 * @throws AppError 409 when it is not open
 */
const currentState = async ({ config, chain }: Needs, { bidding, lotHash }: Terms) => {
  const now = await reading(() => readAuctionState(chain, config.deployment.auctionHouse, bidding, lotHash));
  const isOpen = now.phase === 1 || now.phase === 2;
  if (!isOpen) throw conflict('auction.over', 'This auction is over');
  return now;
};

/**
 * POST /offer/{id} of a BID on the AUCTION with that id, for its whole lot. The auction house pulls the money with the
 * bid and returns it when someone bids more.
 * @throws AppError 400 price, 403 own auction, 409 not open or below the minimum bid, 422 no wallet or too little
 *   money
 */
export const openAuctionBid = async (
  needs: Needs,
  caller: Caller,
  offer: OfferRow,
  price: string,
): Promise<OfferWithSteps> => {
  const { config, db, chain } = needs;
  const bidder = (await requireTrader(db.sql, caller.uuid)) as Address;
  requireOfferNotHidden(offer);
  const shown = await getOffer(db.sql, offer.uuid, caller.uuid);
  if (offer.maker_uuid === caller.uuid || offer.maker === bidder)
    throw forbidden('auction.own', 'You cannot bid in your own auction');
  const refusal = refuseBid(shown.status);
  if (refusal) throw conflict(refusal.code, refusal.message);
  const terms = (await findAuction(db.sql, offer.uuid))?.terms;
  if (!terms || offer.ends_at === null) throw conflict('auction.notStarted', 'This auction has not started yet');
  const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
  await requireNotHidden(db.sql, token, caller.uuid);
  const currency = requireErc20(await findCurrency(db.sql, offer.currency_uuid, token.network_uuid));
  const amount = parsePrice(price, currency, 1n, { max: AMOUNT_MAX });
  const inWords = (units: bigint) => `${fromBaseUnits(units, currency.decimals)} ${currency.name}`;

  const now = await currentState(needs, terms);
  if (amount < now.leastBid) throw conflict('auction.bidTooLow', `The next smallest bid is ${inWords(now.leastBid)}`);
  // The highest bidder pays only the difference.
  const needed = now.bidder.toLowerCase() === bidder ? amount - now.amount : amount;
  const { balance, allowance } = await readFunds(needs, currency.address, bidder, config.deployment.auctionHouse);
  checkMoney(balance, needed, currency);
  const step = bidStep(config, terms, amount, offer.ends_at, `Bid ${inWords(amount)} for ${token.name}`);
  if ((allowance ?? 0n) >= needed) {
    const call = { from: bidder, to: config.deployment.auctionHouse, data: step.data as `0x${string}` };
    const why = await reading(() => tryCall(chain, call));
    if (why) throw unprocessable(why.code, why.words);
  }
  return { ...shown, steps: [approveBidStep(config, currency, needed, allowance ?? 0n), step] };
};
