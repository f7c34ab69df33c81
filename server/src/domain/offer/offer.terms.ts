import { MARKETPLACE_FEE_BPS, OPEN_OFFERS_MAX } from '@skarb/schema/limits';
import { fromBaseUnits } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, forbidden, invalidField, unprocessable } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import { canAnyAccept } from '../token/token.view.ts';
import { buildBidOrder, buildSaleOrder } from './offer.order.ts';
import { BID_DAYS_DEFAULT, decideTimes, OFFER_DAYS_DEFAULT } from './offer.rules.ts';
import { countBurnt, countOpen, countPromised, findHolding, type TokenRow, type TradeCurrency } from './offer.rows.ts';

/** Highest price: sums of amounts stay far below 256 bits. */
const TOTAL_MAX = 2n ** 128n - 1n;

/** A unit price in base units. @throws AppError 400 on `property` */
export const parsePrice = (
  text: string,
  currency: TradeCurrency,
  quantity: bigint,
  { property = 'price', max = TOTAL_MAX }: { property?: 'price' | 'reservePrice'; max?: bigint } = {},
): bigint => {
  const price = readAmount(property, text, currency.decimals);
  if (price * quantity > max) throw invalidField(property, 'max', 'is too high');
  return price;
};

/** Start and end. @throws AppError 400 on the invalid field */
export const parseTimes = (
  input: { startsAt?: string | undefined; endsAt?: string | null | undefined },
  type: 'SALE' | 'BID' = 'SALE',
) => {
  const decided = decideTimes(input, new Date(), type === 'BID' ? BID_DAYS_DEFAULT : OFFER_DAYS_DEFAULT);
  if ('property' in decided) throw invalidField(decided.property, decided.constraint, decided.message);
  return decided;
};

/** A holder may offer the units they hold, each once. @throws AppError 403, 409, 422 */
export const checkUnits = async (
  tx: Tx,
  token: TokenRow,
  maker: string,
  quantity: bigint,
  exceptOffer?: string,
): Promise<void> => {
  const { owned, escrowed } = await findHolding(tx, token.uuid, maker);
  const held = owned - escrowed;
  const promised = await countPromised(tx, token.uuid, maker, exceptOffer);
  if (held === 0n && escrowed > 0n)
    throw conflict(
      'offer.inAuction',
      'It is in an auction of yours: you can sell it once the auction is over or cancelled',
    );
  if (held === 0n) throw forbidden('offer.notOwner', 'Only an owner may put it on sale');
  if (token.type === 'ERC721' && promised.offerUuid)
    throw conflict('offer.exists', `It is on sale already: edit that offer (${promised.offerUuid})`);
  if (quantity > held) throw unprocessable('offer.tooFew', `You hold ${held} of it, not ${quantity}`);
  if (quantity > held - promised.units)
    throw conflict(
      'offer.promised',
      `You hold ${held} and ${promised.units} of them are on sale already: at most ${held - promised.units} more`,
    );
};

/** Nobody opens so many sales or bids of one token that its page slows down. @throws AppError 422 */
export const checkOpen = async (
  tx: Tx,
  tokenUuid: string,
  maker: string,
  type: 'SALE' | 'BID',
  exceptOffer?: string,
): Promise<void> => {
  if ((await countOpen(tx, { tokenUuid, maker, type }, OPEN_OFFERS_MAX, exceptOffer)) >= OPEN_OFFERS_MAX)
    throw unprocessable(
      'offer.tooManyOpen',
      `You have ${OPEN_OFFERS_MAX} open ${type === 'SALE' ? 'sales' : 'bids'} of it already: cancel one first`,
    );
};

/** A bidder bids on units that they do not own, and whose holder can accept. @throws AppError 403, 409, 422 */
export const checkWanted = async (tx: Tx, token: TokenRow, bidder: string, quantity: bigint): Promise<void> => {
  const left = BigInt(token.quantity) - (await countBurnt(tx, token.uuid));
  if (left <= 0n) throw conflict('bid.burnt', 'It is burnt: nobody can sell it any more');
  const others = left - (await findHolding(tx, token.uuid, bidder)).owned;
  if (others <= 0n) throw forbidden('bid.own', 'You own all of it: you cannot bid on your own NFT');
  if (quantity > others)
    throw unprocessable('bid.tooMany', others === 1n ? 'Only 1 of it is not yours' : `Only ${others} are not yours`);
  const [row] = await tx<{ can: boolean }[]>`select ${canAnyAccept(tx, tx`${token.uuid}`, bidder)} as can`;
  if (!row?.can) throw conflict('bid.ownerAway', 'Its owner cannot accept offers at present');
};

/** A bidder has enough money for the bid. @throws AppError 422 */
export const checkMoney = (balance: bigint, needed: bigint, { name, decimals }: TradeCurrency): void => {
  if (balance >= needed) return;
  const inWords = (amount: bigint) => `${fromBaseUnits(amount, decimals)} ${name}`;
  throw unprocessable(
    'bid.balance',
    `Not enough balance: this bid takes ${inWords(needed)} and your wallet has ${inWords(balance)}`,
  );
};

type Terms = {
  maker: Address;
  currency: TradeCurrency;
  price: bigint;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date;
  counter: bigint;
};
/** The Seaport order of these terms of a sale or a bid. */
export const buildOrderOf = (
  { config }: { config: Pick<Config, 'deployment'> },
  type: 'SALE' | 'BID',
  token: TokenRow,
  terms: Terms,
) =>
  (type === 'SALE' ? buildSaleOrder : buildBidOrder)(
    {
      ...terms,
      currency: terms.currency.address,
      unitPrice: terms.price,
      zone: config.deployment.offerZone,
      type: token.type,
      contract: token.contract_address,
      tokenId: BigInt(token.token_id),
      marketplaceBps: MARKETPLACE_FEE_BPS,
      feeRecipient: config.deployment.feeRecipient,
      royaltyBps: token.royalty_bps,
      royaltyReceiver: token.royalty_receiver,
    },
    new Date(),
  );
