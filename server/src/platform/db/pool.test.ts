import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWire } from '../../testing-wire.ts';
import { isDatabaseUnavailable, openDatabase, type Database, type SavepointTx, type Sql } from './database.ts';
import { MOST_PREPARED, openPool } from './pool.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(false);
  db = openDatabase({ url: database.url, pool: 3, name: 'pool-test' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const backend = async (): Promise<number> =>
  (await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid as number;
/** Holds a connection until it is let go. */
const held = async () => {
  let letGo = () => {};
  let taken = () => {};
  const isTaken = new Promise<void>((resolve) => (taken = resolve));
  const until = new Promise<void>((resolve) => (letGo = resolve));
  const done = db.sql.begin(async (tx) => {
    await tx`select 1`;
    taken();
    await until;
  });
  await isTaken;
  return async () => {
    letGo();
    await done;
  };
};

it('statements that come one after the other use one connection, which has their plans', async () => {
  const used = new Set<number>();
  // All are open.
  await Promise.all(Array.from({ length: 9 }, backend));
  for (let turn = 0; turn < 6; turn++) used.add(await backend());
  expect(used.size).toBe(1);
});

it('statements at the same time use all connections, and the others wait for the first that is free', async () => {
  const together = await Promise.all(Array.from({ length: 9 }, backend));
  expect(new Set(together).size).toBe(3);
});

it('a statement never waits behind a slow one while another connection becomes free', async () => {
  const { sql } = db;
  const slow = sql`select pg_sleep(1)`.then(() => 'slow');
  const others = [1, 2].map(() => sql`select pg_sleep(0.05)`.execute());
  expect(await Promise.race([slow, backend().then(() => 'quick')])).toBe('quick');
  await Promise.all([slow, ...others]);
});

it('a connection that is held delays no statement, as long as another one is free', async () => {
  const ends = [await held(), await held()];
  const free = await backend();
  for (let turn = 0; turn < 3; turn++) expect(await backend()).toBe(free);
  ends.push(await held());
  const last = backend();
  await Promise.all(ends.map(async (end) => end()));
  expect(await last).toBeGreaterThan(0);
});

it('a connection that has prepared very many statements is replaced', async () => {
  const first = await backend();
  for (let turn = 0; turn < MOST_PREPARED + 5; turn++) await db.sql`select 1 as ${db.sql(`c${turn}`)}`;
  expect(await backend()).not.toBe(first);
  const [kept] = await db.sql<{ count: number }[]>`select count(*)::int from pg_prepared_statements`;
  expect(kept?.count).toBeLessThan(10);
});

it('a connection is free again after a statement or a transaction that failed', async () => {
  for (let turn = 0; turn < 4; turn++) {
    await expect(db.sql`select 1 / 0`).rejects.toThrow('division by zero');
    await expect(db.sql.begin((tx) => tx`select 1 / 0`)).rejects.toThrow('division by zero');
    await expect(db.sql.unsafe('select 1 / 0')).rejects.toThrow('division by zero');
    const reserved = await db.sql.reserve();
    await expect(reserved`select 1 / 0`).rejects.toThrow('division by zero');
    reserved.release();
  }
  expect(await Promise.all([backend(), backend(), backend()])).toHaveLength(3);
});

it('what waits when the pool ends is refused', async () => {
  const one = openDatabase({ url: database.url, pool: 1, name: 'pool-test' });
  const slow = one.sql`select pg_sleep(10)`.catch(() => 'ended');
  const next = [one.sql`select 1`.execute(), one.sql.begin((tx) => tx`select 1`)];
  const outcomes = Promise.allSettled(next);
  await one.sql.end({ timeout: 0 });
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await slow).toBe('ended');
  await expect(one.sql`select 1`).rejects.toThrow();
});

it('parts of a statement may be made by the pool and run in a transaction', async () => {
  const { sql } = db;
  const condition = sql`${sql('n')} > ${1}`;
  expect(await sql.begin((tx) => tx`select n from (values (1), (2)) v (n) where ${condition}`)).toEqual([{ n: 2 }]);
  expect(await sql`select ${sql.json({ a: [1] })}::jsonb as json`).toEqual([{ json: { a: [1] } }]);
});

/** Some turns of the event loop, in which the driver notices what happened to its sockets. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await db.sql`select 1`;
};
/** Waits until the database runs a slow statement that came through the network below. */
const underWay = async (): Promise<void> => {
  const running = () =>
    db.sql`select from pg_stat_activity where application_name = 'cut-test' and query like '%pg_sleep%'`;
  await expect.poll(running, { timeout: 20_000 }).not.toHaveLength(0);
};

/** The database behind a network whose connections can be cut. */
const cutNetwork = async () => {
  const wire = await createWire(database.url, 5432);
  const one = openDatabase({ url: wire.url, pool: 2, name: 'cut-test' });
  return {
    sql: one.sql,
    cut: async (how: 'FIN' | 'RST') => {
      wire.drop(how);
      await wire.reconnect();
      await turns();
    },
    close: async () => {
      await one.close();
      await wire.cut();
    },
  };
};

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'lost' : error),
  );

describe.each(['FIN', 'RST'] as const)('after its connection was cut (%s), and with the process going on,', (how) => {
  let network: Awaited<ReturnType<typeof cutNetwork>>;
  beforeAll(async () => {
    network = await cutNetwork();
  });
  afterAll(() => network?.close());
  // The driver would write in a later turn, into a socket that is gone. The next statement succeeds.
  afterEach(async () => {
    await turns();
    await network.sql`select 1`;
  });

  it('a statement fails', async () => {
    await network.sql`select 1`;
    const slow = failed(network.sql`select pg_sleep(2)`);
    await underWay();
    await network.cut(how);
    expect(await slow).toBe('lost');
  });

  it.each([
    ['a statement', (tx: SavepointTx) => tx`select pg_sleep(2)`],
    ['a plain statement', (tx: SavepointTx) => tx.unsafe('select pg_sleep(2)')],
    ['a savepoint', (tx: SavepointTx) => tx.savepoint((inner) => inner`select pg_sleep(2)`)],
  ])('a transaction fails that has %s under way', async (_, next) => {
    await network.sql`select 1`;
    const done = failed(network.sql.begin((tx) => next(tx as unknown as SavepointTx)));
    await underWay();
    await network.cut(how);
    expect(await done).toBe('lost');
  });

  it.each([
    ['a statement', (tx: SavepointTx) => tx`select 1`],
    ['a plain statement', (tx: SavepointTx) => tx.unsafe('select 1')],
    ['a savepoint', (tx: SavepointTx) => tx.savepoint((inner) => inner`select 1`)],
  ])('a transaction fails, and %s that it begins only then', async (_, next) => {
    let outcome: unknown;
    const done = failed(
      network.sql.begin(async (tx) => {
        await tx`select 1`;
        await network.cut(how);
        outcome = await failed(next(tx as unknown as SavepointTx));
      }),
    );
    expect(await done).toBe('lost');
    await expect.poll(() => outcome).toBe('lost');
  });

  it('a transaction fails whose savepoint waits for something else', async () => {
    const done = network.sql.begin((tx) =>
      (tx as unknown as SavepointTx).savepoint(async (inner) => {
        await inner`select 1`;
        await network.cut(how);
        await inner`select 1`;
      }),
    );
    expect(await failed(done)).toBe('lost');
  });

  it('a held connection fails, and is replaced once it is given back', async () => {
    const reserved = await network.sql.reserve();
    await reserved`select 1`;
    await network.cut(how);
    expect(await failed(reserved`select 1`)).toBe('lost');
    reserved.release();
  });
});

it.each<[string, (sql: Sql) => Promise<unknown>]>([
  ['a transaction', (sql) => sql.begin(async (tx) => (await tx`select 1 as n`)[0]?.n)],
  [
    'a connection for several statements',
    async (sql) => {
      const held = await sql.reserve();
      const [row] = await held`select 1 as n`;
      held.release();
      return row?.n;
    },
  ],
])('%s that begins while the connection before closes is not taken for lost', async (_what, use) => {
  let closes = () => {};
  const sql = openPool({
    size: 1,
    isLost: isDatabaseUnavailable,
    open: (onclose) => {
      closes = onclose;
      return postgres(database.url, { max: 1 }) as unknown as Sql;
    },
  });
  const done = use(sql);
  // As the driver says that an old connection has closed, before it opens the next one for what waits.
  await new Promise((resolve) => setImmediate(resolve));
  closes();
  expect(await done).toBe(1);
  await sql.end();
});

it('a transaction that does nothing for too long is ended by the database, and fails', async () => {
  const own = openDatabase({ url: database.url, pool: 1, name: 'idle', idleInTransactionMs: 50 });
  const forgotten = own.sql.begin(async (tx) => {
    await tx`select 1`;
    await new Promise(() => {});
  });
  await expect(forgotten).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect((await own.sql`select 1 as n`)[0]?.n).toBe(1);
  await own.close();
});
