import { joined, type Fragment, type Tx } from './database.ts';

/** A count reads so many rows along the list's order; fewer with a condition that looks into another table. */
const COUNT_ROWS = 500;
const COSTLY_COUNT_ROWS = 100;
/** A page stops when it is full, or after so many rows. */
const WALK_ROWS = 10_000;
const COSTLY_WALK_ROWS = 2000;
/** A set of at most so many rows is read whole, whatever else is asked; a larger one when a walk does not fill the page. */
const GATHER_ROWS = 2000;
const LARGE_GATHER_ROWS = 20_000;
/** A costly condition that more than this share of the rows meet is not looked up by its set. */
const FREQUENT = 0.015;

/** The ways in which a list can be read. All conditions and orders are about the alias `o`. */
export type BoundedList = {
  table: Fragment;
  /** The columns of `o` that `where` and `order` use, and those of `order` alone, both with `uuid`. */
  columns: Fragment;
  keys: Fragment;
  /**
   * What follows `from` for each part of the list, as `offer o where …`: a range of an index that has the list's order,
   * or few rows. Together they contain every row of the list, none twice.
   */
  ranges: Fragment[];
  /** The conditions without those of `costly`. */
  where: Fragment;
  order: Fragment;
  /**
   * Sets that contain every row of the list: `select uuid from …`. Their sizes are counted by `bound` if that is
   * cheaper: at least as many rows, of any kind, from an index alone.
   */
  sets: { set: Fragment; bound?: Fragment }[];
  /** A condition that looks into another table, and the set of uuids that meet it. */
  costly?: { condition: Fragment; set: Fragment } | undefined;
};
type Wanted = { limit: number; offset: number };
export type BoundedPage = {
  uuids: string[];
  /** All rows if exact; otherwise a lower bound, which exceeds this page unless it is the last one. */
  total: number;
  isExact: boolean;
};

/** A number as text: where a limit is a parameter, a plan for all parameters expects a tenth of the table. */
const constant = (sql: Tx, rows: number) => sql.unsafe(String(rows)) as unknown as Fragment;

/**
 * The smallest of these sets, within a list: a promise of a fragment would execute it. Empty when each has more than
 * `most` rows.
 */
const smallest = async (sql: Tx, sets: BoundedList['sets'], most: number): Promise<Fragment[]> => {
  if (sets.length === 0) return [];
  const counts = sets.map(
    ({ set, bound }) => sql`(select count(*)::int from (${bound ?? set} limit ${constant(sql, most + 1)}) probed)`,
  );
  const [row] = await sql<{ sizes: number[] }[]>`select array[${joined(sql, counts, sql`,`)}] as sizes`;
  const sizes = row?.sizes ?? [];
  const least = Math.min(...sizes);
  const found = sets[sizes.indexOf(least)];
  return found && least <= most ? [found.set] : [];
};

/**
 * One page of uuids of a large table by any combination of filters, at a cost that hardly grows with the table:
 * 1. If one of its sets is small, that set is read whole.
 * 2. Otherwise the list's order is walked for a bounded number of rows, which fills a page of any frequent combination.
 * 3. Otherwise the smallest set is read whole if it is not too large, or the set of a costly condition.
 * 4. Otherwise (a rare combination of frequent conditions, or a page far down) the planner chooses.
 * Totals are exact if 1, 3 or the count reads the list whole, or at its last page.
 */
export const boundedPage = async (sql: Tx, list: BoundedList, { limit, offset }: Wanted): Promise<BoundedPage> => {
  const { table, columns, order, costly } = list;
  const where = costly ? sql`${list.where} and ${costly.condition}` : list.where;

  /** A set read whole: as an array, so that the planner does not look for its rows in the whole table. */
  const gather = async (set: Fragment, condition: Fragment): Promise<BoundedPage> => {
    const [row] = await sql<{ uuids: string[]; total: number }[]>`
      with found as materialized (
        select ${columns} from ${table} o where o.uuid = any(array(select uuid from (${set}) as member (uuid))) and ${condition})
      select array(select o.uuid from found o order by ${order} limit ${limit} offset ${offset}) as uuids,
        (select count(*)::int from found) as total`;
    return { uuids: row?.uuids ?? [], total: row?.total ?? 0, isExact: true };
  };
  const [set] = await smallest(sql, list.sets, GATHER_ROWS);
  if (set) return gather(set, where);

  /** The first rows of the ranges together, in the list's order. Since each range is sorted, the planner merges them. */
  const merged = (values: Fragment, condition: Fragment, rows: Fragment): Fragment => {
    const ranges = list.ranges.map(
      (range) => sql`(select ${values} from ${range} and ${condition} order by ${order} limit ${rows})`,
    );
    return ranges.length === 1
      ? sql`${ranges[0] as Fragment} o`
      : sql`(select * from (${joined(sql, ranges, sql`union all`)}) o order by ${order} limit ${rows}) o`;
  };
  const walk = (rows: number) => merged(columns, sql`true`, constant(sql, rows));
  // One more than the page shows: whether another page follows.
  const wanted = limit + 1;
  const pageFrom = async (from: Fragment, condition: Fragment): Promise<string[]> =>
    (
      await sql<{ uuid: string }[]>`
        select o.uuid from ${from} where ${condition} order by ${order} limit ${wanted} offset ${offset}`
    ).map(({ uuid }) => uuid);
  const counted = costly ? COSTLY_COUNT_ROWS : COUNT_ROWS;
  const walkPage = () =>
    offset + wanted <= COUNT_ROWS ? pageFrom(walk(costly ? COSTLY_WALK_ROWS : WALK_ROWS), where) : [];
  const [near, [count]] = await Promise.all([
    costly ? [] : walkPage(),
    sql<{ read: number; found: number; frequent: number }[]>`
      select count(*)::int as read, (count(*) filter (where ${where}))::int as found,
        ${costly ? sql`(count(*) filter (where ${costly.condition}))::int` : sql`0`} as frequent from ${walk(counted)}`,
  ]);
  const { read, found, frequent } = count ?? { read: 0, found: 0, frequent: 0 };
  const isWhole = read < counted;
  if (costly && !isWhole && frequent <= read * FREQUENT) {
    const [rare] = await smallest(sql, [{ set: costly.set }], GATHER_ROWS);
    if (rare) return gather(rare, list.where);
  }
  let uuids = costly ? await walkPage() : near;
  if (isWhole) return { uuids: uuids.slice(0, limit), total: found, isExact: true };
  if (uuids.length < wanted) {
    if (costly) return gather(costly.set, list.where);
    const [large] = await smallest(sql, list.sets, LARGE_GATHER_ROWS);
    if (large) return gather(large, where);
    uuids = await pageFrom(merged(list.keys, where, sql`${offset + wanted}`), sql`true`);
  }
  const seen = offset + uuids.length;
  const isLast = uuids.length < wanted && (uuids.length > 0 || offset === 0);
  return { uuids: uuids.slice(0, limit), total: isLast ? seen : Math.max(found, seen), isExact: isLast };
};
