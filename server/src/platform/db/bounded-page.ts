import { joined, type Fragment, type Tx } from './database.ts';

/** A count reads at most this many rows along the list's order; fewer with a condition that looks into another table. */
const COUNT_ROWS = 250;
const COSTLY_COUNT_ROWS = 100;
/** A page stops when it is full, or after this many rows. */
const WALK_ROWS = 10_000;
const COSTLY_WALK_ROWS = 2000;
/** A walk to a page far down reads no more rows than this at first. */
const WALK_MAX = 400_000;
/** A walk to one of the first pages reads at most this many rows themselves: more would take too long from a disk. */
const READ_MAX = 16_384;
/** A set of at most this many rows is read completely in any case; a larger one when a walk does not fill the page. */
const GATHER_ROWS = 2000;
const LARGE_GATHER_ROWS = 20_000;
/** A walk that has not filled its page goes on to this many times its rows, before all that match are gathered. */
const FURTHER = 8;
/** A costly condition that more than this share of the rows meet is not looked up by its set. */
const FREQUENT = 0.015;
/** Finding a common condition's rows by its index takes as long as gathering so many. */
const COMMON_ROWS = 8000;
/** If a set has at most this many rows, all of them are found, so their number is exact. */
const FEW = 1000;
/** A small set is gathered unless a walk takes this many times less on average. */
const NEARER = 4;
/** The time by reading one entry of an order's index: finding a row by another index. */
const GATHER_COST = 12;
/** The same: reading the row of an entry to test it. */
const ROW_COST = 6;

/** Few different bounds, because they may be written into the statement's text. */
export const rounded = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.min(Math.max(rows, 1), 2 ** 30)));

/**
 * The two ways to one page of a large table, and what is known of their costs. Neither depends on the planner, whose
 * estimates are wrong for combinations of conditions.
 */
export type Ways<P> = {
  /** The end of the page, in rows. */
  reach: number;
  /** The share of the walked rows that match, and how many rows can be walked. */
  share: number;
  length: number;
  /** How many rows gathering reads. */
  candidates: number;
  /** The share of the walked rows that are read themselves; the others are tested by the entry of the order's index. */
  readShare: number;
  /** An index has what is gathered, so that gathering reads no more than matches. */
  isIndexed?: boolean;
  /** The statistics do not know something that is asked for: it may be far rarer than was estimated. */
  isUnknown?: boolean;
  /** Reads so many rows in the list's order. @returns undefined if they do not fill the page */
  walk: ((rows: number) => Promise<P | undefined>) | undefined;
  /** Walks without the stretches of the list's order in which nothing matches, where an index knows them. */
  skip?: ((rows: number) => Promise<P | undefined>) | undefined;
  /** Finds all that match and sorts their keys. @returns undefined if there are more than `most` */
  gather: (most?: number) => Promise<P | undefined>;
};

/**
 * Walks along the order of a list, or gathers all that match: whichever reads fewer rows by the estimate. The other way
 * follows when the first one gives up at its bound.
 * @param bounds how many rows each way reads at first
 */
export const walkOrGather = async <P>(
  { reach, share, length, candidates, readShare, isIndexed = false, isUnknown = false, walk, skip, gather }: Ways<P>,
  bounds: { walk: number; gather: number },
): Promise<P> => {
  const passed = reach / Math.max(share, 1e-6);
  const entryCost = 1 + readShare * (ROW_COST - 1);
  let gatherCost = candidates * GATHER_COST;
  // Three times as many as are passed on average, in no more time than gathering takes. An order with stretches is walked
  // less: where one of them has no match, the others are asked about.
  const isNear = 10 * reach < bounds.gather;
  const walkMax = isNear ? Math.min(WALK_MAX, READ_MAX / readShare) : WALK_MAX;
  const likely = Math.min(3 * passed, walkMax);
  let rows = Math.max(
    Math.min(bounds.walk, gatherCost / entryCost / FURTHER),
    skip ? 0 : Math.min(likely, gatherCost / entryCost),
  );
  // Nothing else is cheaper than to walk on: without a bound, instead of from the beginning again and again.
  if (!isIndexed && !skip && gatherCost > length * entryCost) rows = Math.max(rows, 2 * length);
  // A page so far down that no walk fills it, by the estimate.
  const isBeyond = isIndexed && reach > bounds.gather && reach > share * length;
  let tried = 0;
  const isSmall = candidates < bounds.gather && (share * length < FEW || gatherCost < NEARER * passed * entryCost);
  const isNarrow = isSmall || gatherCost < passed * entryCost || isBeyond;
  // What may be far rarer is looked for as a small set, where that takes little beside the walk.
  const isDoubtful = isUnknown && candidates < 4 * bounds.gather;
  if (isNarrow || isDoubtful) {
    const most = rounded(isNarrow ? Math.max(bounds.gather, 2 * candidates, isBeyond ? reach : 0) : bounds.gather / 4);
    const page = await gather(most);
    if (page) return page;
    if (isNarrow) {
      tried = most;
      // More match than was estimated, so that a page is nearer.
      rows = Math.max(bounds.walk, (likely * candidates) / most);
      // How many more is not known: the walk comes first.
      gatherCost = Math.max(most * GATHER_COST, rows * entryCost);
    }
  }
  const cost = Math.min(rows, length) * entryCost;
  const further = isNear && readShare > 0 ? Math.min(FURTHER * rows, walkMax) : FURTHER * rows;
  // Fewer may match at one end of an order than elsewhere; gathering would take several times as long as walking on.
  const goesFurther = further > rows && further < length && 2 * further * entryCost < gatherCost;
  /** Gathers as many as take half the time of a long walk. @param doubt so many times fewer may match than was estimated */
  const instead = async (walkCost: number, doubt: number): Promise<P | undefined> => {
    const most = rounded(walkCost / 2 / GATHER_COST);
    if (!isIndexed || most <= Math.max(tried, bounds.gather) || candidates > doubt * most) return undefined;
    tried = most;
    return gather(most);
  };
  return ((await instead(cost, 1)) ??
    (await walk?.(rounded(goesFurther && !skip ? further : rows))) ??
    // Where a walk meets nothing, those that match are often all in one stretch.
    (reach < rows && (tried > 0 || further * entryCost < gatherCost) ? await skip?.(rounded(rows)) : undefined) ??
    (goesFurther && skip ? await walk?.(rounded(further)) : undefined) ??
    // Those that match are elsewhere in the order: the cheaper of reading all of it and of sorting all of them.
    (candidates >= bounds.gather && gatherCost > length * entryCost
      ? ((await instead(length * entryCost, FURTHER)) ?? (await walk?.(rounded(2 * length))))
      : undefined) ??
    (await gather())) as P;
};

/** A number as text: where a limit is a parameter, a plan for all parameters expects a tenth of the table. */
export const constant = (sql: Tx, rows: number) => sql.unsafe(String(rows)) as unknown as Fragment;

/** A word of ours as text, never of a request: with a parameter, a plan cannot use an index of some of these only. */
export const literal = (sql: Tx, word: Uppercase<string>) => sql.unsafe(`'${word}'`) as unknown as Fragment;

/** The expression of a set's size, counted no further than one above `most`. */
export const boundedCount = (sql: Tx, set: Fragment, most: number): Fragment =>
  sql`(select count(*)::int from (${set} limit ${constant(sql, most + 1)}) counted)`;

/** A set: an expression of its size counted to one above a bound, and a name by which a large one is remembered. */
export type Counted = { size: Fragment; name?: string | undefined };
/** What somebody holds does not become small within a minute, and a list that takes it for large is right as well. */
const LARGE_MS = 60_000;
const LARGE_MAX = 10_000;
const large = new WeakMap<object, Map<string, number>>();

/** Remembers for a minute that a set has more than `most`. @param pool remembers */
export const rememberLarge = (pool: Tx, { name }: Counted, most: number): void => {
  if (name === undefined) return;
  const known = large.get(pool) ?? new Map<string, number>();
  if (known.size >= LARGE_MAX) known.clear();
  large.set(pool, known.set(`${most}:${name}`, Date.now() + LARGE_MS));
};
/** The size of a set, without counting where it is known to be more than `most`. */
export const sizeOf = (pool: Tx, { size, name }: Counted, most: number): Fragment =>
  (large.get(pool)?.get(`${most}:${name}`) ?? 0) > Date.now() ? pool`${most + 1}::int` : size;

/** The sizes of sets, counted to one above `most`. @param pool remembers which are larger: counting so far takes as long as a page */
export const sizesOf = async (pool: Tx, sets: readonly Counted[], most: number): Promise<number[]> => {
  const expressions = sets.map((set) => sizeOf(pool, set, most));
  const isCounted = sets.some((set, at) => expressions[at] === set.size);
  if (!isCounted) return sets.map(() => most + 1);
  const [row] = await pool<{ found: number[] }[]>`select array[${joined(pool, expressions, pool`,`)}] as found`;
  return sets.map((set, at) => {
    const size = row?.found[at] ?? 0;
    if (size > most) rememberLarge(pool, set, most);
    return size;
  });
};

/**
 * The ways in which a list can be read. All conditions and orders are about the alias `o`. Ranges and the rows of sets are
 * what follows `from`, as `offer o where …`; those of one list have no row in common.
 */
export type BoundedList = {
  /** The columns of `o` that `where` and `order` use, and those of `order` alone, both with `uuid`. */
  columns: Fragment;
  keys: Fragment;
  /** Each is a range of an index that has the list's order, or few rows. Together they contain every row of the list. */
  ranges: Fragment[];
  /** The conditions without those of `costly` and `last`. */
  where: Fragment;
  /** Conditions that look into another table for each row: they are tested on what meets all others. */
  last?: Fragment | undefined;
  order: Fragment;
  /**
   * Sets that contain every row of the list. `bound` counts at least as many rows, of any kind, if that is cheaper; by `name`
   * a large one is remembered. A set `isCovered` if one index has all of its columns: where a sample finds few, it is read whole.
   */
  sets: { rows: Fragment[]; bound?: Fragment; name?: string | undefined; isCovered?: boolean }[];
  /** Few rows of the order match, as those of one user: a sample would not fill a page, and without `costly` it tells nothing. */
  isSparse?: boolean;
  /**
   * A condition that looks into another table, or only into a column of `o`, and the set that meets it; `within` is a part
   * of that set which contains the list, for sets that are too large. `isCommon`: statistics say that many rows meet it.
   */
  costly?:
    | {
        condition: Fragment;
        rows: Fragment;
        bound?: Fragment;
        within?: Fragment;
        isOwnColumn?: true;
        isCommon?: boolean;
      }
    | undefined;
};
type Wanted = { limit: number; offset: number };
export type BoundedPage = {
  uuids: string[];
  /** All rows if exact; otherwise a lower bound, which exceeds this page unless it is the last one. */
  total: number;
  isExact: boolean;
};

/** The uuids of a page, in its order, as the table `page (uuid, place)`. */
export const pageOfUuids = (sql: Tx, uuids: readonly string[]): Fragment =>
  sql`unnest(${uuids as string[]}::uuid[]) with ordinality as page (uuid, place)`;

/** The rows of a list's table with these uuids: as an array, so that the planner does not look for them in the whole table. */
export const rowsOfUuids = (sql: Tx, table: Fragment, uuids: Fragment): Fragment =>
  sql`(select * from ${table} one where one.uuid = any(array(${uuids})) offset 0) o where true`;

/** The rows of sets that meet a condition. By `offset`, the planner does not combine it with other large indexes. */
const matchingOf = (
  sql: Tx,
  { columns, keys: values }: Pick<BoundedList, 'columns' | 'keys'>,
  sets: Fragment[],
  condition: Fragment,
): Fragment =>
  joined(
    sql,
    sets.map((rows) => sql`select ${values} from (select ${columns} from ${rows} offset 0) o where ${condition}`),
    sql` union all `,
  );
const allOf = (sql: Tx, sets: Fragment[]): Fragment =>
  joined(
    sql,
    sets.map((rows) => sql`select 1 from ${rows}`),
    sql` union all `,
  );

/** The smallest of these sets; undefined when each has more than `most` rows. */
const smallest = async (sql: Tx, sets: BoundedList['sets'], most: number): Promise<Fragment[] | undefined> => {
  if (sets.length === 0) return undefined;
  const sizes = await sizesOf(
    sql,
    sets.map(({ rows, bound, name }) => ({
      size: boundedCount(sql, bound ?? allOf(sql, rows), most),
      name,
    })),
    most,
  );
  const least = Math.min(...sizes);
  return least <= most ? sets[sizes.indexOf(least)]?.rows : undefined;
};

/**
 * One page of uuids of a large table by any combination of filters, at a cost that hardly grows with the table:
 * 1. If one of its sets is small, that set is read whole.
 * 2. Otherwise the first rows of the list's order are a sample; they often fill the page, if the list is not of one user.
 * 3. Otherwise the list is walked further, or gathered by its smallest set or by that of a costly condition.
 * 4. Otherwise (a rare combination of frequent conditions) the planner chooses.
 * Totals are exact if a set or the sample is the whole list, or at its last page.
 */
export const boundedPage = async (sql: Tx, list: BoundedList, { limit, offset }: Wanted): Promise<BoundedPage> => {
  const { order, costly } = list;
  const all = [list.where, ...(costly ? [costly.condition] : []), ...(list.last ? [list.last] : [])];
  // As an expression they are tested in this order.
  const where = joined(sql, all, sql` and `);
  const besides = list.last ? sql`${list.where} and ${list.last}` : list.where;

  /** A set read whole. */
  const readSet = async (rows: Fragment[], condition: Fragment): Promise<BoundedPage> => {
    const [row] = await sql<{ uuids: string[]; total: number }[]>`
      with found as materialized (${matchingOf(sql, list, rows, condition)})
      select array(select o.uuid from found o order by ${order} limit ${limit} offset ${offset}) as uuids,
        (select count(*)::int from found) as total`;
    return { uuids: row?.uuids ?? [], total: row?.total ?? 0, isExact: true };
  };
  const narrow = await smallest(sql, list.sets, GATHER_ROWS);
  if (narrow) return readSet(narrow, where);

  /** The first rows of the ranges together, in the list's order. Since each range is sorted, the planner merges them. */
  const merged = (values: Fragment, condition: Fragment, rows: Fragment): Fragment => {
    const ranges = list.ranges.map(
      (range) => sql`(select ${values} from ${range} and ${condition} order by ${order} limit ${rows})`,
    );
    return ranges.length === 1
      ? sql`${ranges[0] as Fragment} o`
      : sql`(select * from (${joined(sql, ranges, sql`union all`)}) o order by ${order} limit ${rows}) o`;
  };
  const isFound = sql`(${where}) is true as is_found`;
  const firstOf = (rows: number) => merged(list.columns, sql`true`, constant(sql, rows));
  /** The first rows of several ranges with the results of tests: no more than keys and results is merged, in a third of the time. */
  const tested = (rows: number, tests: Fragment) => merged(sql`${list.keys}, ${tests}`, sql`true`, constant(sql, rows));
  const isMerged = list.ranges.length > 1;
  // One more than the page shows: whether another page follows.
  const wanted = limit + 1;
  const looksElsewhere = costly !== undefined && !costly.isOwnColumn;
  const sampled = looksElsewhere ? COSTLY_COUNT_ROWS : COUNT_ROWS;
  const tests = sql`${isFound}, ${costly ? sql`(${costly.condition}) is true` : sql`true`} as is_frequent`;
  const [sample] =
    list.isSparse && !costly
      ? [{ read: sampled, found: 0, frequent: 0, uuids: [] }]
      : await sql<{ read: number; found: number; frequent: number; uuids: string[] }[]>`
    with sample as materialized (
      ${isMerged ? sql`select * from ${tested(sampled, tests)}` : sql`select ${list.keys}, ${tests} from ${firstOf(sampled)}`})
    select count(*)::int as read, (count(*) filter (where is_found))::int as found, (count(*) filter (where is_frequent))::int as frequent,
      array(select o.uuid from sample o where o.is_found order by ${order} limit ${wanted} offset ${offset}) as uuids from sample`;
  const { read, found, frequent, uuids } = sample ?? { read: 0, found: 0, frequent: 0, uuids: [] };
  const pageOf = (rows: string[]): BoundedPage => {
    const seen = offset + rows.length;
    const isLast = rows.length < wanted && (rows.length > 0 || offset === 0);
    return { uuids: rows.slice(0, limit), total: isLast ? seen : Math.max(found, seen), isExact: isLast };
  };
  if (read < sampled) return { uuids: uuids.slice(0, limit), total: found, isExact: true };
  if (uuids.length === wanted) return pageOf(uuids);
  const isDense = found > read / 2;
  const covered = isDense ? [] : list.sets.filter(({ isCovered }) => isCovered);
  const instead = await smallest(sql, covered, LARGE_GATHER_ROWS);
  if (instead) return readSet(instead, where);

  const pageFrom = async (from: Fragment, condition: Fragment): Promise<string[]> =>
    (
      await sql<{ uuid: string }[]>`
        select o.uuid from ${from} where ${condition} order by ${order} limit ${wanted} offset ${offset}`
    ).map(({ uuid }) => uuid);
  return walkOrGather<BoundedPage>(
    {
      reach: offset + wanted,
      // A few in a sample say little: a walk for what is rarer ends at its bound.
      share: Math.max(found, 3) / read,
      length: Infinity,
      candidates: costly && frequent <= read * FREQUENT ? (costly.isCommon ? COMMON_ROWS : 0) : Infinity,
      readShare: 0,
      walk: async (rows) => {
        // Nearly no other row is read, so that the matching ones alone are merged: to a page far down in half of the time.
        if (isDense)
          return pageOf(await pageFrom(merged(list.keys, where, constant(sql, rounded(offset + wanted))), sql`true`));
        // Of one range the planner tests what costs least first.
        const page = await (isMerged
          ? pageFrom(tested(rows, isFound), sql`o.is_found`)
          : pageFrom(firstOf(rows), where));
        return page.length === wanted ? pageOf(page) : undefined;
      },
      gather: async (most) => {
        if (costly && most === undefined) return readSet([costly.within ?? costly.rows], besides);
        const rows = await smallest(
          sql,
          costly ? [{ ...costly, rows: [costly.rows] }] : list.sets,
          most ?? LARGE_GATHER_ROWS,
        );
        if (rows) return readSet(rows, costly ? besides : where);
        if (most !== undefined) return undefined;
        return pageOf(await pageFrom(merged(list.keys, where, sql`${offset + wanted}`), sql`true`));
      },
    },
    { walk: looksElsewhere ? COSTLY_WALK_ROWS : WALK_ROWS, gather: GATHER_ROWS },
  );
};
