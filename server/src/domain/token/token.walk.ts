/** Pages that are read along the order of the list: from an index of tokens, or of a link. */
import type { Tx } from '../../platform/db/database.ts';
import { offsetOf, sortOf } from '../../platform/http/list.ts';
import type { Link } from './token.filter.ts';
import {
  type Answer,
  areLinkedTo,
  type Asked,
  cardsOf,
  columnsOf,
  type Found,
  oneByOne,
  orderBy,
  orderOf,
  rows,
} from './token.page.ts';
import { frequenciesOf } from './token.statistics.ts';
import { inStretches } from './token.stretches.ts';
import { absentParts } from './token.together.ts';

type Walk = {
  /** Reads in the order of the list until so many tokens match, or so many are passed. */
  wanted: number;
  passes: number;
  /** The link whose order is walked, instead of an index of tokens. */
  driver?: Link | undefined;
  /** Passes over the stretches of the order by name in which nothing matches. */
  hasGaps?: boolean;
};
/** @returns undefined if the page is not full */
export const walk = async (
  sql: Tx,
  asked: Asked,
  { passes, wanted, driver, hasGaps = false }: Walk,
): Promise<Answer | undefined> => {
  const { query, filter } = asked;
  const offset = offsetOf(query);
  // What is before the page is only counted where its number is all that is known of the total.
  const passed = filter.isScopeOnly ? 0 : offset;
  const page = sql`limit ${rows(sql, query, wanted - passed)} offset ${rows(sql, query, passed)}`;
  const order = orderOf(sql, query);
  const others = filter.links.filter((link) => link !== driver);
  const columns = columnsOf(sql, asked);
  const conditions = driver
    ? sql`${filter.columns} ${filter.content} ${areLinkedTo(sql, others)}`
    : sql`${filter.outside} ${filter.byRow} ${areLinkedTo(sql, others)}`;
  const column = driver?.order?.column;
  // The indexes of the orders have no hidden tokens: few, which their holder sees.
  const hidden = filter.ownHidden;
  const uuids =
    hidden && !column
      ? sql`
      select uuid from (
        (select t.uuid, ${order.value} as ${order.key} from (select ${columns} from token t where t.is_counted ${filter.scope} ${orderBy(sql, order)} limit ${rows(sql, query, passes)}) t
          where true ${conditions} ${orderBy(sql, order)} limit ${rows(sql, query, wanted)})
        union all
        select t.uuid, ${order.value} from ${hidden.table} l ${oneByOne(sql, columns, filter.bits)} where ${hidden.key} and l.is_hidden and ${filter.visible} ${filter.columns} ${filter.content} ${areLinkedTo(sql, others)}) t ${orderBy(sql, order)} ${page}`
      : driver && column
        ? sql`
      select l.token_uuid as uuid from (select token_uuid, ${column} from ${driver.table} l where ${driver.key} and ${driver.counts}
        order by ${column} ${order.direction}, token_uuid ${order.direction} limit ${rows(sql, query, passes)}) l
      ${oneByOne(sql, columns, filter.bits)} where ${filter.visible} ${conditions}
      order by l.${column} ${order.direction}, l.token_uuid ${order.direction} ${page}`
        : filter.isScopeOnly
          ? sql`select uuid from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} ${page}`
          : sql`
        select t.uuid from ${
          hasGaps
            ? // A join of one row after the other: in order without sorting, which would read all rows first.
              sql`${inStretches(sql, asked, await frequenciesOf(sql), await absentParts(sql, filter), order, passes)} where true ${conditions}`
            : sql`(select ${columns} from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} limit ${rows(sql, query, passes)}) t where true ${conditions} ${orderBy(sql, order)}`
        }
        ${page}`;
  const answer = await cardsOf(
    sql,
    asked,
    uuids,
    sql`select uuid from found limit ${rows(sql, query, query.limit)} offset ${rows(sql, query, offset - passed)}`,
  );
  const found = passed + answer.found;
  return filter.isScopeOnly || found > offset + query.limit ? { ...answer, found } : undefined;
};

/** A page of a list that one index has whole, read from its nearer end. @param total how many there are */
export const pageOfIndex = (sql: Tx, asked: Asked, total: number): Promise<Answer> => {
  const { query, filter, leading } = asked;
  const head = leading.slice(offsetOf(query), offsetOf(query) + query.limit);
  const limit = query.limit - head.length;
  const offset = Math.max(0, offsetOf(query) - leading.length);
  const others = leading.length > 0 ? sql`and uuid <> all(${leading}::uuid[])` : sql``;
  const fromEnd = total - leading.length - offset - limit;
  const isReversed = offset < total - leading.length && fromEnd < offset;
  const [skipped, taken] = isReversed ? [Math.max(fromEnd, 0), Math.min(limit, limit + fromEnd)] : [offset, limit];
  const found = sql`
    select uuid, row_number() over () as place from (
      select uuid from token t where ${filter.visible} ${filter.scope} ${others} ${orderBy(sql, orderOf(sql, query, isReversed))} limit ${rows(sql, query, taken)} offset ${rows(sql, query, skipped)}) page`;
  const rest = sql`select uuid from found order by place ${isReversed ? sql`desc` : sql`asc`}`;
  if (head.length === 0) return cardsOf(sql, asked, found, rest);
  return cardsOf(sql, asked, found, sql`select unnest(${head}::uuid[]) as uuid union all (${rest})`);
};

/** A page of a list that the index of a link has whole. @returns undefined after its end */
export const pageOfLink = async (
  sql: Tx,
  asked: Asked,
  { table, key, counts, shown, order }: Link,
): Promise<Found | undefined> => {
  const { query } = asked;
  const offset = offsetOf(query);
  const { direction } = orderOf(sql, query);
  if (!shown || !order || order.field !== sortOf(query.sortBy).field) return undefined;
  const found = sql`
    select l.token_uuid as uuid from ${table} l where ${key} and ${counts} and ${shown}
    order by ${order.column} ${direction}, token_uuid ${direction} limit ${rows(sql, query, query.limit + 1)} offset ${rows(sql, query, offset)}`;
  const answer = await cardsOf(sql, asked, found, sql`select uuid from found limit ${rows(sql, query, query.limit)}`);
  if (answer.found === 0) return undefined;
  return { ...answer, found: offset + answer.found, isAll: answer.found <= query.limit };
};
