import type { OfferStatus } from '@skarb/schema/offer';
import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import { toAmount, toInt, toQuantity } from '../../../platform/chain/clamp.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Sql, Tx } from '../../../platform/db/database.ts';
import { insertOrder, priceEth, type NewOrder } from './order.store.ts';
import type { TokenRow, TradeCurrency } from '../offer.rows.ts';
import type { Derived } from '../offer.rules.ts';
import { weiOf } from '../../price/price.ether.ts';
import type { Lot } from '../auction/auction.contract.ts';
import type { AuctionState } from '../auction/auction.rules.ts';

export type NewOffer = Omit<NewOrder, 'offerUuid' | 'replaces'> & {
  type: 'SALE' | 'BID';
  token: TokenRow;
  currency: TradeCurrency;
  makerUuid: string;
  maker: string;
  marketplaceBps: number;
};
/** A draft with its order. @returns the offer's uuid */
export const insertOffer = async (tx: Tx, offer: NewOffer): Promise<string> => {
  const { token, currency } = offer;
  const uuid = uuidv7();
  await tx`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, starts_at, ends_at, order_hash)
    values (${uuid}, ${offer.type}, 'DRAFT', ${token.uuid}, ${token.collection_uuid}, ${token.category_uuid}, ${token.network_uuid}, ${currency.uuid},
      ${offer.makerUuid}, ${offer.maker}, ${String(offer.price)}, ${priceEth(tx, offer.price, currency)}, ${String(offer.quantity)},
      ${String(offer.quantity)}, ${offer.marketplaceBps}, ${token.royalty_bps}, ${token.royalty_receiver}, ${offer.startsAt}, ${offer.endsAt}, ${offer.orderHash})`;
  await insertOrder(tx, { ...offer, offerUuid: uuid });
  return uuid;
};

/** Gives a draft, changed before it was signed, the terms of its newest order. */
export const copyTerms = (tx: Tx, offerUuid: string, orderHash: Hex) => tx`
  update offer set order_hash = s.order_hash, price = s.price, price_eth = s.price_eth, quantity = s.quantity, quantity_left = s.quantity,
    starts_at = s.starts_at, ends_at = s.ends_at, version = version + 1, updated_at = now()
  from seaport_order s where offer.uuid = ${offerUuid} and s.order_hash = ${orderHash}`;

/** The maker confirms the price: it holds from the block that the follower has reached. */
export const confirmPriceAtCurrentBlock = (tx: Tx, offerUuid: string, chainId: number) => tx`
  update offer set left_block = null, live_block = (select block_number from chain_cursor where chain_id = ${chainId}),
    signed_at = coalesce(signed_at, now()) where uuid = ${offerUuid}`;

/** Records that the offer should be cancelled. @returns false when that was on record, with its time, before */
export const setCancelRequested = async (tx: Tx, offerUuid: string): Promise<boolean> =>
  (
    await tx`update offer set cancel_requested_at = now(), updated_at = now()
      where uuid = ${offerUuid} and cancel_requested_at is null`
  ).count > 0;

/** Retires paused listings of the same ERC-721 token: the new one replaces them. @returns their uuids */
export const retireLapsed = async (tx: Tx, tokenUuid: string, maker: string, exceptOffer: string): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      update offer set cancel_requested_at = now(), updated_at = now() from token t
      where t.uuid = offer.token_uuid and t.type = 'ERC721' and token_uuid = ${tokenUuid} and maker = ${maker} and offer.uuid <> ${exceptOffer}
        and offer.type = 'SALE' and offer.status = 'INVALID' and invalid_reason <> 'NOT_APPROVED' and cancel_requested_at is null
      returning offer.uuid`
  ).map((row) => row.uuid);

/**
 * Retires the bids that the owners of these ERC-721 tokens made before they owned them: otherwise the next owner accepts
 * one, and the bidder pays for what they have sold. When everything is indexed again from the start, a bid signed above
 * `block` is younger than this ownership and stays. @returns their uuids
 */
export const retireBidsOfOwners = async (tx: Tx, tokenUuids: string[], block: number): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      update offer set cancel_requested_at = now(), updated_at = now() from token t, ownership held
      where t.uuid = any(${columnOf(tokenUuids)}::uuid[]) and t.type = 'ERC721'
        and held.token_uuid = t.uuid and held.quantity > 0
        and offer.token_uuid = t.uuid and offer.maker = held.owner and offer.type = 'BID'
        and offer.status in ('SCHEDULED', 'ACTIVE', 'INVALID') and offer.live_block <= ${block} and cancel_requested_at is null
        -- Not the one by which they got it, which a reorg may restore.
        and not exists (select 1 from seaport_order s where s.offer_uuid = offer.uuid and s.filled > 0)
      returning offer.uuid`
  ).map((row) => row.uuid);

/** Deletes an offer that nobody has signed; any other stays. @returns whether it was deleted */
export const deleteDraft = async (tx: Tx, offerUuid: string): Promise<boolean> =>
  (await tx`delete from offer where uuid = ${offerUuid} and status = 'DRAFT'`).count > 0;

/** One statement deletes at most this many drafts, within its time limit. The next call deletes more. */
const DRAFTS_AT_ONCE = 500;

/** Deletes drafts that have waited too long, skipping those that are locked. @returns how many */
export const deleteOldDrafts = async (sql: Sql, before: Date, auctionSeconds: number): Promise<number> =>
  (
    await sql`
      delete from offer where uuid in (
        select uuid from offer where status = 'DRAFT' and greatest(created_at, updated_at) <
          case type when 'AUCTION' then now() - ${`${auctionSeconds} seconds`}::interval else ${before}::timestamptz end
        order by uuid limit ${DRAFTS_AT_ONCE} for update skip locked)`
  ).count;

/** The drafts of a deleted account. */
export const deleteDraftsOf = (tx: Tx, makerUuid: string) =>
  tx`delete from offer where maker_uuid = ${makerUuid} and status = 'DRAFT'`;

/**
 * What `deriveOffer` decided about an offer, the other party of its newest trade, and the block of an ownership gap that is
 * not on record yet.
 */
export type Decision = { uuid: string; derived: Derived; taker: string | null; gap: bigint | undefined };

/**
 * Writes decisions, each with the terms of the order that applies now, its price comparable at the rate of now; without an
 * order the last terms stay.
 */
export const updateDerived = async (tx: Tx, decisions: Decision[]): Promise<void> => {
  if (decisions.length === 0) return;
  const column = (of: (decision: Decision) => string | bigint | null | undefined) => columnOf(decisions.map(of));
  await tx`
    update offer set status = new.status, invalid_reason = new.reason, order_hash = new.current, next_order_hash = new.next,
      quantity_left = new.units, price = coalesce(s.price, offer.price), price_eth = coalesce(${weiOf(tx, tx`s.price`, tx`c.eth_rate`, tx`c.decimals`)}, offer.price_eth),
      quantity = coalesce(s.quantity, offer.quantity),
      starts_at = case when s.order_hash is null then offer.starts_at else s.starts_at end,
      ends_at = case when s.order_hash is null then offer.ends_at else s.ends_at end, taker = new.taker,
      taker_uuid = case when s.order_hash is null then offer.taker_uuid else (select uuid from app_user where metamask_wallet = new.taker) end,
      left_block = coalesce(new.gap, offer.left_block), version = offer.version + 1, updated_at = now()
    from unnest(${column(({ uuid }) => uuid)}::uuid[], ${column(({ derived }) => derived.status)}::text[],
        ${column(({ derived }) => (derived.current === null ? null : derived.invalidReason))}::text[], ${column(({ derived }) => derived.current)}::text[],
        ${column(({ derived }) => (derived.current === null ? null : derived.next))}::text[], ${column(({ derived }) => derived.quantityLeft)}::bigint[],
        ${column(({ taker }) => taker)}::text[], ${column(({ gap }) => gap)}::bigint[]) as new (id, status, reason, current, next, units, taker, gap)
      left join seaport_order s on s.order_hash = new.current, currency c
    where offer.uuid = new.id and c.uuid = offer.currency_uuid`;
};

/** Computes `price_eth` of these offers from the currencies' rates of now. */
export const updatePricesEth = (tx: Tx, uuids: string[]) => tx`
  update offer set price_eth = ${weiOf(tx, tx`offer.price`, tx`c.eth_rate`, tx`c.decimals`)}
  from currency c where c.uuid = offer.currency_uuid and offer.uuid = any(${uuids}::uuid[])`;

/** The first blocks at which sellers of listings held too few units: their prices need the sellers' confirmation. */
export const setOwnershipGaps = async (tx: Tx, gaps: ReadonlyMap<string, bigint>): Promise<void> => {
  if (gaps.size > 0)
    await tx`
      update offer set left_block = block
      from unnest(${columnOf([...gaps.keys()])}::uuid[], ${columnOf([...gaps.values()])}::bigint[]) as gap (id, block)
      where offer.uuid = gap.id`;
};

/** Forgets ownership gaps above a block, which a reorg removed. @returns the offers that had one */
export const clearOwnershipGapsAbove = async (tx: Tx, chainId: number, block: number): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      update offer set left_block = null from network n
      where n.uuid = offer.network_uuid and n.chain_id = ${chainId} and left_block > ${block} returning offer.uuid`
  ).map((row) => row.uuid);

/** A price confirmed at a block that a reorg removed counts as confirmed at the common ancestor. */
export const lowerConfirmedBlocks = (tx: Tx, chainId: number, ancestor: number) => tx`
  update offer set live_block = ${ancestor} from network n
  where n.uuid = offer.network_uuid and n.chain_id = ${chainId} and live_block > ${ancestor}`;

export type NewAuctionOffer = {
  uuid: string;
  token: TokenRow;
  currency: TradeCurrency;
  makerUuid: string;
  maker: Address;
  reservePrice: bigint;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date;
  marketplaceBps: number;
};
/** Inserts the offer of an auction as a draft: it becomes active when the chain reports it. */
export const insertAuctionOffer = (tx: Tx, auction: NewAuctionOffer) => {
  const { uuid, token, currency } = auction;
  return tx`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, starts_at, ends_at)
    values (${uuid}, 'AUCTION', 'DRAFT', ${token.uuid}, ${token.collection_uuid}, ${token.category_uuid}, ${token.network_uuid}, ${currency.uuid},
      ${auction.makerUuid}, ${auction.maker}, ${String(auction.reservePrice)}, ${priceEth(tx, auction.reservePrice, currency)}, ${String(auction.quantity)},
      ${String(auction.quantity)}, ${auction.marketplaceBps}, ${token.royalty_bps}, ${token.royalty_receiver}, ${auction.startsAt}, ${auction.endsAt})`;
};

export type NewForeignAuction = {
  uuid: string;
  tokenUuid: string;
  currencyUuid: string;
  seller: Address;
  reservePrice: bigint;
  lot: Lot;
  createdAt: Date;
};
/** The offer of an auction that was created directly on the chain. */
export const insertForeignAuctionOffer = (tx: Tx, auction: NewForeignAuction) => {
  const quantity = String(toQuantity(auction.lot.quantity));
  return tx`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at, created_at)
    select ${auction.uuid}, 'AUCTION', 'DRAFT', t.uuid, t.collection_uuid, t.category_uuid, t.network_uuid, ${auction.currencyUuid},
      (select uuid from app_user where metamask_wallet = ${auction.seller}), ${auction.seller},
      ${toAmount(auction.reservePrice)}, 0, ${quantity}, ${quantity}, 0, 0, now(), now(), ${auction.createdAt}
    from token t where t.uuid = ${auction.tokenUuid}`;
};

/** What the auction house sells and who is paid: this decides, not the draft. */
export const setLot = (tx: Tx, uuid: string, lot: Lot) => tx`
  update offer set quantity = ${String(toQuantity(lot.quantity))}, quantity_left = ${String(toQuantity(lot.quantity))}, marketplace_bps = ${toInt(lot.feeBps)},
    royalty_bps = ${toInt(lot.royaltyBps)}, royalty_receiver = ${lot.royaltyReceiver.toLowerCase()} where uuid = ${uuid}`;

/** Deletes an offer with everything that refers to it, for one that a reorg removed. */
export const deleteOffer = (tx: Tx, uuid: string) => tx`delete from offer where uuid = ${uuid}`;

/** Makes an auction a draft again, because a reorg removed its log. @returns false when it was one */
export const returnToDraft = async (tx: Tx, uuid: string): Promise<boolean> =>
  (
    await tx`
      update offer set status = 'DRAFT', version = version + 1, updated_at = now() where uuid = ${uuid} and status <> 'DRAFT' returning 1`
  ).length > 0;

/** @returns whether anything changed, `isChanged` (the auction's own row did) included */
export const updateAuctionOffer = async (
  tx: Tx,
  uuid: string,
  state: AuctionState & { status: OfferStatus; quantityLeft: string; isChanged: boolean },
): Promise<boolean> => {
  const { status, quantityLeft, startsAt, endsAt, winner } = state;
  const price = String(state.highestBid ?? state.reservePrice);
  const changed = await tx`
    update offer set status = ${status}, price = ${price}, quantity_left = ${quantityLeft}, starts_at = ${startsAt}, ends_at = ${endsAt},
      price_eth = ${weiOf(tx, tx`${price}::numeric`, tx`c.eth_rate`, tx`c.decimals`)}, taker = ${winner},
      taker_uuid = (select uuid from app_user where metamask_wallet = ${winner}), version = version + 1, updated_at = now()
    from currency c
    where c.uuid = offer.currency_uuid and offer.uuid = ${uuid} and (${state.isChanged}
      or (status, price, quantity_left, starts_at, ends_at, taker) is distinct from
        (${status}::text, ${price}::numeric, ${quantityLeft}::bigint, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${winner}::text))
    returning 1`;
  return changed.length > 0;
};

/** Brings the flag `is_hidden` of these tokens' offers up to date. Locks the offers in the order of their uuids. */
export const updateOffersHidden = (tx: Tx, tokenUuids: string[]) => tx`
  with concerned as (
    select o.uuid, is_token_hidden(o.token_uuid) or coalesce(m.is_hidden, false) as is_hidden
    from offer o left join app_user m on m.uuid = o.maker_uuid
    where o.token_uuid = any(${tokenUuids}::uuid[]) order by o.uuid for no key update of o)
  update offer set is_hidden = concerned.is_hidden, updated_at = now()
  from concerned where offer.uuid = concerned.uuid and offer.is_hidden <> concerned.is_hidden`;
