import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundedCount, boundedPage, rowsOfUuids, sizesOf, walkOrGather, type BoundedList } from './bounded-page.ts';
import { openDatabase, type Database, type Fragment } from './database.ts';

/** More than a walk reads. */
const ROWS = 30_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 2, name: 'bounded-page' });
  const { sql } = db;
  await sql`create table sample (uuid uuid primary key, kind text not null, rank integer not null, share integer not null)`;
  await sql`create table sample_name (uuid uuid primary key, name text not null)`;
  // `share` spreads over all ranks; the last hundred ranks are "late", the first hundred names "early".
  await sql`
    insert into sample select md5(n::text)::uuid, case when n % 3 = 0 then 'a' else 'b' end, n / 2, n * 7919 % 1000 from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into sample_name select md5(n::text)::uuid, case when n % 10 = 0 then 'common' when n % 1000 = 1 then 'rare' when n > 20000 and n % 3 = 1 then 'late' else 'other' end
    from generate_series(1, ${ROWS}::int) n`;
  await sql`create index on sample (kind, rank, uuid)`;
  await sql`create index on sample (share, uuid)`;
  await sql`create index on sample_name (name, uuid)`;
  await sql`analyze`;
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

type Asked = { kinds?: string[]; where?: Fragment; sets?: BoundedList['sets']; name?: string; isSparse?: boolean };
const listOf = ({ kinds = ['a', 'b'], where, sets = [], name, isSparse = false }: Asked): BoundedList => {
  const { sql } = db;
  return {
    columns: sql`o.uuid, o.kind, o.rank, o.share`,
    keys: sql`o.uuid, o.rank`,
    ranges: kinds.map((kind) => sql`sample o where o.kind = ${kind}`),
    where: sql`o.kind = any(${kinds}::text[]) ${where ? sql`and ${where}` : sql``}`,
    order: sql`o.rank asc, o.uuid asc`,
    sets,
    isSparse,
    costly: name
      ? {
          condition: sql`(select true from sample_name n where n.uuid = o.uuid and n.name = ${name} limit 1)`,
          rows: rowsOfUuids(sql, sql`sample`, sql`select n.uuid from sample_name n where n.name = ${name}`),
        }
      : undefined,
  };
};
/** The same list by one plain statement. */
const plainly = async ({ kinds = ['a', 'b'], where, name }: Asked) => {
  const { sql } = db;
  const rows = await sql<{ uuid: string }[]>`
    select o.uuid from sample o join sample_name n using (uuid) where o.kind = any(${kinds}::text[])
    ${where ? sql`and ${where}` : sql``} ${name ? sql`and n.name = ${name}` : sql``} order by o.rank, o.uuid`;
  return rows.map((row) => row.uuid);
};

describe('a page of a large table', () => {
  it.each<[string, () => Asked]>([
    ['everything', () => ({})],
    ['one range', () => ({ kinds: ['b'] })],
    ['a frequent condition', () => ({ where: db.sql`o.share < 300` })],
    [
      'a rare condition, with its set',
      () => ({ where: db.sql`o.share = 5`, sets: [{ rows: [db.sql`sample o where o.share = 5`] }] }),
    ],
    [
      'a rare condition of a large set',
      () => ({
        where: db.sql`o.share < 500 and o.rank > 14900`,
        sets: [{ rows: [db.sql`sample o where o.share < 500`] }],
      }),
    ],
    [
      'few rows of the order, without a sample',
      () => ({
        where: db.sql`o.share < 100`,
        sets: [{ rows: [db.sql`sample o where o.share < 100`] }],
        isSparse: true,
      }),
    ],
    ['late rows of the order, without a sample', () => ({ where: db.sql`o.rank > 14700`, isSparse: true })],
    ['a rare condition without a set', () => ({ where: db.sql`o.rank > 14950` })],
    ['a condition that nothing meets', () => ({ where: db.sql`o.rank < 0` })],
    [
      'a set with a cheaper bound',
      () => ({
        where: db.sql`o.share = 7`,
        sets: [{ rows: [db.sql`sample o where o.share = 7`], bound: db.sql`select 1 from sample where share = 7` }],
      }),
    ],
    ['a common name', () => ({ name: 'common' })],
    ['a rare name', () => ({ name: 'rare' })],
    ['a name that only late rows have', () => ({ name: 'late' })],
    ['a name that nothing has', () => ({ name: 'none' })],
  ])('of %s equals that of one plain statement, on every page', async (_what, asked) => {
    const all = await plainly(asked());
    for (const offset of [0, 24, 480, 600, all.length - 10, all.length, all.length + 24]) {
      if (offset < 0) continue;
      const page = await boundedPage(db.sql, listOf(asked()), { limit: 24, offset });
      expect(page.uuids).toEqual(all.slice(offset, offset + 24));
      if (page.isExact) expect(page.total).toBe(all.length);
      else expect(page.total).toBeGreaterThanOrEqual(Math.min(all.length, offset + page.uuids.length));
      // Where another page follows, the total says so.
      if (offset + 24 < all.length) expect(page.total).toBeGreaterThan(offset + 24);
    }
  });

  it('of few rows has an exact total', async () => {
    const rare = await boundedPage(db.sql, listOf({ name: 'rare' }), { limit: 12, offset: 0 });
    expect(rare).toMatchObject({ total: 30, isExact: true });
    const none = await boundedPage(db.sql, listOf({ where: db.sql`o.rank < 0` }), { limit: 12, offset: 0 });
    expect(none).toEqual({ uuids: [], total: 0, isExact: true });
  });
});

it('only a set that was small is counted again within a minute', async () => {
  const { sql } = db;
  const sizes = (share: number) =>
    sizesOf(
      sql,
      ['small', 'large'].map((name) => ({
        name,
        size: boundedCount(sql, sql`select 1 from sample where share < ${name === 'small' ? share : 10 * share}`, 300),
      })),
      300,
    );
  expect(await sizes(5)).toEqual([150, 301]);
  expect(await sizes(1)).toEqual([30, 301]);
  expect(await sizes(20)).toEqual([301, 301]);
});

/** A list of a million rows, of which those at these places match; `read` is how many rows were read for a page of 12. */
const listWith = (
  places: number[],
  asked: {
    reach: number;
    estimate: number;
    readShare?: number;
    length?: number;
    hasStretches?: true;
    isUnknown?: true;
    isIndexed?: boolean;
  },
) => {
  const { length = 1_000_000 } = asked;
  let read = 0;
  const pageOf = (found: number[]) => found.slice(asked.reach - 12, asked.reach);
  const page = walkOrGather<number[]>(
    {
      reach: asked.reach,
      share: asked.estimate / length,
      length,
      candidates: asked.estimate,
      readShare: asked.readShare ?? 0,
      isIndexed: asked.isIndexed ?? true,
      isUnknown: asked.isUnknown ?? false,
      walk: async (rows) => {
        const found = places.filter((place) => place < rows).slice(0, asked.reach + 1);
        const isFull = found.length > asked.reach;
        read += isFull ? (found.at(-1) as number) : Math.min(rows, length);
        return isFull ? pageOf(found) : undefined;
      },
      skip:
        asked.hasStretches &&
        (async (rows) => {
          read += Math.min(rows, places.length);
          return asked.reach < Math.min(rows, places.length) ? pageOf(places) : undefined;
        }),
      gather: async (most = Infinity) => {
        read += Math.min(places.length, most + 1);
        return places.length > most ? undefined : pageOf(places);
      },
    },
    { walk: 4000, gather: 3000 },
  );
  return page.then((rows) => ({ rows, read }));
};
const spread = (count: number) => Array.from({ length: count }, (_, at) => Math.floor((at * 1_000_000) / count));

describe('the way to a page', () => {
  it('after the last one is no walk through the list', async () => {
    const [all, length] = [Array.from({ length: 19_000 }, (_, at) => at), 19_000];
    const { rows, read } = await listWith(all, { reach: 24_000, estimate: length, length, readShare: 1 });
    expect(rows).toEqual([]);
    expect(read).toBe(length);
  });

  it('is no walk through the list where far fewer match than was estimated', async () => {
    const { rows, read } = await listWith([], { reach: 12, estimate: 100_000 });
    expect(rows).toEqual([]);
    expect(read).toBeLessThan(50_000);
  });

  it('is no long walk to a page that is full when a few more match than was estimated', async () => {
    const places = spread(9900);
    const { rows, read } = await listWith(places, { reach: 1200, estimate: 4000, readShare: 1 });
    expect(rows).toEqual(places.slice(1188, 1200));
    expect(read).toBeLessThan(20_000);
  });

  it('is through one stretch of the list when all that match are in it', async () => {
    const places = Array.from({ length: 60_000 }, (_, at) => 500_000 + at);
    const { rows, read } = await listWith(places, { reach: 12, estimate: 60_000, readShare: 1, hasStretches: true });
    expect(rows).toEqual(places.slice(0, 12));
    expect(read).toBeLessThan(10_000);
    // Few are gathered at once.
    const few = await listWith(places.slice(0, 3500), { reach: 12, estimate: 3500, readShare: 1, hasStretches: true });
    expect(few.read).toBeLessThan(8000);
  });

  it('is a walk that takes less time than gathering, though it may be in vain', async () => {
    const places = spread(10_000);
    const { rows, read } = await listWith(places, { reach: 12, estimate: 4000, readShare: 1 });
    expect(rows).toEqual(places.slice(0, 12));
    expect(read).toBeLessThan(5000);
  });

  it('is one walk, not several from the beginning, where nothing else is cheaper', async () => {
    const places = Array.from({ length: 250_000 }, (_, at) => 60_000 + at);
    const { read } = await listWith(places, { reach: 12, estimate: 250_000, isIndexed: false });
    expect(read).toBe(places[12]);
  });

  it('of rows that are read is a walk through no more than a disk delivers in time', async () => {
    const places = Array.from({ length: 30_000 }, (_, at) => 900_000 + at);
    const { rows, read } = await listWith(places, { reach: 12, estimate: 120_000, readShare: 1 });
    expect(rows).toEqual(places.slice(0, 12));
    // One walk in vain, not a short one first, before those that match are gathered.
    expect(read).toBe(16_384 + 30_000);
  });

  it('begins with a small set where what is asked for may be far rarer than was estimated', async () => {
    const places = spread(200);
    const { rows, read } = await listWith(places, { reach: 12, estimate: 6500, readShare: 1, isUnknown: true });
    expect(rows).toEqual(places.slice(0, 12));
    expect(read).toBe(200);
  });

  it('is a short walk in an order of which many match, though all of them are a small set', async () => {
    const length = 10_000;
    const asked = { reach: 12, estimate: 2500, length, isIndexed: true } as const;
    const near = Array.from({ length: 2500 }, (_, at) => at * 4);
    const { rows, read } = await listWith(near, asked);
    expect(rows).toEqual(near.slice(0, 12));
    expect(read).toBe(near[12]);
    // In vain, it adds little to gathering.
    const none = await listWith([], asked);
    expect(none.read).toBeLessThan(length / 2);
    // All rows of a small set are found, so their number is exact.
    const few = near.slice(0, 900);
    expect((await listWith(few, { ...asked, estimate: few.length })).read).toBe(few.length);
  });

  it('is a walk where more match than are gathered in its time', async () => {
    const places = spread(300_000);
    const { rows, read } = await listWith(places, { reach: 1200, estimate: 300_000 });
    expect(rows).toEqual(places.slice(1188, 1200));
    expect(read).toBeLessThan(5000);
  });
});
