/** What the ways to a page of a list of tokens share: its order, the conditions by links, and the cards that it shows. */
import { constant } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { sortOf } from '../../platform/http/list.ts';
import type { Filter, Link } from './token.filter.ts';
import type { TokenQuery } from './token.terms.ts';
import { entryJson } from './token.view.ts';

/** Pages that are often asked for: the first ones, of the sizes that the interface has. */
const isFrequent = ({ page, limit }: TokenQuery) => page <= 3 && limit % 12 === 0;
/**
 * A limit or an offset. As text in frequent pages, so that the plan is one for a few rows: of a parameter it expects a tenth
 * of all. Otherwise as a parameter, because each text is a statement of its own.
 */
export const rows = (sql: Tx, query: TokenQuery, count: number): Fragment =>
  isFrequent(query) ? constant(sql, count) : sql`${count}`;

/** The column of `token` that a list is ordered by; undefined for the rank, which another table has. */
const columnOf = ({ sortBy, currencyUuid }: TokenQuery): string | undefined =>
  ({
    name: 'name',
    favorites: 'favorite_count',
    price: currencyUuid ? 'sale_price' : 'sale_price_eth',
    createdAt: 'created_at',
    endsAt: 'auction_turns_at',
    lastSale: 'last_sale_at',
    rarity: undefined,
    number: 'token_id',
    curated: 'created_at',
  })[sortOf(sortBy).field];

/** `value` is what a token has for the column `key`. */
export type Order = { key: Fragment; value: Fragment; after: Fragment; direction: Fragment };

/**
 * The order of a list; ties are broken by uuid in the same direction, as in the indexes. Tokens that are not on sale
 * come last by price, tokens that were never sold last by the newest sale. @param isReversed the order from the other end
 */
export const orderOf = (sql: Tx, query: TokenQuery, isReversed = false): Order => {
  const { field, direction } = sortOf(query.sortBy);
  const isUp = (direction === 'ASC') !== isReversed;
  const isByPrice = field === 'price' && !query.currencyUuid;
  // The order by the last sale reads its index from either end; that by price has an index for each direction.
  const isNullLast = field === 'lastSale' ? !isUp : isByPrice ? !isReversed : undefined;
  const column = columnOf(query);
  const key = sql`${sql(column ?? 'rank')}`;
  return {
    key,
    value: column === undefined ? sql`(select r.rank from token_rarity r where r.token_uuid = t.uuid)` : sql`t.${key}`,
    direction: isUp ? sql`asc` : sql`desc`,
    after: isNullLast === undefined ? sql`` : isNullLast ? sql`nulls last` : sql`nulls first`,
  };
};
export const orderBy = (sql: Tx, { key, direction, after }: Order): Fragment =>
  sql`order by ${key} ${direction} ${after}, uuid ${direction}`;

/** A list that is asked for, and its stored total if there is one: an expression. */
export type Asked = {
  query: TokenQuery;
  callerUuid: string | undefined;
  filter: Filter;
  total: Fragment | undefined;
  /** The tokens that come before all others, if nothing else is asked for. */
  leading: string[];
};
/** The columns that the conditions and the order of a list need of a token. */
export const columnsOf = (sql: Tx, { query, filter }: Pick<Asked, 'query' | 'filter'>): Fragment => {
  const column = columnOf(query);
  const names = new Set([...filter.tested, ...(column ? [column] : [])]);
  return joined(
    sql,
    [...names].map((name) => sql`${sql(name)}`),
    sql`, `,
  );
};

/** The cards of a page as a JSON array, how many tokens were found, and the stored total if there is one. */
export type Answer = { entries: Buffer; found: number; total: number | undefined };
/** `isAll`: no more were found than there are. */
export type Found = Answer & { isAll: boolean };

/**
 * The cards of a page.
 * @param found a query for uuids, in the order of the list
 */
export const cardsOf = async (
  sql: Tx,
  { query, callerUuid, total }: Pick<Asked, 'query' | 'callerUuid'> & { total?: Fragment | undefined },
  found: Fragment,
  page: Fragment,
): Promise<Answer> => {
  const [row] = await sql`
    with found as materialized (${found})
    select (select count(*)::int from found), ${total ?? sql`null::int`}, (
      select '[' || coalesce(string_agg(${entryJson(sql, callerUuid, query.ownerUuid !== undefined && query.ownerUuid.toLowerCase() === callerUuid)}, ',' order by listed.place), '') || ']'
      from (select uuid, row_number() over () as place from (${page}) page) listed
      join token t on t.uuid = listed.uuid join app_user u on u.uuid = t.creator_uuid)`.raw();
  const [count, stored, entries] = row as unknown as [Buffer, Buffer | null, Buffer];
  return { entries, found: Number(count), total: stored === null ? undefined : Number(stored) };
};

export const areLinkedTo = (sql: Tx, links: Link[], token = sql`t.uuid`): Fragment =>
  joined(
    sql,
    // A subquery for each token: as a join, it reads all that a user has first. Whether the row counts is read from it:
    // as a condition it would fit an index of all that a user has, which some statistics make look cheaper than the key.
    links.map(
      ({ table, key, counts }) =>
        sql`and (select ${counts} from ${table} l where l.token_uuid = ${token} and ${key} limit 1) is true`,
    ),
  );

/**
 * The token of each row of a link, in its order: for few rows the planner would hash all tokens of a collection.
 * @param bits which it has in any case: in here, because PostgreSQL may take testing a text for cheaper
 */
export const oneByOne = (sql: Tx, columns: Fragment, bits: Fragment): Fragment =>
  sql`cross join lateral (select ${columns} from token t where t.uuid = l.token_uuid ${bits} offset 0) t`;
