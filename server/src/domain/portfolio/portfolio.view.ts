import type { Language } from '@skarb/schema/language';
import type { Holding } from '@skarb/schema/portfolio';
import { inLanguage } from '@skarb/schema/work-text';
import type { Fragment } from 'postgres';
import type { Tx } from '../../platform/db/database.ts';
import { collectionRefJson } from '../collection/collection.view.ts';
import { localizationsOf } from '../token/token.view.ts';
import {
  matchSales,
  type Purchase,
  type Sale,
  type Shown,
  type Sold,
  type Transferred,
  transferredOf,
  type Valued,
  valueOf,
} from './portfolio.rules.ts';

/** The most tokens that are read; of more, the newest. */
const TOKENS_MAX = 5000;
/** The newest sales that are read. */
const SALES_MAX = 5000;
/** The purchases among which works that were given away are looked for. */
const BOUGHT_MAX = 5000;
/** The newest purchases of one token that are read. */
const PURCHASES_MAX = 200;
/** The cheapest listings of a collection among which one by somebody else is looked for. */
const LISTINGS_MAX = 100;

type PurchaseRow = [string, string, string | null, string];
type Row = {
  uuid: string;
  name: string;
  units: string;
  listing: string | null;
  floor: string | null;
  purchases: PurchaseRow[] | null;
};

const wei = (text: string): bigint => BigInt(text.split('.')[0] as string);
const weiOrNull = (text: string | null): bigint | null => (text === null ? null : wei(text));
const toPurchases = (rows: PurchaseRow[] | null): Purchase[] =>
  (rows ?? []).map(([count, paid, dollars, at]) => ({
    units: BigInt(count),
    left: BigInt(count),
    wei: wei(paid),
    microUsd: weiOrNull(dollars),
    at: new Date(at),
  }));

/** What an address has paid for a token, the newest first. */
const purchasesOf = (sql: Tx, owner: Fragment, tokenUuid: Fragment) => sql`
  (select json_agg(json_build_array(greatest(h.quantity, 1)::text, h.value_eth::text, round(h.value_eth * h.eth_usd / 1e12)::text, h.created_at) order by h.created_at desc) from (
    select quantity, value_eth, eth_usd, created_at from history
    where to_address = ${owner} and token_uuid = ${tokenUuid} and value_eth is not null order by created_at desc limit ${PURCHASES_MAX}) h)`;

/** Everything that a user's wallet holds, the newest tokens first, and one more than are added up. */
const readHeld = (sql: Tx, userUuid: string) =>
  sql<Row[]>`
    with held as materialized (
      select token_uuid, owner, quantity, token_created_at from ownership
      where owner = (select metamask_wallet from app_user where uuid = ${userUuid})
      order by token_created_at desc, token_uuid desc limit ${TOKENS_MAX + 1}),
    work as materialized (
      select t.uuid, t.collection_uuid, t.name, t.sale_offer_uuid, t.sale_price_eth, held.owner, held.quantity as units, held.token_created_at, c.floor_price,
        -- Bit 1 is BUY_NOW, a fixed price; without it the price is that of an auction.
        t.states & 1 <> 0 as is_listed, exists (select 1 from offer o where o.uuid = t.sale_offer_uuid and o.maker = held.owner) as is_own
      from held join token t on t.uuid = held.token_uuid join collection c on c.uuid = t.collection_uuid where t.status = 'minted'),
    -- Collections whose floor is the owner's own price: the cheapest listing that is not theirs, among the first ones.
    own_floor as materialized (
      select own.collection_uuid, other.price from (
        select distinct collection_uuid, owner from work where is_listed and is_own and sale_price_eth <= floor_price) own
      left join lateral (
        select first.sale_price_eth as price from (
          select t.sale_price_eth, t.sale_offer_uuid from token t where t.collection_uuid = own.collection_uuid and t.on_sale and t.is_counted and t.states & 1 <> 0
          order by t.sale_price_eth, t.uuid limit ${LISTINGS_MAX}) first
        join offer o on o.uuid = first.sale_offer_uuid and o.maker <> own.owner order by first.sale_price_eth limit 1) other on true)
    select t.uuid, t.name, t.units::text as units,
      case when t.is_own then (
        select o.price_eth from offer o where o.token_uuid = t.uuid and o.status = 'ACTIVE' and o.type = 'SALE' and not o.is_hidden and o.maker <> t.owner
        order by o.price_eth, o.uuid limit 1) when t.is_listed then t.sale_price_eth end::text as listing,
      case when f.collection_uuid is null then t.floor_price else f.price end::text as floor,
      ${purchasesOf(sql, sql`t.owner`, sql`t.uuid`)} as purchases
    from work t left join own_floor f on f.collection_uuid = t.collection_uuid
    order by t.token_created_at desc, t.uuid desc`;

type SaleRow = {
  uuid: string;
  token_uuid: string;
  units: string;
  received: string;
  dollars: string | null;
  tx_hash: string | null;
  at: Date;
};

/** @param from rows of `history` by the alias `h`; of sales, without what the seller did not receive */
const salesFrom = (sql: Tx, from: Fragment) => sql<SaleRow[]>`
  select uuid, token_uuid, units, received::text, round(received * eth_usd / 1e12)::text as dollars, tx_hash, at from (
    select h.uuid, h.token_uuid, greatest(h.quantity, 1)::text as units, h.eth_usd, h.tx_hash, h.created_at as at,
      case when h.price > 0 then div(h.value_eth * (h.price - div(h.price * coalesce(o.marketplace_bps, 0), 10000)
        - case when o.royalty_receiver = h.from_address then 0 else div(h.price * coalesce(o.royalty_bps, 0), 10000) end), h.price) else 0 end as received
    from ${from} left join offer o on o.uuid = h.offer_uuid) shown
  order by at desc, uuid desc`;

const saleOf = (row: SaleRow): Sale => ({
  uuid: row.uuid,
  tokenUuid: row.token_uuid,
  units: BigInt(row.units),
  wei: wei(row.received),
  microUsd: weiOrNull(row.dollars),
  txHash: row.tx_hash,
  at: row.at,
});

const SALE_COLUMNS = ['uuid', 'token_uuid', 'offer_uuid', 'from_address', 'quantity', 'price', 'value_eth'] as const;
const saleColumns = (sql: Tx) => sql`${sql([...SALE_COLUMNS, 'eth_usd', 'tx_hash', 'created_at'])}`;
const walletOf = (sql: Tx, userUuid: string) => sql`(select metamask_wallet from app_user where uuid = ${userUuid})`;

/** What a user's wallet has sold, the newest first, and one more than are added up. */
const readSales = (sql: Tx, userUuid: string) =>
  salesFrom(
    sql,
    sql`(
      select ${saleColumns(sql)} from history where from_address = ${walletOf(sql, userUuid)} and value_eth is not null
      order by created_at desc, uuid desc limit ${SALES_MAX + 1}) h`,
  );

/**
 * The tokens that a user's wallet has bought, holds nothing of and never sold, among the purchases of its newest tokens:
 * one more of these than are read says that there are more.
 */
const readGiven = (sql: Tx, userUuid: string) => sql<{ owner: string; purchases: number; tokens: string[] }[]>`
  with buyer as materialized (select metamask_wallet as owner from app_user where uuid = ${userUuid}),
    bought as materialized (
      select token_uuid from history where to_address = (select owner from buyer) and value_eth is not null
      order by token_uuid desc limit ${BOUGHT_MAX + 1})
  select owner, (select count(*)::int from bought) as purchases, array(
    select distinct token_uuid from bought
    -- Looked up one by one: a join would read all that somebody holds and has sold.
    where (select true from ownership o where o.owner = buyer.owner and o.token_uuid = bought.token_uuid) is null
      and (select true from history h where h.token_uuid = bought.token_uuid and h.from_address = buyer.owner
        and h.value_eth is not null limit 1) is null
  )::text[] as tokens from buyer where owner is not null`;

/** What is matched with the sales of each token: how many an address holds of it and has paid for. */
const readLeftTokens = (sql: Tx, owner: string, tokens: string[]) => sql<
  { uuid: string; supply: string; units: string; purchases: PurchaseRow[] | null }[]
>`
  select t.uuid, greatest(t.quantity, 1)::text as supply,
    coalesce((select quantity from ownership where owner = ${owner} and token_uuid = t.uuid), 0)::text as units,
    ${purchasesOf(sql, sql`${owner}`, sql`t.uuid`)} as purchases
  from token t where t.uuid = any(${tokens}::uuid[])`;

/** What a wallet holds, has sold and has given away; each `is…Partial` says that there is more of it. */
export type Portfolio = {
  all: Valued[];
  isPartial: boolean;
  sold: Sold[];
  isSoldPartial: boolean;
  transferred: Transferred[];
  isTransferredPartial: boolean;
};

type Matched = Map<string, ReturnType<typeof matchSales>>;
/** These sales, newest first, with what was sold, by token. @param others tokens of which nothing was sold */
const matchedOf = async (
  sql: Tx,
  owner: string,
  sales: readonly Sale[],
  others: readonly string[] = [],
): Promise<Matched> => {
  const byToken = new Map<string, Sale[]>(others.map((uuid) => [uuid, []]));
  for (const sale of sales) {
    const same = byToken.get(sale.tokenUuid);
    if (same) same.push(sale);
    else byToken.set(sale.tokenUuid, [sale]);
  }
  const tokens = byToken.size > 0 ? await readLeftTokens(sql, owner, [...byToken.keys()]) : [];
  return new Map(
    tokens.map(({ uuid, units, supply, purchases }) => [
      uuid,
      matchSales(BigInt(units), BigInt(supply), toPurchases(purchases), byToken.get(uuid) as Sale[]),
    ]),
  );
};
const soldBySale = (matched: Matched) =>
  new Map([...matched.values()].flatMap(({ sold }) => sold.map((one) => [one.sale.uuid, one])));

/**
 * A page of what a user's wallet has sold, as `readPortfolio` has it: of the works that the page shows, all sales are read,
 * because those that came first are sold first.
 */
export const readPastSales = async (
  sql: Tx,
  userUuid: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ page: Sold[]; total: number; isPartial: boolean }> => {
  const [row] = await sql<{ owner: string; count: number; shown: string[]; tokens: string[] }[]>`
    with seller as materialized (select metamask_wallet as owner from app_user where uuid = ${userUuid}),
      page as materialized (
        select uuid, token_uuid, created_at from history where from_address = (select owner from seller) and value_eth is not null
        order by created_at desc, uuid desc limit ${Math.max(Math.min(limit, SALES_MAX - offset), 0)} offset ${offset})
    select owner, array(select uuid from page order by created_at desc, uuid desc)::text[] as shown,
      array(select distinct token_uuid from page)::text[] as tokens,
      (select count(*)::int from (
        select 1 from history where from_address = (select owner from seller) and value_eth is not null limit ${SALES_MAX + 1}) counted) as count
    from seller where owner is not null`;
  if (!row) return { page: [], total: 0, isPartial: false };
  const isPartial = row.count > SALES_MAX;
  // Of more, the oldest that are added up: the others are as if they had not been.
  const since = sql`(
    select created_at, uuid from history where from_address = ${row.owner} and value_eth is not null
    order by created_at desc, uuid desc limit 1 offset ${SALES_MAX - 1})`;
  const sales = await salesFrom(
    sql,
    sql`unnest(${row.tokens}::uuid[]) as one (id) cross join lateral (
      select ${saleColumns(sql)} from history where token_uuid = one.id and from_address = ${row.owner} and value_eth is not null
        ${isPartial ? sql`and (created_at, uuid) >= ${since}` : sql``} offset 0) h`,
  );
  const bySale = soldBySale(await matchedOf(sql, row.owner, sales.map(saleOf)));
  return {
    page: row.shown.flatMap((uuid) => bySale.get(uuid) ?? []),
    total: Math.min(row.count, SALES_MAX),
    isPartial,
  };
};

/** What a user's wallet holds, the newest tokens first, what it has sold, the newest sales first, and what else has left. */
export const readPortfolio = async (sql: Tx, userUuid: string): Promise<Portfolio> => {
  const [rows, saleRows, [given]] = await Promise.all([
    readHeld(sql, userUuid),
    readSales(sql, userUuid),
    readGiven(sql, userUuid),
  ]);
  const sales = saleRows.slice(0, SALES_MAX).map(saleOf);
  const matched = given ? await matchedOf(sql, given.owner, sales, given.tokens) : new Map<string, never>();
  const bySale = soldBySale(matched);
  const all = rows.slice(0, TOKENS_MAX).map((row) =>
    valueOf({
      tokenUuid: row.uuid,
      name: row.name,
      units: BigInt(row.units),
      listing: weiOrNull(row.listing),
      floor: weiOrNull(row.floor),
      purchases: matched.get(row.uuid)?.purchases ?? toPurchases(row.purchases),
    }),
  );
  const transferred = [
    ...[...matched].map(([tokenUuid, one]) => ({ tokenUuid, ...one.transferred })),
    ...all
      .filter(({ held }) => !matched.has(held.tokenUuid))
      .map(({ held }) => ({ tokenUuid: held.tokenUuid, ...transferredOf(held.units, held.purchases) })),
  ];
  return {
    all,
    isPartial: rows.length > TOKENS_MAX,
    sold: sales.flatMap(({ uuid }) => bySale.get(uuid) ?? []),
    isSoldPartial: saleRows.length > SALES_MAX,
    transferred: transferred.filter(({ bought }) => bought > 0n),
    isTransferredPartial: (given?.purchases ?? 0) > BOUGHT_MAX || rows.length > TOKENS_MAX,
  };
};

/** These holdings with the names of their tokens in a language, as far as they have it. */
export const withNamesIn = async (sql: Tx, all: readonly Valued[], language: Language): Promise<Valued[]> => {
  const localizations = new Map(
    (
      await localizationsOf(
        sql,
        all.map(({ held }) => held.tokenUuid),
      )
    ).map((localization) => [localization.token_uuid, localization]),
  );
  return all.map((one) => {
    const { name, tokenUuid } = one.held;
    const shown = inLanguage({ name, localization: localizations.get(tokenUuid) }, language).name;
    return { ...one, held: { ...one.held, name: shown } };
  });
};

const tokensOf = async (sql: Tx, uuids: string[], isShown: Fragment): Promise<Map<string, Holding['token']>> => {
  const rows = await sql<{ token: Holding['token'] }[]>`
    select jsonb_build_object('uuid', t.uuid, 'type', t.type, 'name', t.name, 'image', t.card -> 'image', 'collection', ${collectionRefJson(sql)})
      || jsonb_strip_nulls(jsonb_build_object('localization', t.card -> 'localization')) as token
    from token t where t.uuid = any(${uuids}::uuid[]) and ${isShown}`;
  return new Map(rows.map(({ token }) => [token.uuid, token]));
};

/** These holdings with their tokens: a page of them, because the documents of all take as long as the figures. */
export const withTokens = async (sql: Tx, some: readonly Valued[]): Promise<Shown[]> => {
  const tokens = await tokensOf(
    sql,
    some.map(({ held }) => held.tokenUuid),
    sql`true`,
  );
  return some.flatMap((one) => {
    const token = tokens.get(one.held.tokenUuid);
    return token ? [{ ...one, token }] : [];
  });
};

/** What has left, with its tokens, but for hidden ones: who has sold a work or given it away sees no more of it than others. */
export const withLeftTokens = async <T>(
  sql: Tx,
  some: readonly T[],
  uuidOf: (one: T) => string,
): Promise<(T & { token: Holding['token'] | null })[]> => {
  const tokens = await tokensOf(sql, [...new Set(some.map(uuidOf))], sql`not is_token_hidden(t.uuid)`);
  return some.map((one) => ({ ...one, token: tokens.get(uuidOf(one)) ?? null }));
};
