import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type Tx } from '../db/database.ts';
import type { ChainLog, EventOwner } from './events.ts';
import { createFollower, type FollowerOptions } from './follower.ts';
import { isPassing, makeDue } from './set-aside.ts';
import { createTestNode, type NewLog, type TestNode } from './testing-node.ts';

const CHAIN = 137;
const TOPIC: Hex = `0x${'00'.repeat(31)}aa`;
const EMITTER: Hex = `0x${'e1'.repeat(20)}`;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let database: TestDatabase;
let db: Database;
let node: TestNode;
/** Numbers of the logs on which the owner throws; a test clears the set to simulate a fix. */
let poison: Set<number>;
let undoPoison: Set<number>;
let badRows: Set<string>;
let failure: () => Error;
/** With more logs than this in one call, the owner takes too long. */
let most: number;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 4, name: 'set-aside-test' });
  await db.sql`create table seen (place bigint generated always as identity, value int, unique (value))`;
  await db.sql`create table derived (id text primary key)`;
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(async () => {
  await db.sql`truncate seen, derived, set_aside, chain_cursor, chain_block, chain_log`;
  node = createTestNode({ id: CHAIN, startBlock: 1 });
  poison = new Set();
  undoPoison = new Set();
  badRows = new Set();
  failure = () => new Error('the owner cannot read it');
  most = Infinity;
});
/** What PostgreSQL answers to a statement that exceeds its timeout. */
const cancelled = () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

const valueOf = (log: ChainLog) => Number(log.data);
const owner: EventOwner = {
  topics: [TOPIC],
  addresses: async () => new Set([EMITTER]),
  apply: async (tx, logs, touched) => {
    if (logs.length > most) throw cancelled();
    for (const log of logs) {
      // A statement that PostgreSQL rejects aborts the whole transaction.
      await tx`insert into seen (value) values (${valueOf(log)})`;
      if (poison.has(valueOf(log))) {
        if (failure().message === 'sql') await tx`select 'x'::int`;
        throw failure();
      }
      touched.tokens.add(`row ${valueOf(log)}`);
    }
  },
  undo: async (tx, logs) => {
    for (const log of logs) {
      if (undoPoison.has(valueOf(log))) throw failure();
      const gone = await tx`delete from seen where value = ${valueOf(log)} returning 1`;
      if (gone.length !== 1) throw new Error('undid a log that is not recorded');
    }
  },
};
const derive = async (tx: Tx, ids: string[]) => {
  for (const id of ids) {
    if (badRows.has(id)) throw new Error(`the rule throws on ${id}`);
    await tx`insert into derived (id) values (${id}) on conflict do nothing`;
  }
};
const follow = (change: Partial<FollowerOptions> = {}) =>
  createFollower({
    sql: db.sql,
    databaseUrl: database.url,
    chain: node.client,
    startBlock: 1,
    pollMs: 5,
    log: silent,
    owners: [owner],
    atEndOfBatch: (tx, { isolate, touched }) => isolate(tx, 'token', touched.tokens, derive),
    retryRow: (tx, { id }) => derive(tx, [id]),
    ...change,
  });
/** As `run` does: tries again after a failure. */
const persist = async (follower: ReturnType<typeof follow>) => {
  for (let tries = 0; tries < 40; tries++) {
    try {
      await follower.catchUp();
      return;
    } catch {
      // Next try.
    }
  }
  throw new Error('the follower never got there');
};
const said = (value: number): NewLog => ({ address: EMITTER, topics: [TOPIC], data: numberToHex(value, { size: 32 }) });
const seen = async () => (await db.sql`select value from seen order by place`).map((row) => row.value);
const aside = () =>
  db.sql`select kind, (('x' || right(data, 8))::bit(32)::int) as value, subject_id, tries, error from set_aside order by block_number, log_index, subject_id`;

describe('a log that fails for good', () => {
  it.each(['throws', 'sql'])('is set aside, and all others apply in their order (%s)', async (how) => {
    if (how === 'sql') failure = () => new Error('sql');
    for (let block = 0; block < 12; block++)
      node.mine([said(block * 10), said(block * 10 + 1)], [said(block * 10 + 2)]);
    poison = new Set([31, 72]);
    await persist(follow());
    const all = Array.from({ length: 12 }, (_, block) => [block * 10, block * 10 + 1, block * 10 + 2]).flat();
    expect(await seen()).toEqual(all.filter((value) => !poison.has(value)));
    expect(await aside()).toMatchObject([
      { kind: 'log', value: 31, tries: 1 },
      { kind: 'log', value: 72, tries: 1 },
    ]);
    const [cursor] = await db.sql`select block_number from chain_cursor`;
    expect(Number(cursor?.block_number)).toBe(node.head());
  });

  it('is one of many that are tried again in turns, between which new blocks are read', async () => {
    for (let block = 0; block < 3; block++) node.mine([said(block)]);
    poison = new Set([0, 1, 2]);
    const follower = follow({ retryMs: 0 });
    await persist(follower);
    expect(await aside()).toHaveLength(3);
    poison.clear();
    await makeDue(db.sql, { chainId: CHAIN });
    for (let turn = 1; turn <= 3; turn++) {
      node.mine([said(10 + turn)]);
      expect(await follower.retrySetAside()).toBe(1);
      expect(await aside()).toHaveLength(3 - turn);
      await follower.catchUp();
      expect(await seen()).toContain(10 + turn);
    }
  });

  it('is set aside when it takes too long by itself; batches that do are halved down to one block', async () => {
    for (let block = 0; block < 12; block++)
      node.mine([said(block * 10), said(block * 10 + 1)], [said(block * 10 + 2)]);
    most = 5;
    poison = new Set([31]);
    failure = cancelled;
    await persist(follow());
    const all = Array.from({ length: 12 }, (_, block) => [block * 10, block * 10 + 1, block * 10 + 2]).flat();
    expect(await seen()).toEqual(all.filter((value) => value !== 31));
    expect(await aside()).toMatchObject([{ kind: 'log', value: 31 }]);
    const [cursor] = await db.sql`select block_number from chain_cursor`;
    expect(Number(cursor?.block_number)).toBe(node.head());
  });

  it('is applied in its place among the others once that is possible', async () => {
    for (let block = 0; block < 5; block++) node.mine([said(block)]);
    poison = new Set([1, 3]);
    const follower = follow();
    await persist(follower);
    await makeDue(db.sql, { chainId: CHAIN });
    poison = new Set([3]);
    expect(await follower.retrySetAside()).toBe(1);
    expect(await seen()).toEqual([0, 1, 2, 4]);
    expect(await aside()).toMatchObject([{ value: 3, tries: 2 }]);
    poison = new Set();
    // It does not become due again by itself.
    expect(await follower.retrySetAside()).toBe(0);
    await makeDue(db.sql, { chainId: CHAIN });
    expect(await follower.retrySetAside()).toBe(1);
    expect(await seen()).toEqual([0, 1, 2, 3, 4]);
    expect((await db.sql`select 1 from chain_log`).length).toBe(5);
  });

  it('is retried by the next worker', async () => {
    node.mine([said(1)]);
    poison = new Set([1]);
    await persist(follow());
    expect(await aside()).toHaveLength(1);
    poison = new Set();
    const stop = new AbortController();
    const running = follow().run(stop.signal);
    while ((await aside()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await running;
    expect(await seen()).toEqual([1]);
  });

  it('is deleted with its block in a reorg: nothing is undone for it', async () => {
    for (let block = 0; block < 6; block++) node.mine([said(block)]);
    poison = new Set([1, 4]);
    const follower = follow();
    await persist(follower);
    node.drop(3);
    for (const value of [13, 14, 15, 16]) node.mine([said(value)]);
    await persist(follower);
    expect(await seen()).toEqual([0, 2, 13, 14, 15, 16]);
    expect(await aside()).toMatchObject([{ value: 1 }]);
  });

  it('is not set aside for a temporary failure', async () => {
    node.mine([said(1)], [said(2)]);
    poison = new Set([1]);
    failure = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const follower = follow();
    await expect(persist(follower)).rejects.toThrow('never got there');
    expect(await aside()).toHaveLength(0);
    poison = new Set();
    await persist(follower);
    expect(await seen()).toEqual([1, 2]);
  });
});

describe('a log that cannot be undone', () => {
  it.each([
    ['fails', () => new Error('the owner cannot take it back')],
    ['takes too long', cancelled],
  ])('is set aside while the follower continues, and undone by a later retry (%s)', async (_how, why) => {
    for (let block = 0; block < 5; block++) node.mine([said(block)]);
    const follower = follow();
    await persist(follower);
    failure = why;
    undoPoison = new Set([3]);
    node.drop(3);
    for (const value of [12, 13, 14, 15]) node.mine([said(value)]);
    await persist(follower);
    expect(await seen()).toEqual([0, 1, 3, 12, 13, 14, 15]);
    expect(await aside()).toMatchObject([{ kind: 'undo', value: 3 }]);
    undoPoison = new Set();
    await makeDue(db.sql, { chainId: CHAIN });
    expect(await follower.retrySetAside()).toBe(1);
    expect(await seen()).toEqual([0, 1, 12, 13, 14, 15]);
  });

  it('counts once when a reorg restores its block, and is undone when its block is removed for good', async () => {
    for (let block = 0; block < 5; block++) node.mine([said(block)]);
    const follower = follow();
    await persist(follower);
    undoPoison = new Set([3]);
    const putBack = node.cut(3);
    for (const value of [12, 13, 14, 15]) node.mine([said(value)]);
    await persist(follower);
    expect(await aside()).toMatchObject([{ kind: 'undo', value: 3 }]);
    node.drop(4);
    putBack();
    node.mine([said(25)], [said(26)]);
    await persist(follower);
    // Its effect was in place all the time; applying it again would violate the unique constraint and set a valid log
    // aside.
    expect((await seen()).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 25, 26]);
    expect(await aside()).toHaveLength(0);
    expect((await db.sql`select 1 from chain_log`).length).toBe(7);
    undoPoison = new Set();
    await makeDue(db.sql, { chainId: CHAIN });
    expect(await follower.retrySetAside()).toBe(0);
    node.drop(4);
    for (const value of [33, 34, 35, 36, 37]) node.mine([said(value)]);
    await persist(follower);
    expect((await seen()).toSorted((a, b) => a - b)).toEqual([0, 1, 33, 34, 35, 36, 37]);
  });
});

describe('a row on which a rule throws', () => {
  it('is set aside, all others are derived, and it is derived once the rule is fixed', async () => {
    node.mine([said(1)], [said(2)], [said(3)]);
    badRows = new Set(['row 2']);
    const follower = follow();
    await persist(follower);
    expect(await seen()).toEqual([1, 2, 3]);
    expect((await db.sql`select id from derived order by id`).map((row) => row.id)).toEqual(['row 1', 'row 3']);
    expect(await aside()).toMatchObject([{ kind: 'row', subject_id: 'row 2', error: 'the rule throws on row 2' }]);
    badRows = new Set();
    await makeDue(db.sql, { chainId: CHAIN });
    expect(await follower.retrySetAside()).toBe(1);
    expect((await db.sql`select id from derived order by id`).map((row) => row.id)).toEqual([
      'row 1',
      'row 2',
      'row 3',
    ]);
    expect(await aside()).toHaveLength(0);
  });
});

describe('a failure', () => {
  it.each([
    ['ECONNREFUSED', true],
    ['40P01', true],
    ['40001', true],
    ['53100', true],
    ['57014', true],
    ['25006', true],
    ['55P03', true],
    ['22008', false],
    ['22003', false],
    ['23505', false],
  ])('with the code %s is temporary: %s', (code, passes) => {
    expect(isPassing(Object.assign(new Error('x'), { code }))).toBe(passes);
    expect(isPassing(new Error('outer', { cause: Object.assign(new Error('x'), { code }) }))).toBe(passes);
  });
});
