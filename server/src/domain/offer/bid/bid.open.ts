import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import type { offerInput, OfferWithSteps } from '@skarb/schema/offer';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { waitForFollower } from '../../../platform/chain/barrier.ts';
import { reading } from '../../../platform/chain/client.ts';
import { invalidField, notFound, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { openAuctionBid } from '../auction/auction.bid.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { readCounter, readFunds } from '../offer.chain.ts';
import { requireNotHidden } from '../offer.hidden.ts';
import { hashOrder } from '../offer.order.ts';
import {
  findOpenCurrency,
  findDefaultCurrency,
  findOffer,
  findToken,
  type TokenRow,
  type TradeCurrency,
} from '../offer.rows.ts';
import { withToken } from '../offer.lock.ts';
import { insertOffer } from '../store/offer.store.ts';
import { buildOrderOf, checkMoney, checkOpen, checkWanted, parsePrice, parseTimes } from '../offer.terms.ts';
import { offerAndSteps } from '../offer.next-steps.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type BidInput = Extract<z.output<typeof offerInput>, { type: 'BID' }>;

/** The token of a bid, given by its own uuid or by a sale of it. @throws AppError 404, 422 */
const targetOf = async ({ db }: Needs, id: string): Promise<TokenRow> => {
  const offer = await findOffer(db.sql, id);
  if (offer && offer.type === 'BID') throw unprocessable('bid.onBid', 'A bid is made on an NFT or on a sale of it');
  const token = await findToken(db.sql, offer && offer.status !== 'DRAFT' ? offer.token_uuid : id);
  if (!token || token.status !== 'minted') throw notFound('token');
  return token;
};

/** The currency of a bid: never the native coin, which cannot be pulled from a wallet. @throws AppError 400 */
const currencyOf = async ({ db }: Needs, token: TokenRow, uuid: string | undefined) => {
  const currency = uuid
    ? await findOpenCurrency(db.sql, uuid, token.network_uuid)
    : await findDefaultCurrency(db.sql, token.network_uuid);
  if (!currency) throw invalidField('currencyUuid', 'isIn', 'is no currency of the token’s network');
  if (currency.address === null)
    throw invalidField('currencyUuid', 'isToken', `a bid cannot be in ${currency.name}: choose ETH or a stablecoin`);
  return currency as TradeCurrency & { address: Address };
};

/**
 * POST /offer/{id} of a BID on the token or sale with that id, for one or several units. The money stays in the
 * bidder's wallet until someone accepts.
 * @throws AppError 400 fields, 403 the caller owns all units, 404, 422 no wallet, too many units, or too little money
 */
export const openBid = async (needs: Needs, caller: Caller, id: string, input: BidInput): Promise<OfferWithSteps> => {
  const { db } = needs;
  const named = await findOffer(db.sql, id);
  if (named?.type === 'AUCTION' && named.status !== 'DRAFT') return openAuctionBid(needs, caller, named, input.price);
  const maker = (await requireTrader(db.sql, caller.uuid)) as Address;
  const token = await targetOf(needs, id);
  await requireNotHidden(db.sql, token, caller.uuid);
  const currency = await currencyOf(needs, token, input.currencyUuid);
  const quantity = BigInt(input.quantity);
  const price = parsePrice(input.price, currency, quantity);
  const { startsAt, endsAt } = parseTimes({ endsAt: input.endsAt }, 'BID');
  // The caller may have sold the token seconds ago: wait up to 2 s for the follower, then use the ownership it has
  // recorded.
  await reading(() => waitForFollower(db, needs.chain, { timeoutMs: 2000 }));
  await checkWanted(db.sql, token, maker, quantity);
  await checkOpen(db.sql, token.uuid, maker, 'BID');
  checkMoney((await readFunds(needs, currency.address, maker)).balance, price * quantity, currency);
  const counter = await readCounter(needs, maker);
  const terms = { maker, currency, price, quantity, startsAt, endsAt, counter };
  const components = buildOrderOf(needs, 'BID', token, terms);
  const uuid = await withToken(db.sql, token.uuid, (tx) =>
    insertOffer(tx, {
      ...terms,
      type: 'BID',
      orderHash: hashOrder(components),
      chainId: token.chain_id,
      components,
      token,
      makerUuid: caller.uuid,
      marketplaceBps: MARKETPLACE_FEE_BPS,
    }),
  );
  return offerAndSteps(needs, uuid, caller.uuid);
};
