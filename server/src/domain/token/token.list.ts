import type { QueryOf } from '@skarb/schema/endpoint';
import type { Token } from '@skarb/schema/token';
import type { PendingQuery, Row } from 'postgres';
import type { tokenEndpoints } from '@skarb/schema/token';
import { toBaseUnits, type ListMeta } from '@skarb/schema/primitive';
import { invalidField } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { type CardRow, cardColumns, toToken } from './token.view.ts';

/** What a list of tokens may be asked for; `onSaleOf` is a user whose own listings are wanted. */
export type TokenQuery = QueryOf<typeof tokenEndpoints.list> & { onSaleOf?: string };

const EVERYTHING = '00000000-0000-0000-0000-000000000000';
/** Several categories or collections are read one by one, each by its index in order, up to this much in all. */
const SPLIT_MAX_ROWS = 4000;
const WORDS_MAX = 8;
const TRIGRAM_MIN = 3;

type Fragment = PendingQuery<Row[]>;
/** Fragments one after the other (an empty list given to the driver would be a parameter). */
const joined = (sql: Tx, fragments: Fragment[]): Fragment => fragments.reduce((all, next) => sql`${all} ${next}`, sql``);

/** Order of a list; ties fall by uuid in the same direction, as the indexes have it. What is not on sale comes last by price. */
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
      return isUp ? sql`t.sale_price_eth asc nulls last, t.uuid asc` : sql`t.sale_price_eth desc nulls last, t.uuid desc`;
    default:
      return isUp ? sql`t.created_at asc, t.uuid asc` : sql`t.created_at desc, t.uuid desc`;
  }
};

/** The words of a search as a tsquery: all of them, each as the beginning of a word. */
export const searchWords = (text: string): string =>
  (text.normalize('NFC').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ');

const matching = (sql: Tx, search: string): Fragment => {
  const text = search.replaceAll('\0', '');
  const words = searchWords(text);
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  if (!words) return sql`and t.name ilike ${pattern}`;
  if (text.length < TRIGRAM_MIN) return sql`and t.search @@ to_tsquery('simple', ${words})`;
  return sql`and (t.search @@ to_tsquery('simple', ${words}) or t.name ilike ${pattern})`;
};

/** `name:value` filters: any of the values of one name, all of the names. */
const withTraits = (sql: Tx, traits: string[], collections: string[] | undefined): Fragment[] => {
  const groups = new Map<string, string[]>();
  for (const trait of traits) {
    const text = trait.replaceAll('\0', '');
    const name = text.split(':', 1)[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), text]);
  }
  return [...groups.values()].map(
    (values) => sql`and t.uuid in (
      select token_uuid from token_trait where (name || ':' || value) = any(${values}::text[])
      ${collections ? sql`and collection_uuid = any(${collections}::uuid[])` : sql``})`,
  );
};

/** Base units of an amount in a query. @throws AppError 400 */
const unitsOf = (property: string, amount: string, decimals: number): string => {
  try {
    return toBaseUnits(amount, decimals).toString();
  } catch {
    throw invalidField(property, 'decimals', `at most ${decimals} decimals`);
  }
};

/** Decimals that amounts of the query have: of its currency, else ether's. */
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

/** Tables that tie tokens to a person, with the key by which that person's tokens are read in order. */
const linksOf = (sql: Tx, query: TokenQuery): Fragment[] => {
  const walletOf = (uuid: string) => sql`(select metamask_wallet from app_user where uuid = ${uuid})`;
  return [
    ...(query.onSaleOf ? [sql`(select token_uuid, token_created_at from ownership where owner = ${walletOf(query.onSaleOf)} and on_sale)`] : []),
    ...(query.ownerUuid ? [sql`(select token_uuid, token_created_at from ownership where owner = ${walletOf(query.ownerUuid)})`] : []),
    ...(query.favoritedByUuid ? [sql`(select token_uuid, token_created_at from favorite where user_uuid = ${query.favoritedByUuid})`] : []),
    ...(query.purchasedByUuid ? [sql`(select token_uuid, token_created_at from purchase where buyer = ${walletOf(query.purchasedByUuid)})`] : []),
  ];
};

type Parts = { from: Fragment; where: Fragment; order: Fragment; isLinked: boolean };

const partsOf = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<Parts> => {
  const links = linksOf(sql, query);
  const [driver, ...others] = links;
  const isOwn = query.creatorUuid !== undefined && query.creatorUuid.toLowerCase() === callerUuid;
  const oneOf = (column: Fragment, values: string[] | undefined) =>
    !values ? sql`` : values.length === 1 ? sql`and ${column} = ${values[0] as string}` : sql`and ${column} = any(${values}::uuid[])`;
  const decimals = await decimalsOf(sql, query);
  const where = sql`
    ${isOwn ? sql`true` : sql`t.status = 'minted'`}
    ${query.creatorUuid ? sql`and t.creator_uuid = ${query.creatorUuid}` : sql``}
    ${oneOf(sql`t.collection_uuid`, query.collectionUuid)}
    ${oneOf(sql`t.category_uuid`, query.categoryUuid)}
    ${oneOf(sql`t.network_uuid`, query.networkUuid)}
    ${query.type ? sql`and t.type = ${query.type}` : sql``}
    ${query.onSale === undefined ? sql`` : query.onSale ? sql`and t.on_sale` : sql`and not t.on_sale`}
    ${priced(sql, query, decimals)}
    ${query.search ? matching(sql, query.search) : sql``}
    ${joined(sql, withTraits(sql, query.trait ?? [], query.collectionUuid))}
    ${joined(sql, others.map((link) => sql`and exists (select 1 from ${link} other where other.token_uuid = t.uuid)`))}`;
  // A person's tokens in order of creation are read by the key in the link itself: no sorting of a whale's thousands.
  const { field, direction } = sortOf(query.sortBy);
  const order =
    driver && field === 'createdAt'
      ? direction === 'ASC'
        ? sql`l.token_created_at asc, l.token_uuid asc`
        : sql`l.token_created_at desc, l.token_uuid desc`
      : orderOf(sql, query);
  return { from: driver ? sql`${driver} l join token t on t.uuid = l.token_uuid` : sql`token t`, where, order, isLinked: driver !== undefined };
};

/** The ids of a page, by indexes alone where there is one. */
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

/** A total that is kept, where the filters are ones that are counted: none, or one of category, collection, network. */
const keptTotal = async (sql: Tx, query: TokenQuery): Promise<number | undefined> => {
  const { page: _p, limit: _l, sortBy: _s, onSale, categoryUuid, collectionUuid, networkUuid, ...rest } = query;
  if (Object.values(rest).some((value) => value !== undefined && value !== '') || onSale === false) return undefined;
  const scopes = Object.entries({ category: categoryUuid, collection: collectionUuid, network: networkUuid }).filter(([, ids]) => ids);
  if (scopes.length > 1) return undefined;
  const [scope, ids] = scopes[0] ?? ['all', [EVERYTHING]];
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(${onSale ? sql`on_sale` : sql`minted`}), 0)::int as total from token_count where scope = ${scope} and id = any(${ids as string[]}::uuid[])`;
  return row?.total ?? 0;
};

/** A page of tokens. Drafts are among them only for their creator, when he asks for his own. */
export const listTokens = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<{ data: Token[]; meta: ListMeta }> => {
  const parts = await partsOf(sql, query, callerUuid);
  const [rows, kept] = await Promise.all([
    sql<CardRow[]>`
      with page as materialized (${pageOf(sql, query, parts)})
      select ${cardColumns(sql, callerUuid)} from page join token t using (uuid) join app_user u on u.uuid = t.creator_uuid
      order by ${orderOf(sql, query)}`,
    keptTotal(sql, query),
  ]);
  const data = rows.map(toToken);
  const offset = offsetOf(query);
  if (kept !== undefined) return { data, meta: metaOf(query, kept) };
  // A page that is not full is the last: the total is known without counting.
  if (data.length < query.limit && (data.length > 0 || offset === 0)) return { data, meta: metaOf(query, offset + data.length) };
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from ${parts.from} where ${parts.where} limit ${COUNT_CAP + 1}) found`;
  const count = counted?.count ?? 0;
  if (count <= COUNT_CAP) return { data, meta: metaOf(query, count) };
  return { data, meta: metaOf(query, Math.max(COUNT_CAP, offset + data.length), false) };
};
