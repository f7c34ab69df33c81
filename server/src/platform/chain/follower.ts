import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Sql, Tx } from '../db/database.ts';
import { createBatches, type BatchOptions } from './batch.ts';
import {
  ChainChanged,
  createBlockReader,
  InconsistentNode,
  RangeTooLarge,
  type Block,
  type Range,
  type Wanted,
} from './block-reader.ts';
import { beat, isOrigin, originOf, readBlocks, readCursor, SPARSE, type Cursor } from './chain-cursor.ts';
import type { ChainClient } from './client.ts';
import { holdLease } from './lease.ts';
import { createNodeTrust, NodeNotTrusted, type Trouble } from './node-trust.ts';
import { CursorMoved, isPassing, makeDue, readDue } from './set-aside.ts';

export type Logger = Record<'info' | 'warn' | 'error', (message: string, details?: object) => void>;

export type FollowerOptions = BatchOptions & {
  sql: Sql;
  databaseUrl: string;
  chain: Pick<ChainClient, 'id' | 'rpc' | 'nodes'>;
  /** The one node is the chain itself (the local stack's): it may be behind its own past, and begin anew. */
  isSoleNode?: boolean;
  /** The first block that matters. */
  startBlock: number;
  pollMs: number;
  log: Logger;
  /** Most blocks asked for at once. */
  maxRange?: number;
  /** How long a sole node must have been behind the cursor before that is believed. */
  behindGraceMs?: number;
};

/** Above this many contracts the node is asked by topics alone, and strangers' logs are dropped here. */
const ADDRESSES_MAX = 500;
/** This near to the head blocks are read one by one, by their hashes. */
const NEAR = 4;
const LEASE = 7_305_201;

/** A batch that fails for good is tried so often before what fails is set aside. */
const TRIES = 3;

/**
 * Follows one chain: hands each log once to its owner, in order, and takes logs back, newest first, when the chain
 * drops them. The cursor moves in the transaction of the effects, so a crash at any moment loses and doubles nothing.
 */
export const createFollower = (options: FollowerOptions) => {
  const { sql, chain, owners, startBlock, log, maxRange = 2048, behindGraceMs = 1500, isSoleNode = false } = options;
  const reader = createBlockReader(chain);
  const trust = createNodeTrust({ sql, chain, isSoleNode });
  const batches = createBatches(chain.id, options);
  const topics = owners.filter((owner) => !owner.narrow).flatMap((owner) => owner.topics);
  let rangeSize = maxRange;
  let goodRanges = 0;
  let behindSince: number | undefined;
  let lastBeat = { at: 0, head: -1 };
  /** What the records say of the node; undefined before that is known. */
  let trouble: Trouble | null | undefined;
  let failures: { at: Hex; times: number } = { at: '0x', times: 0 };
  let prefetched: { onto: Hex; range: Promise<Range> } | undefined;

  const addressesOf = (tx: Tx) => Promise.all(owners.map((owner) => owner.addresses(tx)));
  const narrowOf = (tx: Tx) => Promise.all(owners.map((owner) => owner.narrow?.(tx)));
  const wantedOf = async (): Promise<Wanted> => {
    const [addresses, narrow] = await Promise.all([addressesOf(sql), narrowOf(sql)]);
    const all = new Set(addresses.flatMap((some) => [...some]));
    return {
      broad: { addresses: all.size > ADDRESSES_MAX ? undefined : [...all], topics: [topics] },
      narrow: narrow.flatMap((filters) => filters ?? []),
    };
  };

  const fetchRange = (tip: Cursor, head: Block): Promise<Range> => {
    const from = tip.number + 1;
    // A range says nothing of logs that a node has not indexed yet: the newest blocks are read one by one.
    let to = Math.min(head.number - NEAR, from + rangeSize - 1);
    if (head.number - tip.number <= NEAR) to = from;
    // Ends that are multiples of SPARSE stay in chain_block for ever: deep reorgs find them.
    else if (to - (to % SPARSE) > from) to -= to % SPARSE;
    return reader.range(isOrigin(tip) ? undefined : tip, from, to, head.number, wantedOf);
  };

  const takeRange = async (cursor: Cursor, head: Block): Promise<Range> => {
    let ready = prefetched?.onto === cursor.hash ? prefetched.range : undefined;
    prefetched = undefined;
    for (;;) {
      try {
        const range = await (ready ?? fetchRange(cursor, head));
        // What was too much once is tried again, but not at once.
        if (++goodRanges >= 16 && range.logs.length < 5000) {
          rangeSize = Math.min(rangeSize * 2, maxRange);
          goodRanges = 0;
        }
        return range;
      } catch (error) {
        if (!(error instanceof RangeTooLarge) || error.from === error.to) throw error;
        ready = undefined;
        goodRanges = 0;
        rangeSize = Math.max(1, Math.floor(Math.min(rangeSize, error.to - error.from + 1) / 2));
      }
    }
  };

  /** Runs with the cursor locked, if it still stands where this follower believes. */
  const moving = async (expected: Cursor, work: (tx: Tx) => Promise<void>): Promise<void> => {
    await sql.begin(async (tx) => {
      const cursor = await readCursor(tx, chain.id, startBlock, true);
      if (cursor.hash !== expected.hash || cursor.number !== expected.number)
        throw new CursorMoved('another worker follows this chain');
      await work(tx);
    });
  };

  /** Tries work a few times as it is; after that with care, so that what fails for good is set aside. */
  const patiently = async (cursor: Cursor, work: (isCareful: boolean) => Promise<void>): Promise<void> => {
    try {
      await work(false);
      failures = { at: cursor.hash, times: 0 };
    } catch (error) {
      if (isPassing(error)) throw error;
      failures = { at: cursor.hash, times: failures.at === cursor.hash ? failures.times + 1 : 1 };
      if (failures.times < TRIES) throw error;
      log.error('sets aside what cannot be applied', { block: cursor.number, error: String(error) });
      await work(true);
      failures.times = 0;
    }
  };

  const apply = (cursor: Cursor, { end, logs }: Range): Promise<void> => {
    const to: Cursor = { number: end.number, hash: end.hash, time: end.time };
    return patiently(cursor, (isCareful) =>
      moving(cursor, (tx) => (isCareful ? batches.applyCarefully(tx, logs, to) : batches.apply(tx, logs, to))),
    );
  };

  /** A block that the node must have. @throws InconsistentNode when it has not: that is no sign of a reorg */
  const below = async (number: number): Promise<Block> => {
    const block = await reader.block(number);
    if (!block) throw new InconsistentNode(`block ${number} is not above the head, yet not there`);
    return block;
  };

  /** Does the node have another block where we stood, not above its head? Else it is behind. */
  const isContradicted = async (head: Block): Promise<boolean> => {
    const newest = (await readBlocks(sql, chain.id, head.number)).at(-1);
    return newest !== undefined && (await below(newest.number)).hash !== newest.hash;
  };

  /** Is the block of the cursor still part of the chain? */
  const isOnChain = async (cursor: Cursor, head: Block): Promise<boolean> => {
    if (isOrigin(cursor)) return true;
    if (cursor.number > head.number) return false;
    if (cursor.number === head.number) return cursor.hash === head.hash;
    return (await below(cursor.number)).hash === cursor.hash;
  };

  /**
   * The newest block the follower stood on that is still part of the chain, the origin when none is; and the one it
   * stood on next, which the node has another one for.
   */
  const findAncestor = async (
    head: Block,
  ): Promise<{ ancestor: Cursor; contradicted: { number: number; hash: Hex } }> => {
    const stood = await readBlocks(sql, chain.id, head.number);
    let low = 0;
    let high = stood.length;
    let ancestor = originOf(startBlock);
    let contradicted = { number: head.number, hash: head.hash };
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = stood[middle] as { number: number; hash: Hex };
      const found = await below(candidate.number);
      if (found.hash === candidate.hash) {
        ancestor = { number: found.number, hash: found.hash, time: found.time };
        low = middle + 1;
      } else {
        contradicted = candidate;
        high = middle;
      }
    }
    return { ancestor, contradicted };
  };

  const undo = async (cursor: Cursor, head: Block): Promise<void> => {
    const { ancestor, contradicted } = await findAncestor(head);
    await trust.confirmUndo(cursor, ancestor, contradicted);
    log.warn('the chain took blocks back', { from: cursor.number, to: ancestor.number });
    prefetched = undefined;
    await patiently(cursor, (isCareful) => moving(cursor, (tx) => batches.undo(tx, ancestor, isCareful)));
  };

  /** Tries what was set aside and is due again. @returns how many of it are no longer set aside */
  const retrySetAside = async (): Promise<number> => {
    let done = 0;
    for (const entry of await readDue(sql, chain.id))
      await sql.begin(async (tx) => {
        if (await batches.retry(tx, entry, startBlock)) done++;
      });
    return done;
  };

  /** Says that we live: at most once a second while nothing moves. */
  const heartBeat = async (head: Block): Promise<void> => {
    if (lastBeat.head === head.number && Date.now() - lastBeat.at < 1000) return;
    await beat(sql, chain.id, head.number);
    lastBeat = { at: Date.now(), head: head.number };
  };

  const tryStep = async (): Promise<'level' | 'moved'> => {
    const cursor = await readCursor(sql, chain.id, startBlock);
    await trust.verify();
    const head = await reader.head();
    await heartBeat(head);
    if (cursor.number > head.number && !isOrigin(cursor)) {
      behindSince ??= Date.now();
      if (isSoleNode ? Date.now() - behindSince < behindGraceMs : !(await isContradicted(head))) return 'level';
    } else behindSince = undefined;
    if (!(await isOnChain(cursor, head))) {
      await undo(cursor, head);
      behindSince = undefined;
      return 'moved';
    }
    await trust.noteFinality(cursor);
    if (cursor.number >= head.number) return 'level';
    let range: Range;
    try {
      range = await takeRange(cursor, head);
    } catch (error) {
      // The next step sees the change by the hash of its tip.
      if (error instanceof ChainChanged) return 'moved';
      throw error;
    }
    if (range.end.number + NEAR < head.number) {
      const next = fetchRange(range.end, head);
      next.catch(() => {});
      prefetched = { onto: range.end.hash, range: next };
    }
    await apply(cursor, range);
    return 'moved';
  };

  /** Tells `/api/ready` whether the node is believed. */
  const noteTrouble = async (now: Trouble | null): Promise<void> => {
    if (now === trouble && now === null) return;
    await sql`update chain_cursor set trouble = ${now}, worker_seen_at = now() where chain_id = ${chain.id}`;
    if (now !== trouble && now !== null) log.error('does not believe the node', { trouble: now });
    if (now === null && trouble) log.info('believes the node again', {});
    trouble = now;
  };

  /**
   * Does the next thing there is to do.
   * @returns `level` when there is nothing, `moved` when there may be more
   * @throws when the node or the database fails, or the node is not believed (NodeNotTrusted): nothing was changed, call again
   */
  const step = async (): Promise<'level' | 'moved'> => {
    try {
      const result = await tryStep();
      await noteTrouble(null);
      return result;
    } catch (error) {
      trust.doubt();
      if (error instanceof NodeNotTrusted) await noteTrouble(error.trouble);
      throw error;
    }
  };

  /** Steps until level with the chain: for tests and one-off reindexing. */
  const catchUp = async (): Promise<void> => {
    while ((await step()) === 'moved');
  };

  /** Follows until the signal is aborted; waits while another worker does. */
  const run = (signal: AbortSignal): Promise<void> =>
    holdLease({ databaseUrl: options.databaseUrl, key: [LEASE, chain.id], signal }, async (held) => {
      log.info('follows the chain', { chainId: chain.id });
      // This worker may be one that can.
      await makeDue(sql, { chainId: chain.id });
      for (let failures = 0; !held.aborted;) {
        let pause = options.pollMs;
        try {
          if ((await step()) === 'moved') pause = 0;
          else await retrySetAside();
          failures = 0;
        } catch (error) {
          prefetched = undefined;
          failures++;
          pause = Math.min(200 * 2 ** Math.min(failures, 5), 5000);
          if (failures === 1 || failures % 20 === 0)
            log.warn('could not read the chain', { failures, error: String(error) });
        }
        if (pause > 0) await sleep(pause, undefined, { signal: held }).catch(() => {});
      }
    });

  return { run, step, catchUp, retrySetAside };
};
export type Follower = ReturnType<typeof createFollower>;
