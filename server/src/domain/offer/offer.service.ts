import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import type { offerEdit, offerInput, OfferWithSteps } from '@skarb/schema/offer';
import type { Hex } from 'viem';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { reading } from '../../platform/chain/client.ts';
import { AppError, conflict, forbidden, invalidField, notFound, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { cancelAuction, editAuction } from './auction/auction.change.ts';
import { openAuction } from './auction/auction.open.ts';
import { requireTrader } from '../auth/auth.view.ts';
import { checkSignature, readCounter, readFunds } from './offer.chain.ts';
import { requireOfferNotHidden, requireNotHidden } from './offer.hidden.ts';
import { hashOrder, orderFromJson } from './offer.order.ts';
import { rederiveTokenOffers } from './offer.derive.ts';
import { refuseCancel, refuseEdit, type Refusal } from './offer.rules.ts';
import { buildOrderOf, checkMoney, checkOpen, checkUnits, checkWanted, parsePrice, parseTimes } from './offer.terms.ts';
import { offerAndSteps } from './offer.next-steps.ts';
import { recordOfferEvents, requestCancel } from './offer.history.ts';
import { copyTerms, deleteDraft, insertOffer, retireLapsed, confirmPriceAtCurrentBlock } from './store/offer.store.ts';
import {
  findCurrency,
  findOpenCurrency,
  findOffer,
  findOrders,
  findToken,
  type OfferRow,
  type OrderRow,
  type TokenRow,
  type TradeCurrency,
} from './offer.rows.ts';
import { lockMaker, withToken } from './offer.lock.ts';
import { insertOrder, setSignature } from './store/order.store.ts';
import { deleteCancelledHistory } from './offer.history.ts';
import { getOffer } from './offer.view.ts';
import { openBid } from './bid/bid.open.ts';
import { readMoney, storeMoney } from './bid/bid.money.store.ts';

type Input = z.output<typeof offerInput>;
type Edit = z.output<typeof offerEdit>;
type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

const BARRIER_MS = 5000;

const refuse = (refusal: Refusal | undefined) => {
  if (refusal) throw conflict(refusal.code, refusal.message);
};

/** Waits until the follower has read the caller's last transaction. @throws AppError 503 when it lags */
const waitForCallersTransaction = async ({ db, chain }: Needs): Promise<void> => {
  if (await reading(() => waitForFollower(db, chain, { timeoutMs: BARRIER_MS }))) return;
  throw new AppError(503, 'chain.behind', 'We are still reading the newest blocks, try again in a few seconds', {
    retryAfterSeconds: 2,
  });
};

/**
 * POST /offer/{id}: opens a sale of the token with that id, as a draft whose order the maker signs unchanged.
 * @throws AppError 400 fields, 403 not the owner, 404, 409 on sale already, 422 no wallet or too few units
 */
export const openOffer = async (
  needs: Needs,
  caller: Caller,
  tokenUuid: string,
  input: Input,
): Promise<OfferWithSteps> => {
  const { db } = needs;
  if (input.type === 'BID') return openBid(needs, caller, tokenUuid, input);
  if (input.type === 'AUCTION') return openAuction(needs, caller, tokenUuid, input);
  const maker = await requireTrader(db.sql, caller.uuid);
  const token = await findToken(db.sql, tokenUuid);
  if (!token || (token.status !== 'minted' && token.creator_uuid !== caller.uuid)) throw notFound('token');
  if (token.status !== 'minted') throw unprocessable('token.notMinted', 'It has to be minted before it can be sold');
  await requireNotHidden(db.sql, token, caller.uuid);
  const currency = await findOpenCurrency(db.sql, input.currencyUuid, token.network_uuid);
  if (!currency) throw invalidField('currencyUuid', 'isIn', 'is no currency of the token’s network');
  const quantity = BigInt(input.quantity);
  const price = parsePrice(input.price, currency, quantity);
  const { startsAt, endsAt } = parseTimes(input);
  // The caller may have bought the token seconds ago: wait up to 2 s for the follower, then use the ownership it has
  // recorded.
  await reading(() => waitForFollower(db, needs.chain, { timeoutMs: 2000 }));
  await checkUnits(db.sql, token, maker, quantity);
  await checkOpen(db.sql, token.uuid, maker, 'SALE');
  const counter = await readCounter(needs, maker);
  const components = buildOrderOf(needs, 'SALE', token, {
    maker,
    currency,
    price,
    quantity,
    startsAt,
    endsAt,
    counter,
  });
  const orderHash = hashOrder(components);
  const order = { orderHash, chainId: token.chain_id, components, price, quantity, startsAt, endsAt };
  const uuid = await withToken(db.sql, token.uuid, (tx) =>
    insertOffer(tx, {
      ...order,
      type: 'SALE',
      token,
      currency,
      makerUuid: caller.uuid,
      maker,
      marketplaceBps: MARKETPLACE_FEE_BPS,
    }),
  );
  return offerAndSteps(needs, uuid, caller.uuid);
};

const loadOwn = async ({ db }: Needs, uuid: string, caller: Caller): Promise<OfferRow> => {
  const offer = await findOffer(db.sql, uuid);
  if (!offer || (offer.status === 'DRAFT' && offer.maker_uuid !== caller.uuid)) throw notFound('offer');
  if (offer.maker_uuid !== caller.uuid) throw forbidden('offer.notYours', 'Only its maker may change an offer');
  return offer;
};

/** PUT /offer/{id}: signs, edits or confirms an offer of the caller. @throws AppError 409 also when it is hidden */
export const editOffer = async (needs: Needs, caller: Caller, uuid: string, body: Edit): Promise<OfferWithSteps> => {
  const offer = await loadOwn(needs, uuid, caller);
  requireOfferNotHidden(offer);
  if (offer.type === 'AUCTION') return editAuction(needs, caller, offer, body);
  if (body.signature !== undefined) return signOffer(needs, caller, offer, body.signature as Hex);
  if (body.revive) return reviveOffer(needs, caller, offer);
  return changeTerms(needs, caller, offer, body);
};

const draftGone = () => conflict('offer.draftGone', 'This draft has expired: start again');
const isUnsigned = (order: OrderRow) => order.signature === null && BigInt(order.filled) === 0n;

/** Takes the maker's signature over the unsigned order: from now on it can be bought. */
const signOffer = async (needs: Needs, caller: Caller, offer: OfferRow, signature: Hex): Promise<OfferWithSteps> => {
  const { db, chain } = needs;
  const waiting = (await findOrders(db.sql, offer.uuid)).findLast(isUnsigned);
  if (!waiting)
    throw conflict(
      'offer.nothingToSign',
      'There is nothing to sign: it was signed already, or dropped after 15 minutes',
    );
  const order = orderFromJson(waiting.components);
  const good = await checkSignature(needs, order, signature);
  if (!good)
    throw invalidField('signature', 'isSigner', `must be signed by ${order.offerer}, and over exactly this offer`);
  await waitForCallersTransaction(needs);
  // Before the transaction: a slow node must not hold the token's lock and a connection.
  const money = offer.type === 'BID' ? await readMoney(db.sql, needs, [offer.maker]) : undefined;
  await withToken(db.sql, offer.token_uuid, async (tx) => {
    const now = await findOffer(tx, offer.uuid);
    const still = (await findOrders(tx, offer.uuid)).findLast(isUnsigned);
    if (!now || still?.order_hash !== waiting.order_hash) throw draftGone();
    if (now.status === 'SOLD' || now.status === 'EXPIRED') refuse(refuseEdit(now.status));
    const token = (await findToken(tx, offer.token_uuid)) as TokenRow;
    if (offer.type === 'SALE') await checkUnits(tx, token, offer.maker, BigInt(waiting.quantity), offer.uuid);
    // They may have bought it since they began.
    else await checkWanted(tx, token, offer.maker, BigInt(waiting.quantity));
    // Drafts are not counted: many may have been made before the first one is signed.
    await checkOpen(tx, token.uuid, offer.maker, offer.type === 'BID' ? 'BID' : 'SALE', offer.uuid);
    // Lock the bidder's balance before any offer: bids on all tokens share it.
    const bids = money ? await storeMoney(tx, money, { keepsNewer: true }) : [];
    // A block that begins later finds this offer on sale; one that began before is read here.
    if (!(await lockMaker(tx, caller.uuid, offer.maker))) throw draftGone();
    await setSignature(tx, waiting.order_hash, good);
    await confirmPriceAtCurrentBlock(tx, offer.uuid, chain.id);
    if (waiting.replaces) await deleteCancelledHistory(tx, offer.uuid);
    const opened = offer.type === 'BID' ? 'BID' : 'LISTED';
    await recordOfferEvents(tx, [
      { offerUuid: offer.uuid, event: waiting.replaces ? 'EDITED' : opened, orderHash: waiting.order_hash },
    ]);
    const others = money ? bids : await retireLapsed(tx, offer.token_uuid, offer.maker, offer.uuid);
    await rederiveTokenOffers(tx, needs.config, offer.token_uuid, [offer.uuid, ...others]);
  });
  if (offer.type === 'BID') await rereadMoney(needs, offer);
  return offerAndSteps(needs, offer.uuid, caller.uuid);
};

/** The follower watches a bidder from their first open bid on: read again what changed just before that. */
const rereadMoney = async (needs: Needs, offer: OfferRow): Promise<void> => {
  const money = await readMoney(needs.db.sql, needs, [offer.maker]);
  await withToken(needs.db.sql, offer.token_uuid, async (tx) => {
    const bids = await storeMoney(tx, money, { keepsNewer: true });
    await rederiveTokenOffers(tx, needs.config, offer.token_uuid, bids);
  });
};

/**
 * Creates an order with new terms for the maker to sign. The old terms apply until it is signed and are then cancelled
 * on the chain.
 */
const changeTerms = async (needs: Needs, caller: Caller, offer: OfferRow, body: Edit): Promise<OfferWithSteps> => {
  const { db } = needs;
  if (body.reservePrice !== undefined)
    throw invalidField('reservePrice', 'isEmpty', 'only an auction has a reserve price');
  refuse(refuseEdit(offer.status));
  const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
  const currency = (await findCurrency(db.sql, offer.currency_uuid, token.network_uuid)) as TradeCurrency;
  const quantity = BigInt(body.quantity ?? offer.quantity_left);
  const price = body.price === undefined ? BigInt(offer.price) : parsePrice(body.price, currency, quantity);
  const startsAt = offer.starts_at && offer.starts_at > new Date() ? offer.starts_at : null;
  const wantedEnd = body.endsAt === undefined ? offer.ends_at?.toISOString() : body.endsAt;
  const type = offer.type === 'BID' ? 'BID' : 'SALE';
  const { endsAt } = parseTimes({ startsAt: startsAt?.toISOString(), endsAt: wantedEnd }, type);
  if (type === 'SALE') await checkUnits(db.sql, token, offer.maker, quantity, offer.uuid);
  else {
    await checkWanted(db.sql, token, offer.maker, quantity);
    checkMoney((await readFunds(needs, currency.address, offer.maker)).balance, price * quantity, currency);
  }
  const counter = await readCounter(needs, offer.maker);
  const components = buildOrderOf(needs, type, token, {
    maker: offer.maker,
    currency,
    price,
    quantity,
    startsAt,
    endsAt,
    counter,
  });
  const orderHash = hashOrder(components);
  const isCurrent = await withToken(db.sql, offer.token_uuid, async (tx) => {
    const now = (await findOffer(tx, offer.uuid)) ?? offer;
    refuse(refuseEdit(now.status));
    // Bought while the node was asked: the new order would offer these units again.
    if (body.quantity === undefined && now.quantity_left !== offer.quantity_left) return false;
    const isDraft = now.status === 'DRAFT';
    const old = (await findOrders(tx, offer.uuid)).find((order) => order.order_hash === now.order_hash);
    const replaces = isDraft || !old ? undefined : { orderHash: old.order_hash, filled: BigInt(old.filled) };
    await insertOrder(tx, {
      orderHash,
      chainId: token.chain_id,
      offerUuid: offer.uuid,
      components,
      price,
      currency,
      quantity,
      startsAt,
      endsAt,
      ...(replaces ? { replaces } : {}),
    });
    if (isDraft) await copyTerms(tx, offer.uuid, orderHash);
    return true;
  });
  if (!isCurrent) return editOffer(needs, caller, offer.uuid, body);
  return offerAndSteps(needs, offer.uuid, caller.uuid);
};

/** The owner confirms the price of an NFT that left their wallet and came back. */
const reviveOffer = async (needs: Needs, caller: Caller, offer: OfferRow): Promise<OfferWithSteps> => {
  const { db, chain } = needs;
  refuse(refuseEdit(offer.status));
  await waitForCallersTransaction(needs);
  await withToken(db.sql, offer.token_uuid, async (tx) => {
    const now = (await findOffer(tx, offer.uuid)) ?? offer;
    refuse(refuseEdit(now.status));
    if (now.left_block === null) return;
    const token = (await findToken(tx, offer.token_uuid)) as TokenRow;
    await checkUnits(tx, token, offer.maker, BigInt(now.quantity_left), offer.uuid);
    await confirmPriceAtCurrentBlock(tx, offer.uuid, chain.id);
    await rederiveTokenOffers(tx, needs.config, offer.token_uuid, [offer.uuid]);
  });
  return offerAndSteps(needs, offer.uuid, caller.uuid);
};

/** DELETE /offer/{id}: invalidates the signature for good; the marketplace pays, or the steps let the maker do it. */
export const cancelOffer = async (needs: Needs, caller: Caller, uuid: string): Promise<OfferWithSteps> => {
  const { db } = needs;
  const offer = await loadOwn(needs, uuid, caller);
  if (offer.status === 'DRAFT') {
    const last = await getOffer(db.sql, uuid, caller.uuid);
    if (await deleteDraft(db.sql, uuid)) return { ...last, status: 'CANCELLED', steps: [] };
    // Its signature or its auction was recorded meanwhile: it is an offer now.
    return cancelOffer(needs, caller, uuid);
  }
  if (offer.type === 'AUCTION') return cancelAuction(needs, caller, offer);
  refuse(refuseCancel(offer.status));
  await withToken(db.sql, offer.token_uuid, async (tx) => {
    const now = (await findOffer(tx, uuid)) ?? offer;
    refuse(refuseCancel(now.status));
    await requestCancel(tx, uuid);
    await rederiveTokenOffers(tx, needs.config, offer.token_uuid, [uuid]);
  });
  return offerAndSteps(needs, uuid, caller.uuid);
};
