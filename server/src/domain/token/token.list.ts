import type { ListMeta } from '@skarb/schema/primitive';
import type { Token } from '@skarb/schema/token';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { type Condition, type Filter, filterOf, type Link } from './token.filter.ts';
import { type Frequencies, frequenciesOf, shareOf, shareOfPrefix } from './token.statistics.ts';
import { facetGroups, propertyGroups, searchOf, type TokenQuery } from './token.terms.ts';
import { type CardRow, cardColumns, toToken } from './token.view.ts';

/** How many rows the two ways to a page read at first, and how far totals are counted that are not stored. */
export type Bounds = { walk: number; gather: number; count: number };
const BOUNDS: Bounds = { walk: 4000, gather: 3000, count: 1000 };
/** A total that takes reading rows, and not an index alone, is counted so far beyond the page. */
const COUNT_BEYOND = 24;
/** A walk to a page far down reads no more rows than this at first. */
const WALK_MAX = 400_000;
/** Times by reading one entry of an order's index: passing a row to read it, finding it by another index. */
const ROW_COST = 6;
const GATHER_COST = 12;
/** The share of tokens that a user with many of them holds or likes. */
const LINK_SHARE = 0.02;
const RANGE_SHARE = 0.3;
const EVERYTHING = '00000000-0000-0000-0000-000000000000';

type Order = { key: Fragment; after: Fragment; direction: Fragment };

/**
 * The order of a list; ties are broken by uuid in the same direction, as in the indexes. Tokens that are not on sale
 * come last by price. @param isReversed the order from the other end
 */
const orderOf = (sql: Tx, query: TokenQuery, isReversed = false): Order => {
  const { field, direction } = sortOf(query.sortBy);
  const isUp = (direction === 'ASC') !== isReversed;
  const isByPrice = field === 'price' && !query.currencyUuid;
  return {
    key: {
      name: () => sql`name`,
      favorites: () => sql`favorite_count`,
      price: () => (query.currencyUuid ? sql`sale_price` : sql`sale_price_eth`),
      createdAt: () => sql`created_at`,
    }[field](),
    direction: isUp ? sql`asc` : sql`desc`,
    after: isByPrice ? (isReversed ? sql`nulls first` : sql`nulls last`) : sql``,
  };
};
const orderBy = (sql: Tx, { key, direction, after }: Order): Fragment =>
  sql`order by ${key} ${direction} ${after}, uuid ${direction}`;

type Answer = { rows: CardRow[]; found: number };

/**
 * The cards of a page, and how many tokens were found.
 * @param found a query for uuids, in the order of the list
 */
const cardsOf = async (sql: Tx, callerUuid: string | undefined, found: Fragment, page: Fragment): Promise<Answer> => {
  const rows = await sql<(CardRow & { found: number; place: string | null })[]>`
    with found as materialized (${found})
    select total.found, page.place, page.*
    from (select count(*)::int as found from found) total
    left join (
      select listed.place, ${cardColumns(sql, callerUuid)}
      from (select uuid, row_number() over () as place from (${page}) page) listed
      join token t on t.uuid = listed.uuid join app_user u on u.uuid = t.creator_uuid) page on true
    order by page.place`;
  return { rows: rows.filter((row) => row.place !== null), found: rows[0]?.found ?? 0 };
};

const isLinkedTo = (sql: Tx, { table, key, counts }: Link): Fragment =>
  // A subquery for each token: as a join, it reads all that a user has first.
  sql`and (select ${counts} from ${table} l where l.token_uuid = t.uuid and ${key}) is true`;

/** Links are ordered by the age of their tokens. */
const isByLink = (query: TokenQuery, { links }: Filter) =>
  links.length > 0 && sortOf(query.sortBy).field === 'createdAt';

/**
 * Reads in the order of the list, until enough tokens match or so many are passed.
 * @returns undefined if the page is not full
 */
const walk = async (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
  filter: Filter,
  { passes, wanted }: { passes: number; wanted: number },
): Promise<Answer | undefined> => {
  const offset = offsetOf(query);
  const order = orderOf(sql, query);
  const driver = isByLink(query, filter) ? filter.links[0] : undefined;
  const others = driver ? filter.links.slice(1) : filter.links;
  const conditions = sql`${driver ? filter.columns : filter.outside} ${filter.content} ${joined(
    sql,
    others.map((link) => isLinkedTo(sql, link)),
  )}`;
  const found = driver
    ? sql`
      select l.token_uuid as uuid from (select l.* from ${driver.table} l where ${driver.key} and ${driver.counts}
        order by token_created_at ${order.direction}, token_uuid ${order.direction} limit ${passes}) l
      join token t on t.uuid = l.token_uuid where ${filter.visible} ${conditions}
      order by l.token_created_at ${order.direction}, l.token_uuid ${order.direction} limit ${wanted}`
    : filter.isScopeOnly
      ? sql`select uuid from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} limit ${wanted}`
      : sql`
        select t.uuid from (select * from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} limit ${passes}) t
        where true ${conditions} ${orderBy(sql, order)} limit ${wanted}`;
  const answer = await cardsOf(
    sql,
    callerUuid,
    found,
    sql`select uuid from found limit ${query.limit} offset ${offset}`,
  );
  return filter.isScopeOnly || answer.found > offset + query.limit ? answer : undefined;
};

/** A page of a list that one index has whole, read from its nearer end. @param total how many there are */
const pageOfIndex = (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
  { visible, scope }: Filter,
  total: number,
): Promise<Answer> => {
  const offset = offsetOf(query);
  const fromEnd = total - offset - query.limit;
  const isReversed = offset < total && fromEnd < offset;
  const [skipped, taken] = isReversed
    ? [Math.max(fromEnd, 0), Math.min(query.limit, query.limit + fromEnd)]
    : [offset, query.limit];
  const found = sql`
    select uuid, row_number() over () as place from (
      select uuid from token t where ${visible} ${scope} ${orderBy(sql, orderOf(sql, query, isReversed))} limit ${taken} offset ${skipped}) page`;
  return cardsOf(
    sql,
    callerUuid,
    found,
    sql`select uuid from found order by place ${isReversed ? sql`desc` : sql`asc`}`,
  );
};

/**
 * Finds all that match by the narrowest index, and sorts their keys.
 * @param most gives up above so many
 * @returns undefined when there are more
 */
const gather = async (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
  filter: Filter,
  { driver, most }: { driver?: Link | undefined; most?: number | undefined },
): Promise<Answer | undefined> => {
  const others = filter.links.filter((link) => link !== driver);
  const order = orderOf(sql, query);
  const found = sql`
    select t.uuid, t.${order.key} from ${driver ? sql`${driver.table} l join token t on t.uuid = l.token_uuid` : sql`token t`}
    where ${driver ? sql`${driver.key} and ${driver.counts} and` : sql``} ${filter.visible} ${filter.columns}
      ${driver ? filter.content : filter.terms} ${joined(
        sql,
        others.map((link) => isLinkedTo(sql, link)),
      )} ${most === undefined ? sql`` : sql`limit ${most + 1}`}`;
  const page = sql`select uuid from found ${orderBy(sql, order)} limit ${query.limit} offset ${offsetOf(query)}`;
  const answer = await cardsOf(sql, callerUuid, found, page);
  return most !== undefined && answer.found > most ? undefined : answer;
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

/** A filter that alone leaves no more than so many tokens, by an index of its own: a link, or one of columns. */
const narrowOf = async (
  sql: Tx,
  { collectionUuid, creatorUuid }: TokenQuery,
  { links }: Filter,
  most: number,
): Promise<Link | 'columns' | undefined> => {
  const few = (rows: Fragment) => sql`select count(*)::int as count from (${rows} limit ${most + 1}) few`;
  const columns = creatorUuid
    ? few(sql`select 1 from token where creator_uuid = ${creatorUuid}`)
    : collectionUuid
      ? sql`select coalesce(sum(minted), 0)::int as count from token_count where scope = 'collection' and id = any(${collectionUuid}::uuid[])`
      : undefined;
  const all = [
    ...links.map(({ table, key, counts }) => few(sql`select 1 from ${table} l where ${key} and ${counts}`)),
    ...(columns ? [columns] : []),
  ];
  if (all.length === 0) return undefined;
  const counts = await sql<{ count: number }[]>`${joined(sql, all, sql`union all`)}`;
  const at = counts.findIndex(({ count }) => count <= most);
  return at < 0 ? undefined : (links[at] ?? 'columns');
};

/** The shares of tokens that match a query's conditions. */
const sharesOf = (query: TokenQuery, { links }: Filter, frequencies: Frequencies): [Condition, number][] => {
  const search = query.search ? searchOf(query.search) : undefined;
  const words = search?.wordList.map((word) => shareOfPrefix(frequencies, word)) ?? [];
  const inside = search?.parts.map((part) => shareOf(frequencies, [part])) ?? [];
  const least = (shares: number[]) => Math.min(1, ...shares);
  const text =
    (words.length ? words.reduce((all, share) => all * share, 1) : 0) + (inside.length ? least(inside) / 2 : 0);
  const hasRange = query.minPrice !== undefined || query.maxPrice !== undefined;
  return [
    ...facetGroups(query).map(([condition, group]): [Condition, number] => [condition, shareOf(frequencies, group)]),
    ...propertyGroups(query.trait ?? []).map((group): [Condition, number] => ['content', shareOf(frequencies, group)]),
    ...(search ? [['content', least([text])] as [Condition, number]] : []),
    ...(hasRange ? [['range', RANGE_SHARE] as [Condition, number]] : []),
    ...(query.onSale === false ? [['not on sale', 0.7] as [Condition, number]] : []),
    ...links.map((): [Condition, number] => ['link', LINK_SHARE]),
    ...(query.creatorUuid ? [['creator', LINK_SHARE] as [Condition, number]] : []),
  ];
};

type Found = Answer & { isAll: boolean };

/**
 * Finds a page in one of two ways, each with a bound on the rows that it reads (docs/decisions/0032): a walk along the
 * order of the list, which fills the page soon when many tokens match; or gathering all that match, when they are few.
 */
const find = async (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
  filter: Filter,
  bounds: Bounds,
  known: number | undefined,
): Promise<Found> => {
  if (filter.isNever) return { rows: [], found: 0, isAll: true };
  if (filter.isScopeOnly && known !== undefined)
    return { ...(await pageOfIndex(sql, query, callerUuid, filter, known)), isAll: true };
  const reach = offsetOf(query) + query.limit;
  const byLink = isByLink(query, filter);
  const readsRows = filter.hasContent || filter.links.length > 0;
  const beyond = known !== undefined ? 0 : readsRows ? Math.min(bounds.count, COUNT_BEYOND) : bounds.count;
  const wanted = Math.max(reach, known === undefined && !readsRows ? beyond : reach + beyond) + 1;
  const walked = async (passes: number): Promise<Found | undefined> => {
    const answer = await walk(sql, query, callerUuid, filter, { passes, wanted });
    return answer && { ...answer, isAll: filter.isScopeOnly && answer.found < wanted };
  };
  const gathered = async (driver: Link | undefined, most?: number): Promise<Found | undefined> => {
    const answer = await gather(sql, query, callerUuid, filter, { driver, most });
    return answer && { ...answer, isAll: true };
  };
  if (filter.isScopeOnly) return (await walked(0)) as Found;
  const narrow = await narrowOf(sql, query, filter, bounds.gather);
  if (narrow) return (await gathered(narrow === 'columns' ? undefined : narrow)) as Found;

  const frequencies = await frequenciesOf(sql);
  const product = (shares: [Condition, number][]) => shares.reduce((all, [, share]) => all * share, 1);
  const shares = sharesOf(query, filter, frequencies);
  // What the walked index has only, is no condition of the walk.
  const scope: Condition[] = byLink ? ['link'] : filter.inScope;
  const share = Math.max(product(shares.filter(([condition]) => !scope.includes(condition))), 1e-6);
  const length = product(shares.filter(([condition]) => scope.includes(condition))) * frequencies.tokens;
  const rowCost = readsRows ? ROW_COST : 1;
  // Gathered are the tokens of a user, or those that match everything else.
  const rest = product(shares.filter(([condition]) => condition !== 'link'));
  const driver = rest > LINK_SHARE ? filter.links[0] : undefined;
  const candidates = (driver ? LINK_SHARE : rest) * frequencies.tokens;
  const gatherCost = candidates * GATHER_COST;
  const passes = Math.min(
    Math.max(Math.ceil(bounds.walk / (readsRows ? 2 : 1)), Math.ceil((3 * reach) / share)),
    WALK_MAX,
  );
  const isFew = candidates < bounds.gather || gatherCost < (reach / share) * rowCost;
  // The indexes of orders hold what everybody sees; those of links and of creators hold a user's own tokens, too.
  const canWalk = filter.isPublic || byLink || filter.inScope.includes('creator');
  return (
    (isFew ? await gathered(driver, Math.max(bounds.gather, Math.ceil(4 * candidates))) : undefined) ??
    (canWalk ? await walked(passes) : undefined) ??
    // Those that match are elsewhere in the order: the cheaper of reading all of it and of sorting all of them.
    (canWalk && gatherCost > length * rowCost ? await walked(Math.ceil(2 * length)) : undefined) ??
    ((await gathered(driver)) as Found)
  );
};

/** A page of tokens. Includes drafts and hidden tokens only in lists of the caller's own. */
export const listTokens = async (
  sql: Tx,
  query: TokenQuery,
  callerUuid: string | undefined,
  bounds: Bounds = BOUNDS,
): Promise<{ data: Token[]; meta: ListMeta }> => {
  const filter = await filterOf(sql, query, callerUuid);
  const known = await knownTotal(sql, query, callerUuid);
  const { rows, found, isAll } = await find(sql, query, callerUuid, filter, bounds, known);
  return { data: rows.map(toToken), meta: metaOf(query, known ?? found, known !== undefined || isAll) };
};
