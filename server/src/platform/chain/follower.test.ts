import { createTestDatabase, testChain, type TestChain, type TestDatabase } from '@skarb/local/testing.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../db/database.ts';
import { mayHold } from './block-reader.ts';
import { createChainClient, RpcError, type ChainClient } from './client.ts';
import type { EventOwner } from './events.ts';
import type { Batch } from './batch.ts';
import { createFollower, type FollowerOptions } from './follower.ts';

/** Bytecode of a contract that emits a LOG1: the topic is the call's first word, the data its second. */
const RUNTIME = '6020602060003760003560206000a100';
const TOPIC: Hex = `0x${'00'.repeat(31)}aa`;
const OTHER: Hex = `0x${'00'.repeat(31)}bb`;

let chain: TestChain;
let database: TestDatabase;
let db: Database;
let client: ChainClient;
let emitter: Hex;
let from: Hex;
beforeAll(async () => {
  [chain, database] = await Promise.all([testChain(), createTestDatabase()]);
  db = openDatabase({ url: database.url, pool: 5, name: 'follower-test' });
  await db.sql`create table seen (place bigint generated always as identity, block bigint, log_index int, data text, unique (block, log_index))`;
  client = createChainClient({ id: chain.chainId, rpcUrl: chain.rpcUrl });
  from = '0x00000000000000000000000000000000000000f1';
  await chain.fund(from, 10n ** 20n);
  await chain.rpc('anvil_impersonateAccount', [from]);
  emitter = '0x00000000000000000000000000000000000000e1';
  await chain.rpc('anvil_setCode', [emitter, `0x${RUNTIME}`]);
});
afterAll(async () => {
  await db?.close();
  await Promise.all([database?.drop(), chain?.stop()]);
});
beforeEach(async () => {
  await db.sql`truncate seen, chain_cursor, chain_block, chain_log`;
});

let counter = 0;
/** Mines a block with one log; its data is a number that no other log has. @returns that number */
const emit = async (topic = TOPIC): Promise<number> => {
  const value = ++counter;
  const data = `${topic}${value.toString(16).padStart(64, '0')}`;
  const hash = await chain.rpc<Hex>('eth_sendTransaction', [{ from, to: emitter, data, gas: '0x30000' }]);
  // Anvil responds before the block is mined.
  while (!(await chain.rpc('eth_getTransactionReceipt', [hash]))) await sleep(5);
  return value;
};
const head = async () => Number(await chain.rpc<Hex>('eth_blockNumber'));

/** An owner that records each log and fails on a repeated one. */
const recorder = (batches: Batch[] = []): Pick<FollowerOptions, 'owners' | 'atEndOfBatch'> => {
  const owner: EventOwner = {
    topics: [TOPIC],
    addresses: async () => new Set([emitter]),
    apply: async (tx, logs) => {
      for (const log of logs)
        await tx`insert into seen (block, log_index, data) values (${String(log.blockNumber)}, ${log.logIndex}, ${log.data})`;
    },
    undo: async (tx, logs) => {
      let above = Infinity;
      for (const log of logs) {
        const at = Number(log.blockNumber) * 1000 + log.logIndex;
        if (at >= above) throw new Error('logs must be undone newest first');
        above = at;
        const gone =
          await tx`delete from seen where block = ${String(log.blockNumber)} and log_index = ${log.logIndex} and data = ${log.data} returning 1`;
        if (gone.length !== 1) throw new Error('undid a log that is not recorded');
      }
    },
  };
  return { owners: [owner], atEndOfBatch: async (_tx, batch) => void batches.push(batch) };
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const follow = (change: Partial<FollowerOptions> = {}) =>
  createFollower({
    sql: db.sql,
    databaseUrl: database.url,
    chain: client,
    startBlock: change.startBlock ?? 1,
    pollMs: 10,
    behindGraceMs: 0,
    isSoleNode: true,
    log: silent,
    ...recorder(),
    ...change,
  });
const seen = async () =>
  (await db.sql<{ data: string }[]>`select data from seen order by block, log_index`).map((row) => Number(row.data));
/** The values in a fresh read of the whole chain. */
const onChain = async (startBlock: number): Promise<number[]> => {
  const logs = await chain.rpc<{ data: Hex }[]>('eth_getLogs', [
    { fromBlock: numberToHex(startBlock), toBlock: 'latest', address: emitter, topics: [TOPIC] },
  ]);
  return logs.map((log) => Number(log.data));
};

describe('the follower', () => {
  it('passes each log to its owner once, in order, by ranges and by single blocks', async () => {
    const startBlock = (await head()) + 1;
    const wanted: number[] = [];
    for (let index = 0; index < 30; index++) {
      wanted.push(await emit());
      await emit(OTHER);
    }
    const follower = follow({ startBlock, maxRange: 7 });
    await follower.catchUp();
    expect(await seen()).toEqual(wanted);
    for (let index = 0; index < 3; index++) {
      wanted.push(await emit());
      expect(await follower.step()).toBe('moved');
      expect(await follower.step()).toBe('level');
    }
    expect(await seen()).toEqual(wanted);
    const [cursor] = await db.sql`select block_number, head_number, block_hash from chain_cursor`;
    expect([Number(cursor?.block_number), Number(cursor?.head_number)]).toEqual([await head(), await head()]);
    const [{ count }] = (await db.sql`select count(*)::int from chain_log`) as unknown as [{ count: number }];
    expect(count).toBe(wanted.length);
  });

  it('undoes what a reorg removed and continues, though the head has the same number', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 6; index++) await emit();
    const batches: Batch[] = [];
    const follower = follow({ startBlock, ...recorder(batches) });
    await follower.catchUp();
    const number = await head();
    await chain.rpc('anvil_reorg', [3, []]);
    expect(await head()).toBe(number);
    await follower.catchUp();
    expect(await seen()).toEqual(await onChain(startBlock));
    expect((await seen()).length).toBe(3);
    expect(batches.some((batch) => batch.undoneAbove === number - 3)).toBe(true);
    const value = await emit();
    await follower.catchUp();
    expect((await seen()).at(-1)).toBe(value);
  });

  it('finds the common ancestor after it read the chain by ranges', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 20; index++) await emit();
    const follower = follow({ startBlock, maxRange: 16 });
    await follower.catchUp();
    await chain.rpc('anvil_reorg', [9, []]);
    await emit();
    await follower.catchUp();
    expect(await seen()).toEqual(await onChain(startBlock));
    expect((await seen()).length).toBe(12);
  });

  it('undoes blocks when its only node stays behind the cursor for the grace period', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 5; index++) await emit();
    const follower = follow({ startBlock, behindGraceMs: 120 });
    await follower.catchUp();
    await chain.rpc('anvil_rollback', [3]);
    expect(await follower.step()).toBe('level');
    expect((await seen()).length).toBe(5);
    while ((await follower.step()) === 'level') await sleep(20);
    await follower.catchUp();
    expect(await seen()).toEqual(await onChain(startBlock));
    expect((await seen()).length).toBe(2);
  });

  it('starts over when no recorded block is left on chain', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 4; index++) await emit();
    const follower = follow({ startBlock });
    await follower.catchUp();
    // As after the chain's data were deleted: no block is the same.
    await db.sql`update chain_block set hash = ${`0x${'77'.repeat(32)}`}`;
    await db.sql`update chain_cursor set block_hash = ${`0x${'77'.repeat(32)}`}`;
    await follower.catchUp();
    expect(await seen()).toEqual(await onChain(startBlock));
    expect((await seen()).length).toBe(4);
  });

  it('writes nothing when the end of a batch fails, and applies all of it at the next attempt', async () => {
    const startBlock = (await head()) + 1;
    const wanted = [await emit(), await emit()];
    let isBroken = true;
    const parts = recorder();
    const follower = follow({
      startBlock,
      ...parts,
      atEndOfBatch: async () => {
        if (isBroken) throw new Error('the disk is full');
      },
    });
    await expect(follower.step()).rejects.toThrow('the disk is full');
    expect(await seen()).toEqual([]);
    expect((await db.sql`select 1 from chain_log`).length).toBe(0);
    isBroken = false;
    await follower.catchUp();
    expect(await seen()).toEqual(wanted);
  });

  it('never applies a log twice with two workers, and the second takes over', async () => {
    const startBlock = (await head()) + 1;
    const stops = [new AbortController(), new AbortController()];
    const running = stops.map((stop) => follow({ startBlock }).run(stop.signal));
    const wanted: number[] = [];
    for (let index = 0; index < 10; index++) wanted.push(await emit());
    await reaches(wanted);
    stops[0]?.abort();
    stops.push(new AbortController());
    running.push(follow({ startBlock }).run((stops[2] as AbortController).signal));
    for (let index = 0; index < 10; index++) wanted.push(await emit());
    await reaches(wanted);
    for (const stop of stops) stop.abort();
    await Promise.all(running);
    expect(await seen()).toEqual(wanted);
  });

  it('reads only the head while that stays the same, and another block in its place at once', async () => {
    const startBlock = (await head()) + 1;
    const kept = await emit();
    let calls = 0;
    let statements = 0;
    const rpc: ChainClient['rpc'] = (method, params) => (calls++, client.rpc(method, params));
    const sql = new Proxy(db.sql, {
      apply: (target, _this, given) => (statements++, Reflect.apply(target, undefined, given) as unknown),
    });
    const stop = new AbortController();
    const running = follow({ startBlock, chain: { id: client.id, rpc }, sql, isSoleNode: true }).run(stop.signal);
    const looks = async (count: number) => {
      for (const until = calls + count; calls < until;) await sleep(5);
    };
    await reaches([kept]);
    await looks(4);
    statements = 0;
    const began = Date.now();
    await looks(20);
    // A look at everything is three statements.
    expect(statements).toBeLessThanOrEqual(3 * (1 + Math.ceil((Date.now() - began) / 1000)));
    await chain.rpc('anvil_reorg', [1, []]);
    await looks(20);
    expect(await seen()).toEqual([]);
    const next = await emit();
    await reaches([next]);
    stop.abort();
    await running;
  });

  it('writes nothing when another follower has moved the cursor', async () => {
    const startBlock = (await head()) + 1;
    const wanted = [await emit(), await emit()];
    const [one, two] = [follow({ startBlock }), follow({ startBlock })];
    const results = await Promise.allSettled([one.catchUp(), two.catchUp()]);
    expect(results.filter((result) => result.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    await two.catchUp();
    expect(await seen()).toEqual(wanted);
  });
});

const reaches = async (wanted: number[]) => {
  for (const until = Date.now() + 10_000; ; await sleep(20)) {
    const now = await seen();
    if (now.length >= wanted.length || Date.now() > until) return expect(now).toEqual(wanted);
  }
};

describe('a node that misbehaves', () => {
  /** A client whose responses a test can change. */
  const tampered = (
    tamper: (method: string, params: unknown[], pass: () => Promise<never>) => Promise<unknown>,
  ): Pick<ChainClient, 'id' | 'rpc'> => ({
    id: client.id,
    rpc: (method, params) =>
      tamper(method, params, () => client.rpc(method, params) as Promise<never>) as Promise<never>,
  });
  const persist = async (follower: ReturnType<typeof follow>, tries = 60) => {
    for (let attempt = 0; attempt < tries; attempt++) {
      try {
        await follower.catchUp();
        return;
      } catch {
        // As `run` does: try again.
      }
    }
    throw new Error('never got there');
  };

  it('refuses long ranges: the follower requests shorter ones', async () => {
    const startBlock = (await head()) + 1;
    const wanted: number[] = [];
    for (let index = 0; index < 12; index++) wanted.push(await emit());
    const refusing = tampered((method, params, pass) => {
      const [filter] = params as [{ fromBlock?: Hex; toBlock?: Hex }];
      if (method === 'eth_getLogs' && filter.fromBlock && Number(filter.toBlock) - Number(filter.fromBlock) > 2)
        throw new RpcError(-32005, 'query returned more than 10000 results');
      return pass();
    });
    await follow({ startBlock, chain: refusing }).catchUp();
    expect(await seen()).toEqual(wanted);
  });

  it('fails one call in six, and returns each log twice, in reverse order', async () => {
    const startBlock = (await head()) + 1;
    const wanted: number[] = [];
    for (let index = 0; index < 12; index++) wanted.push(await emit());
    let dice = 7;
    const flaky = tampered(async (method, _params, pass) => {
      dice = (dice * 1_103_515_245 + 12_345) % 2 ** 31;
      if (dice / 2 ** 31 < 1 / 6) throw new TypeError('fetch failed');
      const answer = await pass();
      return method === 'eth_getLogs' ? [...(answer as object[]), ...(answer as object[])].reverse() : answer;
    });
    const follower = follow({ startBlock, chain: flaky, maxRange: 5 });
    for (let attempt = 0; attempt < 400 && (await seen()).length < wanted.length; attempt++)
      await follower.step().catch(() => {});
    expect(await seen()).toEqual(wanted);
  });

  it("returns a new block's logs late", async () => {
    const startBlock = (await head()) + 1;
    const wanted = [await emit()];
    let late = 0;
    const lagging = tampered(async (method, _params, pass) => (method === 'eth_getLogs' && ++late <= 2 ? [] : pass()));
    await persist(follow({ startBlock, chain: lagging }));
    expect(late).toBe(3);
    expect(await seen()).toEqual(wanted);
  });

  it("has not indexed the newest blocks' logs for range queries yet", async () => {
    const startBlock = (await head()) + 1;
    const wanted: number[] = [];
    for (let index = 0; index < 12; index++) wanted.push(await emit());
    const indexed = (await head()) - 3;
    const lagging = tampered(async (method, params, pass) => {
      const answer = await pass();
      const [filter] = params as [{ fromBlock?: Hex }];
      if (method !== 'eth_getLogs' || !filter.fromBlock) return answer;
      return (answer as { blockNumber: Hex }[]).filter((log) => Number(log.blockNumber) <= indexed);
    });
    await persist(follow({ startBlock, chain: lagging }));
    expect(await seen()).toEqual(wanted);
  });

  it.each([
    ['one contract', true],
    ['any contract', false],
  ])('returns the logs of one query in time and those of another, for %s, late', async (_name, hasAddress) => {
    const startBlock = (await head()) + 1;
    const { owners, ...rest } = recorder();
    const narrow: EventOwner = {
      ...(owners[0] as EventOwner),
      topics: [OTHER],
      addresses: async () => new Set(),
      narrow: async () => [{ addresses: hasAddress ? [emitter] : undefined, topics: [[OTHER]] }],
    };
    const isOther = (params: unknown[]) => (params as [{ topics: Hex[][] }])[0].topics[0]?.[0] === OTHER;
    for (const lateOne of [true, false]) {
      await chain.rpc('evm_setAutomine', [false]);
      for (const topic of [TOPIC, OTHER])
        await chain.rpc('eth_sendTransaction', [
          { from, to: emitter, data: `${topic}${(++counter).toString(16).padStart(64, '0')}`, gas: '0x30000' },
        ]);
      await chain.rpc('evm_mine', []);
      await chain.rpc('evm_setAutomine', [true]);
      let late = 0;
      const lagging = tampered(async (method, params, pass) =>
        method === 'eth_getLogs' && isOther(params) === lateOne && ++late <= 2 ? [] : pass(),
      );
      await persist(follow({ startBlock, chain: lagging, owners: [...owners, narrow], ...rest }));
      expect((await seen()).slice(-2)).toEqual([counter - 1, counter]);
    }
  });

  it('returns logs of a block that a reorg removed: the follower does not apply them', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 8; index++) await emit();
    const stale = await chain.rpc<object[]>('eth_getLogs', [
      { fromBlock: numberToHex(startBlock), toBlock: 'latest', topics: [TOPIC] },
    ]);
    await chain.rpc('anvil_reorg', [4, []]);
    let served = 0;
    const mixed = tampered(async (method, params, pass) => {
      const [filter] = params as [{ fromBlock?: Hex }];
      return method === 'eth_getLogs' && filter.fromBlock && served++ < 1 ? stale : pass();
    });
    await persist(follow({ startBlock, chain: mixed }));
    expect(served).toBeGreaterThan(0);
    expect(await seen()).toEqual(await onChain(startBlock));
  });

  it('changes its chain during a range query: the follower applies no mixture of two forks', async () => {
    const startBlock = (await head()) + 1;
    for (let index = 0; index < 10; index++) await emit();
    let isDone = false;
    const moving = tampered(async (method, params, pass) => {
      const answer = await pass();
      const [filter] = params as [{ fromBlock?: Hex }];
      if (method === 'eth_getLogs' && filter.fromBlock && !isDone) {
        isDone = true;
        await chain.rpc('anvil_reorg', [5, []]);
      }
      return answer;
    });
    await persist(follow({ startBlock, chain: moving }));
    expect(isDone).toBe(true);
    expect(await seen()).toEqual(await onChain(startBlock));
    expect((await seen()).length).toBe(5);
  });
});

describe("a block's bloom filter", () => {
  it('shows what the block may contain, without false negatives', async () => {
    await emit();
    const block = await chain.rpc<{ logsBloom: Hex }>('eth_getBlockByNumber', ['latest', false]);
    expect(mayHold(block.logsBloom, { addresses: [emitter], topics: [[TOPIC]] })).toBe(true);
    expect(mayHold(block.logsBloom, { addresses: undefined, topics: [[OTHER, TOPIC]] })).toBe(true);
    expect(mayHold(block.logsBloom, { addresses: [emitter], topics: [[OTHER]] })).toBe(false);
    expect(mayHold(block.logsBloom, { addresses: [from], topics: [[TOPIC]] })).toBe(false);
    // Values that were looked for before, in another list.
    expect(mayHold(block.logsBloom, { addresses: [from, emitter], topics: [[TOPIC, OTHER]] })).toBe(true);
    expect(mayHold(block.logsBloom, { addresses: [from, OTHER], topics: [[TOPIC]] })).toBe(false);
  });
});
