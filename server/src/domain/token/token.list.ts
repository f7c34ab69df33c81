import type { QueryOf } from '@skarb/schema/endpoint';
import type { Token } from '@skarb/schema/token';
import type { PendingQuery, Row } from 'postgres';
import type { tokenEndpoints } from '@skarb/schema/token';
import { toBaseUnits, type ListMeta } from '@skarb/schema/primitive';
import { invalidField } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { type CardRow, cardColumns, toToken } from './token.view.ts';

/** The query of a list of tokens; `onSaleOf` is a user whose own listings are wanted. */
export type TokenQuery = QueryOf<typeof tokenEndpoints.list> & { onSaleOf?: string };

const EVERYTHING = '00000000-0000-0000-0000-000000000000';
/** Several categories or collections are read one by one, each by its index in order, up to this many in all. */
const SPLIT_MAX_ROWS = 4000;
/**
 * Totals that are not stored are counted up to here; above, they are lower bounds. Ten times as many cost ten times a
 * page.
 */
const COUNT_CAP = 1000;
/**
 * A search or a property that matches at least this many tokens filters along the list's order; with fewer matches,
 * its own index is read first. The planner's estimates are too unreliable for this choice: two frequent words that
 * never occur together cost a scan of the whole table (100,000 pages instead of 50).
 */
const NARROW_MAX = 1000;
const WORDS_MAX = 8;
const TRIGRAM_MIN = 3;

type Fragment = PendingQuery<Row[]>;
/** Joins fragments (the driver would take an empty list as a parameter). */
const joined = (sql: Tx, fragments: Fragment[]): Fragment =>
  fragments.reduce((all, next) => sql`${all} ${next}`, sql``);

/**
 * The order of a list; ties are broken by uuid in the same direction, as in the indexes. Tokens that are not on sale
 * come last by price.
 */
const orderOf = (sql: Tx, query: TokenQuery): Fragment => {
  const { field, direction } = sortOf(query.sortBy);
  const isUp = direction === 'ASC';
  switch (field) {
    case 'name':
      return isUp ? sql`t.name asc, t.uuid asc` : sql`t.name desc, t.uuid desc`;
    case 'favorites':
      return isUp ? sql`t.favorite_count asc, t.uuid asc` : sql`t.favorite_count desc, t.uuid desc`;
    case 'price':
      if (query.currencyUuid) return isUp ? sql`t.sale_price asc, t.uuid asc` : sql`t.sale_price desc, t.uuid desc`;
      return isUp
        ? sql`t.sale_price_eth asc nulls last, t.uuid asc`
        : sql`t.sale_price_eth desc nulls last, t.uuid desc`;
    default:
      return isUp ? sql`t.created_at asc, t.uuid asc` : sql`t.created_at desc, t.uuid desc`;
  }
};

/** The words of a search as a tsquery: all of them, each as a prefix. */
export const searchWords = (text: string): string =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ');

/** The condition of a search, on `token t`. */
const matching = (sql: Tx, search: string): Fragment => {
  const text = search.replaceAll('\0', '');
  const words = searchWords(text);
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  if (!words) return sql`t.name ilike ${pattern}`;
  if (text.length < TRIGRAM_MIN) return sql`t.search @@ to_tsquery('simple', ${words})`;
  return sql`(t.search @@ to_tsquery('simple', ${words}) or t.name ilike ${pattern})`;
};

/** `name:value` filters: any value of one name, all of the names. */
const traitGroups = (traits: string[]): string[][] => {
  const groups = new Map<string, string[]>();
  for (const trait of traits) {
    const text = trait.replaceAll('\0', '');
    const name = text.split(':', 1)[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), text]);
  }
  return [...groups.values()];
};

/** Conditions that only their own index answers fast, as a list of uuids when those are few. */
const narrowed = async (sql: Tx, query: TokenQuery, status: Fragment): Promise<Fragment[]> => {
  const few = async (found: Fragment): Promise<string[] | undefined> => {
    const rows = await sql<{ uuid: string }[]>`select found.uuid from (${found}) found limit ${NARROW_MAX + 1}`;
    return rows.length > NARROW_MAX ? undefined : rows.map((row) => row.uuid);
  };
  const conditions: Fragment[] = [];
  if (query.search) {
    const condition = matching(sql, query.search);
    const ids = await few(sql`select t.uuid from token t where ${status} and ${condition}`);
    conditions.push(ids ? sql`and t.uuid = any(${ids}::uuid[])` : sql`and ${condition}`);
  }
  for (const values of traitGroups(query.trait ?? [])) {
    const within = query.collectionUuid ? sql`and collection_uuid = any(${query.collectionUuid}::uuid[])` : sql``;
    // In the index's order: otherwise the planner prefers a scan of the whole table for the first thousand.
    const ids = await few(sql`
      select tt.token_uuid as uuid from unnest(${values}::text[]) as wanted (pair) cross join lateral (
        select token_uuid from token_trait where (name || ':' || value) = wanted.pair ${within}
        order by (name || ':' || value), collection_uuid, token_uuid limit ${NARROW_MAX + 1}) tt`);
    conditions.push(
      ids
        ? sql`and t.uuid = any(${ids}::uuid[])`
        : sql`and exists (select 1 from token_trait tt where tt.token_uuid = t.uuid and (tt.name || ':' || tt.value) = any(${values}::text[]))`,
    );
  }
  return conditions;
};

/** Base units of an amount in a query. @throws AppError 400 */
const unitsOf = (property: string, amount: string, decimals: number): string => {
  try {
    return toBaseUnits(amount, decimals).toString();
  } catch {
    throw invalidField(property, 'decimals', `at most ${decimals} decimals`);
  }
};

/** The decimals of the query's amounts: of its currency, otherwise ether's. */
const decimalsOf = async (sql: Tx, { currencyUuid }: TokenQuery): Promise<number> => {
  if (!currencyUuid) return 18;
  const [currency] = await sql<{ decimals: number }[]>`select decimals from currency where uuid = ${currencyUuid}`;
  return currency?.decimals ?? 18;
};

const priced = (sql: Tx, query: TokenQuery, decimals: number): Fragment => {
  const { minPrice, maxPrice, currencyUuid } = query;
  if (minPrice === undefined && maxPrice === undefined && !currencyUuid) return sql``;
  const column = currencyUuid ? sql`t.sale_price` : sql`t.sale_price_eth`;
  return sql`and t.on_sale
    ${currencyUuid ? sql`and t.sale_currency_uuid = ${currencyUuid}` : sql``}
    ${minPrice === undefined ? sql`` : sql`and ${column} >= ${unitsOf('minPrice', minPrice, decimals)}::numeric`}
    ${maxPrice === undefined ? sql`` : sql`and ${column} <= ${unitsOf('maxPrice', maxPrice, decimals)}::numeric`}`;
};

/** Tables that link tokens to a user, with the key that orders that user's tokens. */
const linksOf = (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Fragment[] => {
  const walletOf = (uuid: string) => shownWallet(sql, uuid, callerUuid);
  return [
    ...(query.onSaleOf
      ? [
          sql`(select token_uuid, token_created_at from ownership where owner = ${walletOf(query.onSaleOf)} and on_sale)`,
        ]
      : []),
    ...(query.ownerUuid
      ? [sql`(select token_uuid, token_created_at from ownership where owner = ${walletOf(query.ownerUuid)})`]
      : []),
    ...(query.favoritedByUuid
      ? [sql`(select token_uuid, token_created_at from favorite where user_uuid = ${query.favoritedByUuid})`]
      : []),
    ...(query.purchasedByUuid
      ? [sql`(select token_uuid, token_created_at from purchase where buyer = ${walletOf(query.purchasedByUuid)})`]
      : []),
  ];
};

type Parts = { from: Fragment; where: Fragment; order: Fragment; isLinked: boolean };

const partsOf = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<Parts> => {
  const links = linksOf(sql, query, callerUuid);
  const [driver, ...others] = links;
  const isOwn = (uuid: string | undefined) => uuid !== undefined && uuid.toLowerCase() === callerUuid;
  // Creators see their own drafts; creators and holders see what is hidden.
  const status = isOwn(query.creatorUuid)
    ? sql`t.status <> 'unborn'`
    : isOwn(query.ownerUuid)
      ? sql`t.status = 'minted'`
      : sql`t.is_counted`;
  const oneOf = (column: Fragment, values: string[] | undefined) =>
    !values
      ? sql``
      : values.length === 1
        ? sql`and ${column} = ${values[0] as string}`
        : sql`and ${column} = any(${values}::uuid[])`;
  const decimals = await decimalsOf(sql, query);
  const where = sql`
    ${status}
    ${query.creatorUuid ? sql`and t.creator_uuid = ${query.creatorUuid}` : sql``}
    ${oneOf(sql`t.collection_uuid`, query.collectionUuid)}
    ${oneOf(sql`t.category_uuid`, query.categoryUuid)}
    ${oneOf(sql`t.network_uuid`, query.networkUuid)}
    ${query.type ? sql`and t.type = ${query.type}` : sql``}
    ${query.onSale === undefined ? sql`` : query.onSale ? sql`and t.on_sale` : sql`and not t.on_sale`}
    ${priced(sql, query, decimals)}
    ${joined(sql, await narrowed(sql, query, status))}
    ${joined(
      sql,
      others.map((link) => sql`and exists (select 1 from ${link} other where other.token_uuid = t.uuid)`),
    )}`;
  // A user's tokens by creation are read in the order of the link's own key, without sorting thousands of rows.
  const { field, direction } = sortOf(query.sortBy);
  const order =
    driver && field === 'createdAt'
      ? direction === 'ASC'
        ? sql`l.token_created_at asc, l.token_uuid asc`
        : sql`l.token_created_at desc, l.token_uuid desc`
      : orderOf(sql, query);
  return {
    from: driver ? sql`${driver} l join token t on t.uuid = l.token_uuid` : sql`token t`,
    where,
    order,
    isLinked: driver !== undefined,
  };
};

/** The uuids of a page, read from an index alone if one fits. */
const pageOf = (sql: Tx, query: TokenQuery, { from, where, order, isLinked }: Parts): Fragment => {
  const offset = offsetOf(query);
  const reach = offset + query.limit;
  const split = [query.collectionUuid, query.categoryUuid].find((values) => values && new Set(values).size > 1);
  if (!split || isLinked || reach * split.length > SPLIT_MAX_ROWS)
    return sql`select t.uuid from ${from} where ${where} order by ${order} limit ${query.limit} offset ${offset}`;
  const column = split === query.collectionUuid ? sql`t.collection_uuid` : sql`t.category_uuid`;
  return sql`
    select t.uuid from unnest(${[...new Set(split.map((value) => value.toLowerCase()))]}::uuid[]) as wanted (id)
    cross join lateral (select t.* from token t where ${where} and ${column} = wanted.id order by ${order} limit ${reach}) t
    order by ${order} limit ${query.limit} offset ${offset}`;
};

const isSet = (value: unknown) => value !== undefined && value !== '';

/**
 * A total that needs no counting of tokens: a stored one, when the filters are none or one of category, collection and
 * network; or what an address holds, by the links alone.
 */
const knownTotal = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<number | undefined> => {
  const {
    page: _p,
    limit: _l,
    sortBy: _s,
    onSale,
    categoryUuid,
    collectionUuid,
    networkUuid,
    ownerUuid,
    onSaleOf,
    ...rest
  } = query;
  if (Object.values(rest).some(isSet)) return undefined;
  const scopes = Object.entries({ category: categoryUuid, collection: collectionUuid, network: networkUuid }).filter(
    ([, ids]) => ids,
  );
  const holders = [ownerUuid, onSaleOf].filter(isSet);
  if (holders.length) {
    if (holders.length > 1 || scopes.length || onSale !== undefined) return undefined;
    const [row] = await sql<{ total: number }[]>`
      select count(*)::int as total from ownership where owner = ${shownWallet(sql, holders[0] as string, callerUuid)}
      ${onSaleOf ? sql`and on_sale` : ownerUuid?.toLowerCase() === callerUuid ? sql`` : sql`and not is_hidden`}`;
    return row?.total ?? 0;
  }
  if (scopes.length > 1) return undefined;
  const [scope, ids] = scopes[0] ?? ['all', [EVERYTHING]];
  const counter = onSale === undefined ? sql`minted` : onSale ? sql`on_sale` : sql`minted - on_sale`;
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(${counter}), 0)::int as total from token_count where scope = ${scope} and id = any(${ids as string[]}::uuid[])`;
  return row?.total ?? 0;
};

/** A page of tokens. Includes drafts and hidden tokens only in lists of the caller's own. */
export const listTokens = async (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
): Promise<{ data: Token[]; meta: ListMeta }> => {
  const parts = await partsOf(sql, query, callerUuid);
  const [rows, known] = await Promise.all([
    sql<CardRow[]>`
      with page as materialized (${pageOf(sql, query, parts)})
      select ${cardColumns(sql, callerUuid)} from page join token t using (uuid) join app_user u on u.uuid = t.creator_uuid
      order by ${orderOf(sql, query)}`,
    knownTotal(sql, query, callerUuid),
  ]);
  const data = rows.map(toToken);
  const offset = offsetOf(query);
  if (known !== undefined) return { data, meta: metaOf(query, known) };
  // A page that is not full is the last one, so the total is known.
  if (data.length < query.limit && (data.length > 0 || offset === 0))
    return { data, meta: metaOf(query, offset + data.length) };
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from ${parts.from} where ${parts.where} limit ${COUNT_CAP + 1}) found`;
  const count = counted?.count ?? 0;
  if (count <= COUNT_CAP) return { data, meta: metaOf(query, count) };
  return { data, meta: metaOf(query, Math.max(COUNT_CAP, offset + data.length), false) };
};
