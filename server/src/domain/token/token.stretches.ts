import { constant } from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { sortOf } from '../../platform/http/list.ts';
import { type Asked, columnsOf, type Order, orderBy, rows } from './token.page.ts';
import type { Frequencies } from './token.statistics.ts';

/** Names with this many equal first characters form a stretch of their order. Fewer characters form a wider stretch. */
const STRETCH_SIZES = [1, 3, 9];
/** At most this many stretches are searched, one after the other. */
const MOST_STRETCHES = 96;
/** This many rows of a stretch are read before the index is asked about it. If many rows match, these are enough to know it. */
const FIRST_ROWS = 8;

/**
 * The rows of a list by name, without the stretches in which nothing matches: of a common word or property, those that
 * match are often all in a few stretches. After a wide stretch with matches come the narrower ones in it. An expression
 * for `from`; its rows are in the order of the list.
 * @param absent lexemes of stretches that no matching token has: their stretches are not searched
 */
export const inStretches = (
  sql: Tx,
  asked: Asked,
  frequencies: Frequencies,
  absent: readonly string[],
  order: Order,
  passes: number,
): Fragment => {
  const { query, filter } = asked;
  const columns = columnsOf(sql, asked);
  const isUp = sortOf(query.sortBy).direction === 'ASC';
  const [wide, middle, narrow] = STRETCH_SIZES.map((size) => constant(sql, size)) as [Fragment, Fragment, Fragment];
  // No lexeme says that a name begins with two characters: such a name alone is a stretch.
  const isShort = sql`length(s.first) < least(s.size, ${middle})`;
  // Nothing sorts after the last code point, except a name that has it there: it begins a stretch of its own.
  const last = isUp
    ? sql`case when ${isShort} then s.first else greatest(left(s.first, s.size) || chr(1114111), s.first) end`
    : sql`left(s.first, s.size)`;
  const within = isUp ? sql`and t.name between s.first and ${last}` : sql`and t.name between ${last} and s.first`;
  const rowsOf = (columns: Fragment, condition: Fragment, by: Fragment, count: Fragment) =>
    sql`select ${columns} from token t where ${filter.visible} ${filter.scope} ${condition} ${by} limit ${count}`;
  const next = (beyond: Fragment) =>
    rowsOf(sql`t.name`, beyond, sql`order by t.name ${order.direction}`, constant(sql, 1));
  const endOf = (size: Fragment) => sql`text_parts(right(left(s.first, ${size}), 3), 3)::text::tsquery`;
  const lexemes = sql`case s.size when ${wide} then ('''=n' || ascii(s.first) || '''')::tsquery
    when ${middle} then ${endOf(middle)} else ${endOf(middle)} && ${endOf(narrow)} end`;
  const partOf = (size: Fragment) => sql`'~' || lower(right(left(s.first, ${size}), 3))`;
  const isPresent =
    absent.length === 0
      ? sql``
      : sql`not ${JSON.stringify(Object.fromEntries(absent.map((lexeme) => [lexeme, 0])))}::text::jsonb ?| case s.size when ${wide} then array['=n' || ascii(s.first)]
          when ${middle} then array[${partOf(middle)}] else array[${partOf(middle)}, ${partOf(narrow)}] end and`;
  const goesIn = sql`s.has_matches and s.size < ${narrow}`;
  return sql`(
    with recursive stretch (at, first, size, has_matches) as (
      select 0, (${next(sql``)}), 0, true
      union all
      select s.at + 1, s.first, s.size, ${isShort} or ${isPresent} coalesce(
          (select true from (${rowsOf(columns, within, orderBy(sql, order), constant(sql, FIRST_ROWS))}) t where true ${filter.content} limit 1),
          (select true from token t where true ${filter.terms(frequencies, false, lexemes)} limit 1),
          false)
      from (
        select s.at, n.first, case
            when ${goesIn} then case s.size when 0 then ${wide} when ${wide} then ${middle} else ${narrow} end
            when left(n.first, ${wide}) <> left(s.first, ${wide}) then ${wide}
            when left(n.first, ${middle}) <> left(s.first, ${middle}) then ${middle} else ${narrow} end as size
        from stretch s cross join lateral (
          select case when ${goesIn} then s.first else (${next(sql`and t.name ${isUp ? sql`>` : sql`<`} ${last}`)}) end as first offset 0) n
        where s.at < ${constant(sql, MOST_STRETCHES)} and n.first is not null) s)
    select t.* from stretch s cross join lateral (
      ${rowsOf(columns, within, orderBy(sql, order), rows(sql, query, passes))}) t
    where s.has_matches and s.size = ${narrow} limit ${rows(sql, query, passes)}) t`;
};
