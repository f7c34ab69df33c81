import type { HistoryEntry, InvalidReason, Offer, offerEndpoints, OfferStatus, OfferType } from '@skarb/schema/offer';
import type { QueryOf } from '@skarb/schema/endpoint';
import { fromBaseUnits, splitPrice } from '@skarb/schema/primitive';
import { getAddress, type Address, type Hex } from 'viem';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { collectionRefJson } from '../collection/collection.view.ts';
import { nextBid } from './auction/auction.rules.ts';
import { isWalletShown, personJson, toPerson, type PersonJson } from '../auth/auth.view.ts';
import { seesHiddenToken } from '../hidden/hidden.view.ts';
import { tradeUsd } from '../price/price.view.ts';

type Card = Omit<Offer['token'], 'localization'> & { localization: Offer['token']['localization'] | null };
export type OfferListRow = {
  uuid: string;
  type: Offer['type'];
  shown_status: OfferStatus;
  invalid_reason: InvalidReason | null;
  version: number;
  price: string;
  currency_uuid: string;
  currency_name: string;
  symbol: string;
  decimals: number;
  currency_address: string | null;
  quantity: string;
  quantity_left: string;
  marketplace_bps: number;
  royalty_bps: number;
  starts_at: Date | null;
  ends_at: Date | null;
  created_at: Date;
  updated_at: Date;
  maker: Address;
  taker: Address | null;
  maker_person: PersonJson | null;
  taker_person: PersonJson | null;
  order_hash: Hex | null;
  card: Card;
  network_uuid: string;
  asking_price: string | null;
  asking_symbol: string;
  asking_decimals: number;
  asking_difference: number | null;
  checked_block: string | null;
  checked_at: Date | null;
  reserve_price: string | null;
  raise_bps: number;
  original_ends_at: Date;
  auction_id: Hex | null;
  highest_bid: string | null;
  highest_bidder: Address | null;
  bidder_person: PersonJson | null;
  bid_count: number;
  extensions: number;
  settled_at: Date | null;
  is_hidden: boolean;
};

/** The worker writes status changes due to time within a second; reads in between must be right, too. */
export const shownStatus = (sql: Tx) => sql`
  case when o.status in ('ACTIVE', 'SCHEDULED', 'INVALID') and o.ends_at <= now()
      then case o.type when 'AUCTION' then 'ENDED' else 'EXPIRED' end
    when o.status = 'SCHEDULED' and o.starts_at <= now() then 'ACTIVE' else o.status end`;

/** Offers that have ended by a moment and are not marked so yet: few. The index and the statistics `offer_expiring` have this. */
export const isOver = (sql: Tx, moment: Fragment) => sql`
  status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
    and case when status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') then ends_at end <= ${moment}`;

/** @param from the offers `o`; joined first, so that the other joins read as many rows as it has */
export const rowsOf = (sql: Tx, from = sql`offer o`) => sql`
  select o.uuid, o.type, ${shownStatus(sql)} as shown_status, o.invalid_reason, o.version, o.price, o.currency_uuid,
    u.name as currency_name, u.symbol, u.decimals, u.address as currency_address, o.quantity, o.quantity_left, o.marketplace_bps,
    o.royalty_bps, o.starts_at, o.ends_at, o.created_at, o.updated_at, o.maker, o.taker, ${personJson(sql, 'm')} as maker_person,
    ${personJson(sql, 'k')} as taker_person, o.order_hash,
    jsonb_build_object('uuid', t.uuid, 'name', t.name, 'localization', t.card -> 'localization', 'type', t.type, 'quantity', t.quantity, 'image', t.card -> 'image',
      'collection', ${collectionRefJson(sql)}, 'contractAddress', t.contract_address, 'tokenId', t.token_id::text) as card, o.network_uuid,
    asking.price as asking_price, asking.symbol as asking_symbol, asking.decimals as asking_decimals,
    round((o.price_eth - asking.price_eth) / nullif(asking.price_eth, 0) * 100, 1)::float8 as asking_difference,
    at.block_number as checked_block,
    case when at.block_number >= at.head_number then greatest(at.block_time, at.head_seen_at) else at.block_time end as checked_at,
    a.reserve_price, a.raise_bps, a.original_ends_at, a.auction_id, a.highest_bid, a.highest_bidder, ${personJson(sql, 'h')} as bidder_person,
    a.bid_count, a.extensions, a.settled_at, o.is_hidden
  from ${from}
  join token t on t.uuid = o.token_uuid
  join currency u on u.uuid = o.currency_uuid
  left join app_user m on m.uuid = o.maker_uuid
  left join app_user k on k.uuid = o.taker_uuid
  -- Keys that are null for other types: nothing is looked up for these.
  left join auction a on a.offer_uuid = case when o.type = 'AUCTION' then o.uuid end
  left join app_user h on h.metamask_wallet = a.highest_bidder and ${isWalletShown(sql, 'h')}
  left join lateral (
    select s.price, s.price_eth, c.symbol, c.decimals from offer s join currency c on c.uuid = s.currency_uuid
    where s.uuid = case when o.type = 'BID' then t.sale_offer_uuid end and (s.ends_at is null or s.ends_at > now())) asking on true
  -- The follower has seen every block up to its own, and every log that touches an offer has it re-checked.
  left join chain_cursor at on at.chain_id = t.chain_id and o.status in ('ACTIVE', 'SCHEDULED', 'INVALID', 'CANCELLING')`;

const checksummed = (address: string | null) => (address === null ? null : getAddress(address));

const toAuction = (row: OfferListRow): Offer['auction'] => {
  if (row.reserve_price === null) return null;
  const inCurrency = (units: bigint) => fromBaseUnits(units, row.decimals);
  const reservePrice = BigInt(row.reserve_price);
  const highestBid = row.highest_bid === null ? null : BigInt(row.highest_bid);
  return {
    reservePrice: inCurrency(reservePrice),
    highestBid: highestBid === null ? null : inCurrency(highestBid),
    highestBidder: row.bidder_person && toPerson(row.bidder_person),
    highestBidderAddress: checksummed(row.highest_bidder),
    nextBid: inCurrency(nextBid({ reservePrice, highestBid, raiseBps: row.raise_bps })),
    bidCount: row.bid_count,
    minIncrementPercent: row.raise_bps / 100,
    originalEndsAt: row.original_ends_at.toISOString(),
    extensions: row.extensions,
    auctionId: row.auction_id,
    settledAt: row.settled_at?.toISOString() ?? null,
  };
};

export const toOffer = (row: OfferListRow): Offer => {
  const inCurrency = (units: bigint) => fromBaseUnits(units, row.decimals);
  const price = BigInt(row.price);
  const parts = splitPrice(price, row.marketplace_bps, row.royalty_bps);
  const maker = { person: row.maker_person && toPerson(row.maker_person), address: checksummed(row.maker) };
  const taker = { person: row.taker_person && toPerson(row.taker_person), address: checksummed(row.taker) };
  const [seller, buyer] = row.type === 'BID' ? [taker, maker] : [maker, taker];
  const { card } = row;
  return {
    uuid: row.uuid,
    type: row.type,
    status: row.shown_status,
    invalidReason: row.shown_status === 'INVALID' ? row.invalid_reason : null,
    version: row.version,
    price: inCurrency(price),
    currency: {
      uuid: row.currency_uuid,
      name: row.currency_name,
      symbol: row.symbol,
      decimals: row.decimals,
      address: checksummed(row.currency_address),
      isNative: row.currency_address === null,
    },
    quantity: Number(row.quantity),
    quantityLeft: Number(row.quantity_left),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    fees: {
      marketplace: inCurrency(parts.marketplace),
      royalty: inCurrency(parts.royalty),
      sellerReceives: inCurrency(parts.sellerReceives),
      marketplacePercent: row.marketplace_bps / 100,
      royaltyPercent: row.royalty_bps / 100,
    },
    seller: seller.person,
    sellerAddress: seller.address,
    buyer: buyer.person,
    buyerAddress: buyer.address,
    orderHash: row.order_hash,
    token: {
      uuid: card.uuid,
      name: card.name,
      localization: card.localization ?? undefined,
      type: card.type,
      quantity: card.quantity,
      image: card.image,
      collection: card.collection,
      contractAddress: getAddress(card.contractAddress),
      tokenId: card.tokenId,
    },
    networkUuid: row.network_uuid,
    auction: toAuction(row),
    asking:
      row.asking_price === null
        ? null
        : {
            price: fromBaseUnits(BigInt(row.asking_price), row.asking_decimals),
            symbol: row.asking_symbol,
            differencePercent: row.asking_difference ?? 0,
          },
    checked:
      row.checked_block === null || row.checked_at === null
        ? null
        : { block: Number(row.checked_block), at: row.checked_at.toISOString() },
    isHidden: row.is_hidden,
  };
};

/**
 * One offer.
 * @param options.evenHidden show it to everyone: anyone may settle an auction
 * @throws AppError 404, also for another user's draft and for what is hidden from the caller
 */
export const getOffer = async (
  sql: Tx,
  uuid: string,
  callerUuid: string | undefined,
  options: { evenHidden?: boolean } = {},
): Promise<Offer> => {
  const [row] = await sql<
    OfferListRow[]
  >`${rowsOf(sql)} where o.uuid = ${uuid} and (o.status <> 'DRAFT' or o.maker_uuid = ${callerUuid ?? null})`;
  if (!row) throw notFound('offer');
  if (row.is_hidden && !options.evenHidden && !(await seesHiddenToken(sql, row.card.uuid, callerUuid)))
    throw notFound('offer');
  return toOffer(row);
};

/** The most offers that a token shows. */
const OFFERS_MAX = 100;
/**
 * The offers of a token that can be traded now: the cheapest sale first, then the highest bid first; auctions also
 * before they start and until they are settled.
 * @param hasHidden include hidden offers, for callers who may see a hidden token
 */
export const offersOfToken = async (sql: Tx, tokenUuid: string, hasHidden = false): Promise<Offer[]> => {
  // Each type by an index that has its order: a token may have thousands of bids.
  const first = (isBid: boolean, where: Fragment) => {
    const key = isBid ? sql`-o.price_eth` : sql`o.price_eth`;
    return sql`(
      select o.uuid, ${isBid ? sql`true` : sql`false`} as is_bid, ${key} as key from offer o
      where o.token_uuid = ${tokenUuid} and ${where} ${hasHidden ? sql`` : sql`and not o.is_hidden`}
      order by o.price_eth ${isBid ? sql`desc` : sql`asc`}, o.uuid limit ${OFFERS_MAX})`;
  };
  const isLive = sql`o.status = 'ACTIVE' and (o.ends_at is null or o.ends_at > now())`;
  const page = sql`(
    select * from (${first(false, sql`o.type = 'SALE' and ${isLive}`)}
      union all ${first(false, sql`o.type = 'AUCTION' and o.status in ('SCHEDULED', 'ACTIVE', 'ENDED')`)}
      union all ${first(true, sql`o.type = 'BID' and ${isLive}`)}) tradable
    order by is_bid, key, uuid limit ${OFFERS_MAX}) page join offer o on o.uuid = page.uuid`;
  return (await sql<OfferListRow[]>`${rowsOf(sql, page)} order by page.is_bid, page.key, page.uuid`).map(toOffer);
};

type HistoryRow = {
  uuid: string;
  event: HistoryEntry['event'];
  price: string | null;
  decimals: number | null;
  currency: string | null;
  quantity: string | null;
  from_address: string | null;
  to_address: string | null;
  from_person: PersonJson | null;
  to_person: PersonJson | null;
  tx_hash: Hex | null;
  usd: string | null;
  created_at: Date;
};

/** GET /offer/{id}/history, newest first by default. @throws AppError 404 */
export const listOfferHistory = async (
  sql: Tx,
  uuid: string,
  query: QueryOf<typeof offerEndpoints.history>,
  callerUuid?: string,
) => {
  const [offer] = await sql<
    { type: OfferType; token_uuid: string; is_hidden: boolean }[]
  >`select type, token_uuid, is_hidden from offer where uuid = ${uuid} and status <> 'DRAFT'`;
  if (!offer || (offer.is_hidden && !(await seesHiddenToken(sql, offer.token_uuid, callerUuid))))
    throw notFound('offer');
  const isUp = sortOf(query.sortBy).direction === 'ASC';
  const [rows, [count]] = await Promise.all([
    sql<HistoryRow[]>`
      select h.uuid, h.event, h.price, c.decimals, c.name as currency, h.quantity, h.from_address, h.to_address,
        ${personJson(sql, 'f')} as from_person, ${personJson(sql, 't')} as to_person, h.tx_hash, h.created_at, ${tradeUsd(sql)} as usd
      from history h
      left join currency c on c.uuid = h.currency_uuid
      left join app_user f on f.metamask_wallet = h.from_address and ${isWalletShown(sql, 'f')}
      left join app_user t on t.metamask_wallet = h.to_address and ${isWalletShown(sql, 't')}
      where h.offer_uuid = ${uuid}
      order by ${isUp ? sql`h.created_at, h.uuid` : sql`h.created_at desc, h.uuid desc`} limit ${query.limit} offset ${offsetOf(query)}`,
    sql<{ total: number }[]>`select count(*)::int as total from history where offer_uuid = ${uuid}`,
  ]);
  const data = rows.map((row): HistoryEntry => ({
    uuid: row.uuid,
    event: row.event,
    offerType: offer.type,
    price: row.price === null || row.decimals === null ? null : fromBaseUnits(BigInt(row.price), row.decimals),
    currency: row.currency,
    quantity: row.quantity === null ? null : Number(row.quantity),
    from: checksummed(row.from_address),
    to: checksummed(row.to_address),
    fromUser: row.from_person && toPerson(row.from_person),
    toUser: row.to_person && toPerson(row.to_person),
    txHash: row.tx_hash,
    usd: row.usd,
    createdAt: row.created_at.toISOString(),
  }));
  return { data, meta: metaOf(query, count?.total ?? 0) };
};
