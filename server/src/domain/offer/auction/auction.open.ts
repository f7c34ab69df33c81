import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import type { offerInput, OfferWithSteps } from '@skarb/schema/offer';
import type { Step } from '@skarb/schema/primitive';
import { uuidv7 } from 'uuidv7';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { waitForFollower } from '../../../platform/chain/barrier.ts';
import { reading } from '../../../platform/chain/client.ts';
import { invalidField, notFound, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import { requireTrader } from '../../auth/auth.view.ts';
import { requireNotHidden } from '../offer.hidden.ts';
import { decideTimes } from '../offer.rules.ts';
import {
  findCurrency,
  findOpenCurrency,
  findOffer,
  findToken,
  type OfferRow,
  type TokenRow,
  type TradeCurrency,
} from '../offer.rows.ts';
import { withToken } from '../offer.lock.ts';
import { checkUnits, parsePrice } from '../offer.terms.ts';
import { getOffer } from '../offer.view.ts';
import { memoOf } from './auction.contract.ts';
import { AMOUNT_MAX, AUCTION_DAYS_MAX, INCREMENT_DEFAULT_BPS } from './auction.rules.ts';
import { findAuction, insertAuction, type Auction } from '../store/auction.store.ts';
import { claimTokenStep, createStep } from './auction.steps.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type AuctionInput = Extract<z.output<typeof offerInput>, { type: 'AUCTION' }>;

/** Bids need an ERC-20 currency: the native coin cannot be pulled from a wallet. @throws AppError 400 */
export const requireErc20 = (currency: TradeCurrency | undefined): TradeCurrency & { address: Address } => {
  if (!currency) throw invalidField('currencyUuid', 'isIn', 'is no currency of the token’s network');
  if (currency.address === null)
    throw invalidField(
      'currencyUuid',
      'isToken',
      `an auction cannot be in ${currency.name}: choose ETH or a stablecoin`,
    );
  return currency as TradeCurrency & { address: Address };
};

/** The reserve price in base units. @throws AppError 400 on `reservePrice` */
export const parseReserve = (text: string, currency: TradeCurrency): bigint =>
  parsePrice(text, currency, 1n, { property: 'reservePrice', max: AMOUNT_MAX });

/**
 * Start and end.
 * @param started the start of an existing auction; the auction house counts its longest duration from there
 * @throws AppError 400 on the invalid field
 */
export const parseAuctionTimes = (input: { startsAt?: string | undefined; endsAt: string }, started?: Date) => {
  const decided = decideTimes(input, new Date());
  if ('property' in decided) throw invalidField(decided.property, decided.constraint, decided.message);
  const { startsAt, endsAt } = decided;
  if (endsAt.getTime() > (started ?? startsAt ?? new Date()).getTime() + AUCTION_DAYS_MAX * 86_400_000)
    throw invalidField('endsAt', 'isWithinDays', `must end within ${AUCTION_DAYS_MAX} days of its start`);
  return { startsAt, endsAt };
};

/** The next step: the seller sends the NFT, or the winner collects one that could not be delivered. */
export const auctionSteps = async ({ config, db }: Needs, offer: OfferRow, auction?: Auction): Promise<Step[]> => {
  const requested = auction ?? (await findAuction(db.sql, offer.uuid));
  if (requested?.terms && requested.claimant) return [claimTokenStep(config, requested.terms, requested.claimant)];
  if (offer.status !== 'DRAFT' || !requested || requested.terms) return [];
  const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
  const currency = requireErc20(await findCurrency(db.sql, offer.currency_uuid, token.network_uuid));
  const nft = {
    contract: token.contract_address,
    type: token.type,
    tokenId: BigInt(token.token_id),
    quantity: BigInt(offer.quantity),
  };
  const seconds = (time: Date | null) => (time ? Math.floor(time.getTime() / 1000) : 0);
  return [
    createStep(config, offer.maker, nft, {
      currency: currency.address,
      reservePrice: requested.reservePrice,
      startsAt: seconds(offer.starts_at),
      endsAt: seconds(offer.ends_at),
      raiseBps: requested.incrementBps,
      memo: memoOf(offer.uuid),
    }),
  ];
};

/**
 * POST /offer/{id} of an AUCTION of the token with that id, of one or several units as one lot. It is a draft until
 * the follower reads that the NFT is in the auction house.
 * @throws AppError 400 fields, 403 not the owner, 404, 409 on sale or offered already, 422 no wallet or too few units
 */
export const openAuction = async (
  needs: Needs,
  caller: Caller,
  tokenUuid: string,
  input: AuctionInput,
): Promise<OfferWithSteps> => {
  const { db } = needs;
  const maker = (await requireTrader(db.sql, caller.uuid)) as Address;
  const token = await findToken(db.sql, tokenUuid);
  if (!token || (token.status !== 'minted' && token.creator_uuid !== caller.uuid)) throw notFound('token');
  if (token.status !== 'minted') throw unprocessable('token.notMinted', 'It has to be minted before it can be sold');
  await requireNotHidden(db.sql, token, caller.uuid);
  const currency = requireErc20(await findOpenCurrency(db.sql, input.currencyUuid, token.network_uuid));
  const reservePrice = parseReserve(input.reservePrice, currency);
  const quantity = BigInt(input.quantity);
  const { startsAt, endsAt } = parseAuctionTimes(input);
  const incrementBps =
    input.minIncrementPercent === undefined ? INCREMENT_DEFAULT_BPS : Math.round(input.minIncrementPercent * 100);
  // The caller may have bought the token seconds ago: wait up to 2 s for the follower, then use the ownership it has
  // recorded.
  await reading(() => waitForFollower(db, needs.chain, { timeoutMs: 2000 }));
  const uuid = uuidv7();
  await withToken(db.sql, token.uuid, async (tx) => {
    await checkUnits(tx, token, maker, quantity);
    await insertAuction(tx, {
      uuid,
      token,
      currency,
      makerUuid: caller.uuid,
      maker,
      reservePrice,
      incrementBps,
      quantity,
      startsAt,
      endsAt,
      marketplaceBps: MARKETPLACE_FEE_BPS,
    });
  });
  const offer = (await findOffer(db.sql, uuid)) as OfferRow;
  return { ...(await getOffer(db.sql, uuid, caller.uuid)), steps: await auctionSteps(needs, offer) };
};
