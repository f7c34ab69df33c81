import { BPS } from '@skarb/schema/limits';
import type { HistoryEntry, Offer, offerEndpoints, OfferType } from '@skarb/schema/offer';
import type { QueryOf } from '@skarb/schema/endpoint';
import { amount, unitOf } from '../../platform/db/amount.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import {
  code,
  codeOrNull,
  jsonOrNull,
  object,
  objectIf,
  percent,
  plain,
  readArray,
  textOrNull,
  time,
  timeOrNull,
  truth,
} from '../../platform/db/json.ts';
import { jsonText, parsed } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { COLLECTION_REF } from '../collection/collection.view.ts';
import { isWalletShown, writtenPerson } from '../auth/auth.view.ts';
import { seesHiddenToken } from '../hidden/hidden.view.ts';
import { tradeUsd } from '../price/price.view.ts';
import { historyColumns, historyJoins, toHistory, type HistoryRow } from '../token/token.history.ts';

/** The worker writes status changes due to time within a second; reads in between must be right, too. */
export const shownStatus = (sql: Tx) => sql`
  case when o.status in ('ACTIVE', 'SCHEDULED', 'INVALID') and o.ends_at <= now()
      then case o.type when 'AUCTION' then 'ENDED' else 'EXPIRED' end
    when o.status = 'SCHEDULED' and o.starts_at <= now() then 'ACTIVE' else o.status end`;

/** Offers that have ended by a moment and are not marked so yet: few. The index and the statistics `offer_expiring` have this. */
export const isOver = (sql: Tx, moment: Fragment) => sql`
  status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
    and case when status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') then ends_at end <= ${moment}`;

const PERSON = { maker: writtenPerson('m'), taker: writtenPerson('k') };
const UNIT = 'shown.unit';
/** One of the two by the type of the offer. */
const ofBid = (bid: string, other: string) => `(case when o.type = 'BID' then ${bid} else ${other} end)`;
/** SQL of what the seller receives of a price of offer `o`. Sellers with the royalty themselves are paid it as well. */
export const receivedOf = (price: string): string => `(${price} - div(${price} * o.marketplace_bps, ${BPS})
  - case when o.royalty_receiver = o.maker then 0 else div(${price} * o.royalty_bps, ${BPS}) end)`;
/** The JSON of an offer of `offersFrom`. Its amounts are those of `splitPrice` and `nextBid`. */
const OFFER = object({
  uuid: code('o.uuid'),
  type: code('o.type'),
  status: code('shown.status'),
  invalidReason: codeOrNull(`case when shown.status = 'INVALID' then o.invalid_reason end`),
  version: plain('o.version'),
  price: code(amount('o.price', UNIT)),
  currency: object({
    uuid: code('u.uuid'),
    name: jsonOrNull('u.name'),
    symbol: jsonOrNull('u.symbol'),
    decimals: plain('u.decimals'),
    address: codeOrNull('u.address'),
    isNative: truth('u.address is null'),
  }),
  quantity: plain('o.quantity'),
  quantityLeft: plain('o.quantity_left'),
  startsAt: timeOrNull('o.starts_at'),
  endsAt: timeOrNull('o.ends_at'),
  createdAt: time('o.created_at'),
  updatedAt: time('o.updated_at'),
  fees: object({
    marketplace: code(amount('shown.fee', UNIT)),
    royalty: code(amount('shown.royalty', UNIT)),
    sellerReceives: code(amount('o.price - shown.fee - shown.royalty', UNIT)),
    marketplacePercent: percent('o.marketplace_bps'),
    royaltyPercent: percent('o.royalty_bps'),
  }),
  seller: textOrNull(ofBid(PERSON.taker, PERSON.maker)),
  sellerAddress: codeOrNull(ofBid('o.taker', 'o.maker')),
  buyer: textOrNull(ofBid(PERSON.maker, PERSON.taker)),
  buyerAddress: codeOrNull(ofBid('o.maker', 'o.taker')),
  orderHash: codeOrNull('o.order_hash'),
  token: object({
    uuid: code('t.uuid'),
    name: jsonOrNull('t.name'),
    localization: [`nullif(shown.card -> 'localization', 'null')`],
    type: code('t.type'),
    quantity: plain('t.quantity'),
    image: plain(`shown.card -> 'image'`),
    collection: plain(COLLECTION_REF),
    contractAddress: code('t.contract_address'),
    tokenId: code('t.token_id'),
  }),
  networkUuid: code('o.network_uuid'),
  auction: objectIf('a.offer_uuid is not null', {
    reservePrice: code(amount('a.reserve_price', UNIT)),
    highestBid: codeOrNull(amount('a.highest_bid', UNIT)),
    highestBidder: textOrNull(writtenPerson('h')),
    highestBidderAddress: codeOrNull('a.highest_bidder'),
    nextBid: code(
      amount(`coalesce(a.highest_bid + div(a.highest_bid * a.raise_bps + ${BPS - 1}, ${BPS}), a.reserve_price)`, UNIT),
    ),
    bidCount: plain('a.bid_count'),
    minIncrementPercent: percent('a.raise_bps'),
    originalEndsAt: time('a.original_ends_at'),
    extensions: plain('a.extensions'),
    auctionId: codeOrNull('a.auction_id'),
    settledAt: timeOrNull('a.settled_at'),
    sellerReceived: codeOrNull(
      amount(`case when a.settled_at is not null and o.taker is not null then ${receivedOf('o.price')} end`, UNIT),
    ),
  }),
  asking: objectIf('asking.price is not null', {
    price: code(amount('asking.price', unitOf('asking'))),
    symbol: jsonOrNull('asking.symbol'),
    differencePercent: plain(
      // In the same currency exactly: what two prices are worth in ether may be from different days.
      `trim_scale(coalesce(round(case when asking.currency_uuid = o.currency_uuid then (o.price - asking.price) / nullif(asking.price, 0)
        else (o.price_eth - asking.price_eth) / nullif(asking.price_eth, 0) end * 100, 1), 0))`,
    ),
  }),
  checked: objectIf('at.block_number is not null', {
    block: plain('at.block_number'),
    at: time(
      'case when at.block_number >= at.head_number then greatest(at.block_time, at.head_seen_at) else at.block_time end',
    ),
  }),
  isHidden: truth('o.is_hidden'),
});
const ADDRESS_FIELDS = [
  'address',
  'metamaskWallet',
  'sellerAddress',
  'buyerAddress',
  'contractAddress',
  'highestBidderAddress',
];

/** @param from the offers `o`; joined first, so that the other joins read as many rows as it has */
const offersFrom = (sql: Tx, from: Fragment) => sql`
  from ${from}
  join token t on t.uuid = o.token_uuid
  join currency u on u.uuid = o.currency_uuid
  left join app_user m on m.uuid = o.maker_uuid
  left join app_user k on k.uuid = o.taker_uuid
  -- Keys that are null for other types: nothing is looked up for these.
  left join auction a on a.offer_uuid = case when o.type = 'AUCTION' then o.uuid end
  left join app_user h on h.metamask_wallet = a.highest_bidder and ${isWalletShown(sql, 'h')}
  left join lateral (
    select s.price, s.price_eth, s.currency_uuid, c.symbol, c.decimals from offer s join currency c on c.uuid = s.currency_uuid
    where s.uuid = case when o.type = 'BID' then t.sale_offer_uuid end and (s.ends_at is null or s.ends_at > now())) asking on true
  -- The follower has seen every block up to its own, and every log that touches an offer has it re-checked.
  left join chain_cursor at on at.chain_id = t.chain_id and o.status in ('ACTIVE', 'SCHEDULED', 'INVALID', 'CANCELLING')
  -- Each of these is evaluated once for an offer.
  cross join lateral (
    select ${shownStatus(sql)} as status, ('1e-' || u.decimals)::numeric as unit, t.card || '{}' as card,
      div(o.price * o.marketplace_bps, ${BPS}::int) as fee, div(o.price * o.royalty_bps, ${BPS}::int) as royalty offset 0) shown`;

/**
 * Offers as JSON.
 * @param by their order
 */
export const offersJson = async (sql: Tx, from: Fragment, by: string): Promise<Offer[]> =>
  jsonText(await readArray(sql, OFFER, { from: offersFrom(sql, from), by, addresses: ADDRESS_FIELDS }));

/**
 * The offers of these that the caller may see, by uuid: no draft of somebody else, nothing hidden from them.
 * @param options.evenHidden show hidden ones to everyone: anyone may settle an auction
 */
export const getOffers = async (
  sql: Tx,
  uuids: readonly string[],
  callerUuid: string | undefined,
  options: { evenHidden?: boolean } = {},
): Promise<Map<string, Offer>> => {
  const found = parsed(
    await offersJson(
      sql,
      sql`(select * from offer where uuid = any(${uuids as string[]}::uuid[])
        and (status <> 'DRAFT' or maker_uuid = ${callerUuid ?? null})) o`,
      'o.uuid',
    ),
  );
  const seen = new Map<string, Offer>();
  for (const offer of found)
    if (!offer.isHidden || options.evenHidden || (await seesHiddenToken(sql, offer.token.uuid, callerUuid)))
      seen.set(offer.uuid, offer);
  return seen;
};

/** One offer as `getOffers` returns it. @throws AppError 404 */
export const getOffer = async (
  sql: Tx,
  uuid: string,
  callerUuid: string | undefined,
  options: { evenHidden?: boolean } = {},
): Promise<Offer> => {
  const [found] = (await getOffers(sql, [uuid], callerUuid, options)).values();
  if (!found) throw notFound('offer');
  return found;
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
      order by ${isBid ? sql`o.price_eth desc, o.uuid desc` : sql`o.price_eth asc, o.uuid asc`} limit ${OFFERS_MAX})`;
  };
  const isLive = sql`o.status = 'ACTIVE' and (o.ends_at is null or o.ends_at > now())`;
  const page = sql`(
    select * from (${first(false, sql`o.type = 'SALE' and ${isLive}`)}
      union all ${first(false, sql`o.type = 'AUCTION' and o.status in ('SCHEDULED', 'ACTIVE', 'ENDED')`)}
      union all ${first(true, sql`o.type = 'BID' and ${isLive}`)}) tradable
    order by is_bid, key, uuid limit ${OFFERS_MAX}) page join offer o on o.uuid = page.uuid`;
  return parsed(await offersJson(sql, page, 'page.is_bid, page.key, page.uuid'));
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
    sql<(HistoryRow & Pick<HistoryEntry, 'event'>)[]>`
      select ${historyColumns(sql, tradeUsd(sql))}, h.event from history h ${historyJoins(sql)}
      where h.offer_uuid = ${uuid}
      order by ${isUp ? sql`h.created_at, h.uuid` : sql`h.created_at desc, h.uuid desc`} limit ${query.limit} offset ${offsetOf(query)}`,
    sql<{ total: number }[]>`select count(*)::int as total from history where offer_uuid = ${uuid}`,
  ]);
  const data = rows.map((row): HistoryEntry => ({ ...toHistory(row), event: row.event, offerType: offer.type }));
  return { data, meta: metaOf(query, count?.total ?? 0) };
};
