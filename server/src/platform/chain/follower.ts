import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Sql, Tx } from '../db/database.ts';
import { createAttempt } from '../attempt.ts';
import { createAncestry } from './ancestor.ts';
import { createBatches, type BatchOptions } from './batch.ts';
import { ChainChanged, createBlockReader, type Block, type Range } from './block-reader.ts';
import { isOrigin, readCursor, recordHeartbeat, sendResync, type Cursor } from './chain-cursor.ts';
import type { ChainClient } from './client.ts';
import type { ChainLog } from './events.ts';
import { holdLease } from './lease.ts';
import { createRanges, LOGS_A_BATCH } from './range.ts';
import { NodeNotTrusted, type Trouble } from './node-pool.ts';
import { createNodeTrust } from './node-trust.ts';
import { CursorMoved, isCancelled, isPassing, makeDue, readDue } from './set-aside.ts';

export type Logger = Record<'info' | 'warn' | 'error', (message: string, details?: object) => void>;

export type FollowerOptions = BatchOptions & {
  sql: Sql;
  databaseUrl: string;
  chain: Pick<ChainClient, 'id' | 'rpc' | 'nodes' | 'pool'>;
  /**
   * The only node is the chain itself, as on the local stack: it may fall behind the cursor, and start from scratch.
   */
  isSoleNode?: boolean;
  /** The first block to read. */
  startBlock: number;
  pollMs: number;
  log: Logger;
  /** The most blocks in one request. */
  maxRange?: number;
  /** A batch that begins more than both below the head is far behind (`Batch.isFarBehind`). */
  far?: { seconds: number; blocks: number };
  /** How long entries that were set aside are tried again, at most, before the follower looks for blocks again. */
  retryMs?: number;
  /** How long a sole node has to be behind the cursor before that counts as a reorg. */
  behindGraceMs?: number;
};

const LEASE = 7_305_201;

/**
 * A page that was open for two minutes of the chain has much to read again, whatever the time between its blocks. Their
 * number counts, too, because the clock of a chain that rests, or of a test's chain, jumps from one block to the next.
 */
const FAR = { seconds: 120, blocks: 16 };
/** After this many batches without a failure, the next ones may be twice as large again. */
const GOOD_BATCHES = 16;

/** While the head stays the same, only so often more is read than the head. */
const REST_MS = 1000;

/** How often a failing batch is tried before its failing logs are set aside. */
const TRIES = 3;

/** How many logs the first blocks of a range have: at most `most`, or those of the first block with logs. */
const firstPart = (logs: ChainLog[], most: number): number => {
  const over = logs[most];
  if (!over) return logs.length;
  const before = logs.findLastIndex(({ blockNumber }, index) => index < most && blockNumber < over.blockNumber);
  if (before >= 0) return before + 1;
  const next = logs.findIndex(({ blockNumber }) => blockNumber > over.blockNumber);
  return next < 0 ? logs.length : next;
};

/**
 * Follows one chain: passes each log once to its owner, in order, and undoes logs, newest first, when a reorg removes
 * them. The cursor moves in the same transaction as the effects, so a crash at any moment loses and repeats nothing.
 */
export const createFollower = (options: FollowerOptions) => {
  const { sql, chain, startBlock, log, behindGraceMs = 1500, retryMs = 1000, isSoleNode = false } = options;
  const { far = FAR } = options;
  const isFar = (from: Pick<Cursor, 'number' | 'time'>, head: Block): boolean =>
    head.number - from.number > far.blocks && +head.time - +from.time > far.seconds * 1000;
  const reader = createBlockReader(chain);
  const trust = createNodeTrust({ sql, chain, isSoleNode });
  const batches = createBatches(chain.id, options);
  const ranges = createRanges(options, reader);
  const ancestry = createAncestry({ sql, chainId: chain.id, startBlock }, reader);
  let batchSize = LOGS_A_BATCH;
  let goodBatches = 0;
  let behindSince: number | undefined;
  let lastHeartbeat = { at: 0, head: -1 };
  /** The head at which there was nothing to do, and when. */
  let level: { hash: Hex; at: number } | undefined;
  /** The trouble recorded in the database; undefined before the first write. */
  let trouble: Trouble | null | undefined;
  let failures: { at: Hex; times: number } = { at: '0x', times: 0 };

  /** Runs work with the cursor locked. @throws CursorMoved when it is not where this follower expects it */
  const withCursorLock = async (expected: Cursor, work: (tx: Tx) => Promise<void>): Promise<void> => {
    await sql.begin(async (tx) => {
      const cursor = await readCursor(tx, chain.id, startBlock, true);
      if (cursor.hash !== expected.hash || cursor.number !== expected.number)
        throw new CursorMoved('another worker follows this chain');
      await work(tx);
    });
  };

  /**
   * Runs work normally; after `TRIES` failures at one cursor, runs it carefully, so that permanent failures are set
   * aside.
   * @param isSmallest the work cannot be done in smaller parts: that it takes too long is a failure like others
   */
  const withRetries = async (
    cursor: Cursor,
    isSmallest: boolean,
    work: (isCareful: boolean) => Promise<void>,
  ): Promise<void> => {
    try {
      await work(false);
      failures = { at: cursor.hash, times: 0 };
    } catch (error) {
      if (isPassing(error) && !(isSmallest && isCancelled(error))) throw error;
      failures = { at: cursor.hash, times: failures.at === cursor.hash ? failures.times + 1 : 1 };
      if (failures.times < TRIES) throw error;
      log.error('sets aside logs that cannot be applied', { block: cursor.number, error: String(error) });
      await work(true);
      failures.times = 0;
    }
  };

  /**
   * Applies the first part of a range, and keeps the rest for the next step. One that takes too long is halved, down to one
   * block.
   */
  const apply = async (cursor: Cursor, range: Range, head: Block): Promise<void> => {
    const count = firstPart(range.logs, batchSize);
    const logs = count < range.logs.length ? range.logs.slice(0, count) : range.logs;
    const newest = logs.at(-1);
    const to: Cursor =
      count < range.logs.length && newest
        ? { number: Number(newest.blockNumber), hash: newest.blockHash, time: newest.blockTime }
        : { number: range.end.number, hash: range.end.hash, time: range.end.time };
    const distance = { isFarBehind: isFar(cursor, head), catchesUp: !isFar(to, head) };
    const isOneBlock = logs[0]?.blockNumber === logs.at(-1)?.blockNumber;
    try {
      await withRetries(cursor, isOneBlock, (isCareful) =>
        withCursorLock(cursor, (tx) =>
          isCareful ? batches.applyCarefully(tx, logs, to, distance) : batches.apply(tx, logs, to, distance),
        ),
      );
    } catch (error) {
      goodBatches = 0;
      if (isCancelled(error) && !isOneBlock) batchSize = Math.max(1, logs.length >> 1);
      throw error;
    }
    if (batchSize < LOGS_A_BATCH && ++goodBatches >= GOOD_BATCHES) {
      batchSize = Math.min(LOGS_A_BATCH, batchSize * 2);
      goodBatches = 0;
    }
    if (count < range.logs.length)
      ranges.putBack(to, { from: to.number + 1, end: range.end, logs: range.logs.slice(count) });
  };

  const undo = async (cursor: Cursor, head: Block): Promise<void> => {
    const { ancestor, contradicted } = await ancestry.find(head);
    await trust.confirmUndo(cursor, ancestor, contradicted);
    log.warn('a reorg removed blocks', { from: cursor.number, to: ancestor.number });
    ranges.dropNext();
    await withRetries(cursor, true, (isCareful) =>
      withCursorLock(cursor, (tx) => batches.undo(tx, ancestor, isCareful)),
    );
  };

  /**
   * Tries the entries of set_aside that are due, for a bounded time: there may be thousands, each of which undoes and applies
   * what followed it. @returns how many succeeded
   */
  const retrySetAside = async (): Promise<number> => {
    const until = Date.now() + retryMs;
    let done = 0;
    for (const entry of await readDue(sql, chain.id)) {
      await sql.begin(async (tx) => {
        if (await batches.retry(tx, entry, startBlock)) done++;
      });
      // The others stay due: the blocks that have come meanwhile are first.
      if (Date.now() >= until) break;
    }
    return done;
  };

  /** Records that this worker runs: at most once a second while the head stays the same. */
  const heartbeat = async (head: Block): Promise<void> => {
    if (lastHeartbeat.head === head.number && Date.now() - lastHeartbeat.at < 1000) return;
    await recordHeartbeat(sql, chain.id, head.number);
    lastHeartbeat = { at: Date.now(), head: head.number };
  };

  const tryStep = async (isBrief: boolean): Promise<'unchanged' | 'level' | 'moved'> => {
    const rests = isBrief && level && Date.now() - level.at < REST_MS;
    const seen = rests ? await reader.head() : undefined;
    if (seen && seen.hash === level?.hash) return 'unchanged';
    level = undefined;
    const cursor = await readCursor(sql, chain.id, startBlock);
    await trust.verify();
    const head = seen ?? (await reader.head());
    await heartbeat(head);
    // The batches that announced less did not catch up: the head went back, or comes nearer by time alone.
    if (cursor.owesResync && !isFar(cursor, head)) await sendResync(sql, chain.id);
    if (cursor.number > head.number && !isOrigin(cursor)) {
      behindSince ??= Date.now();
      if (isSoleNode ? Date.now() - behindSince < behindGraceMs : !(await ancestry.isContradicted(head)))
        return 'level';
    } else behindSince = undefined;
    if (!(await ancestry.isOnChain(cursor, head))) {
      await undo(cursor, head);
      behindSince = undefined;
      return 'moved';
    }
    await trust.noteFinality(cursor);
    if (cursor.number >= head.number) {
      level = { hash: head.hash, at: Date.now() };
      return 'level';
    }
    let range: Range;
    try {
      range = await ranges.take(cursor, head);
    } catch (error) {
      // The next step notices the change by the hash of the cursor.
      if (error instanceof ChainChanged) return 'moved';
      throw error;
    }
    if (firstPart(range.logs, batchSize) === range.logs.length) ranges.readNext(range, head);
    await apply(cursor, range, head);
    return 'moved';
  };

  /** Records for `/api/ready` whether the node is trusted. */
  const noteTrouble = async (now: Trouble | null): Promise<void> => {
    if (now === trouble && now === null) return;
    await sql`update chain_cursor set trouble = ${now}, worker_seen_at = now() where chain_id = ${chain.id}`;
    if (now !== trouble && now !== null) log.error('does not trust the node', { trouble: now });
    if (now === null && trouble) log.info('trusts the node again');
    trouble = now;
  };

  /**
   * A step; while the head is the one of the last step, for a second, only a look at the head.
   * @returns `unchanged` after such a look, otherwise as `step`
   */
  const stepOrLook = async (isBrief: boolean): Promise<'unchanged' | 'level' | 'moved'> => {
    try {
      const result = await tryStep(isBrief);
      await noteTrouble(null);
      return result;
    } catch (error) {
      level = undefined;
      trust.doubt();
      if (error instanceof NodeNotTrusted) await noteTrouble(error.trouble);
      throw error;
    }
  };

  /**
   * Applies the next range of blocks, or undoes what a reorg removed.
   * @returns `level` when there is nothing to do, `moved` when there may be more
   * @throws when the node or the database fails, or NodeNotTrusted; nothing has changed then, call it again
   */
  const step = async (): Promise<'level' | 'moved'> => ((await stepOrLook(false)) === 'moved' ? 'moved' : 'level');

  /** Steps until it has reached the head of the chain: for tests and one-off reindexing. */
  const catchUp = async (): Promise<void> => {
    while ((await step()) === 'moved');
  };

  /** Follows until the signal is aborted; waits while another worker holds the lease. */
  const run = (signal: AbortSignal): Promise<void> =>
    holdLease(
      { databaseUrl: options.databaseUrl, key: [LEASE, chain.id], name: 'follower', log, signal },
      async (held) => {
        log.info('follows the chain', { chainId: chain.id });
        // A newer version of the worker may be able to apply what an older one could not.
        await makeDue(sql, { chainId: chain.id });
        const attempt = createAttempt(log, 'could not read the chain');
        while (!held.aborted) {
          let pause = options.pollMs;
          const inRow = await attempt(async () => {
            const result = await stepOrLook(true);
            if (result === 'moved') pause = 0;
            // Who makes an entry due waits for it no more than a second.
            else if (result === 'level') await retrySetAside();
          });
          if (inRow > 0) {
            ranges.dropNext();
            pause = Math.min(200 * 2 ** Math.min(inRow, 5), 5000);
          }
          if (pause > 0) await sleep(pause, undefined, { signal: held }).catch(() => {});
        }
      },
    );

  return { run, step, catchUp, retrySetAside };
};
