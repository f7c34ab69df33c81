import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Sql, Tx } from '../db/database.ts';
import { ChainChanged, createBlockReader, RangeTooLarge, type Block, type Range, type Wanted } from './block-reader.ts';
import {
  beat,
  deleteLogs,
  insertLogs,
  isOrigin,
  moveCursor,
  originOf,
  readBlocks,
  readCursor,
  readLogsAbove,
  SPARSE,
  type Cursor,
} from './chain-cursor.ts';
import type { ChainClient } from './client.ts';
import { nothingTouched, passes, type ChainLog, type EventOwner, type Touched } from './events.ts';
import { holdLease } from './lease.ts';

/** What a batch did, told once at its end, in its transaction. */
export type Batch = {
  chainId: number;
  touched: Touched;
  /** Logs now applied, in order; empty when the batch takes back. */
  applied: ChainLog[];
  /** Set when logs above this block were taken back. */
  undoneAbove: number | undefined;
  /** Where the follower stands after the batch. */
  cursor: Cursor;
};

export type Logger = Record<'info' | 'warn' | 'error', (message: string, details?: object) => void>;

export type FollowerOptions = {
  sql: Sql;
  databaseUrl: string;
  chain: Pick<ChainClient, 'id' | 'rpc'>;
  /** The first block that matters. */
  startBlock: number;
  pollMs: number;
  /** Each log has one owner; owners apply in this order and undo in the opposite one. */
  owners: EventOwner[];
  /** Before anything is written: the tokens that the batch's logs, or what is taken back, concern. */
  atStartOfBatch?(tx: Tx, batch: Pick<Batch, 'chainId' | 'undoneAbove'> & { tokens: Set<string> }): Promise<void>;
  atEndOfBatch(tx: Tx, batch: Batch): Promise<void>;
  log: Logger;
  /** Most blocks asked for at once. */
  maxRange?: number;
  /** How long the chain must have been behind the cursor before that is believed: nodes of a balancer lag. */
  behindGraceMs?: number;
};

/** Above this many contracts the node is asked by topics alone, and strangers' logs are dropped here. */
const ADDRESSES_MAX = 500;
const UNDO_CHUNK = 5000;
/** This near to the head blocks are read one by one, by their hashes. */
const NEAR = 4;
const LEASE = 7_305_201;

/** Somebody else moved the cursor: the lease was lost. Nothing was changed. */
class CursorMoved extends Error {
  override name = 'CursorMoved';
}

/**
 * Follows one chain: hands each log once to its owner, in order, and takes logs back, newest first, when the chain
 * drops them. The cursor moves in the transaction of the effects, so a crash at any moment loses and doubles nothing.
 */
export const createFollower = (options: FollowerOptions) => {
  const { sql, chain, owners, startBlock, log, maxRange = 2048, behindGraceMs = 1500 } = options;
  const reader = createBlockReader(chain);
  const topics = owners.filter((owner) => !owner.narrow).flatMap((owner) => owner.topics);
  let rangeSize = maxRange;
  let goodRanges = 0;
  let behindSince: number | undefined;
  let lastBeat = { at: 0, head: -1 };
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

  const start = async (tx: Tx, shares: ChainLog[][], undoneAbove?: number): Promise<void> => {
    if (!options.atStartOfBatch) return;
    const tokens = new Set<string>();
    for (const [index, owner] of owners.entries())
      if (shares[index]?.length) for (const uuid of (await owner.tokensOf?.(tx, shares[index])) ?? []) tokens.add(uuid);
    await options.atStartOfBatch(tx, { chainId: chain.id, tokens, undoneAbove });
  };

  const apply = async (cursor: Cursor, { end, logs }: Range): Promise<void> => {
    const to: Cursor = { number: end.number, hash: end.hash, time: end.time };
    await moving(cursor, async (tx) => {
      const touched = nothingTouched();
      const applied: ChainLog[] = [];
      if (logs.length > 0) {
        const [addresses, narrow] = [await addressesOf(tx), await narrowOf(tx)];
        const shares = owners.map((owner, index) => {
          const mine = new Set(owner.topics);
          return logs.filter(
            (entry) =>
              mine.has(entry.topics[0] as Hex) &&
              (narrow[index]?.some((filter) => passes(entry, filter)) ?? addresses[index]?.has(entry.address)) &&
              (owner.wants?.(entry) ?? true),
          );
        });
        const kept = new Set(shares.flat());
        applied.push(...logs.filter((entry) => kept.has(entry)));
        await insertLogs(tx, chain.id, applied);
        if (applied.length > 0) await start(tx, shares);
        for (const [index, owner] of owners.entries())
          if (shares[index]?.length) await owner.apply(tx, shares[index], touched);
      }
      await moveCursor(tx, chain.id, to, applied);
      if (applied.length > 0)
        await options.atEndOfBatch(tx, { chainId: chain.id, touched, applied, undoneAbove: undefined, cursor: to });
    });
  };

  /** Is the block of the cursor still part of the chain? */
  const isOnChain = async (cursor: Cursor, head: Block): Promise<boolean> => {
    if (isOrigin(cursor)) return true;
    if (cursor.number > head.number) return false;
    if (cursor.number === head.number) return cursor.hash === head.hash;
    return (await reader.block(cursor.number))?.hash === cursor.hash;
  };

  /** The newest block the follower stood on that is still part of the chain; the origin when none is. */
  const findAncestor = async (head: Block): Promise<Cursor> => {
    const stood = await readBlocks(sql, chain.id, head.number);
    let low = 0;
    let high = stood.length;
    let ancestor = originOf(startBlock);
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = stood[middle] as { number: number; hash: Hex };
      const found = await reader.block(candidate.number);
      if (found?.hash === candidate.hash) {
        ancestor = { number: found.number, hash: found.hash, time: found.time };
        low = middle + 1;
      } else high = middle;
    }
    return ancestor;
  };

  const undo = async (cursor: Cursor, head: Block): Promise<void> => {
    const ancestor = await findAncestor(head);
    log.warn('the chain took blocks back', { from: cursor.number, to: ancestor.number });
    prefetched = undefined;
    await moving(cursor, async (tx) => {
      const touched = nothingTouched();
      for (;;) {
        const logs = await readLogsAbove(tx, chain.id, ancestor.number, UNDO_CHUNK);
        const shares = owners.map((owner) => {
          const mine = new Set(owner.topics);
          return logs.filter((entry) => mine.has(entry.topics[0] as Hex));
        });
        // Also where no log goes: what was observed in those blocks does.
        await start(tx, shares, ancestor.number);
        if (logs.length === 0) break;
        for (const [index, owner] of [...owners.entries()].reverse())
          if (shares[index]?.length) await owner.undo(tx, shares[index], touched);
        await deleteLogs(tx, chain.id, logs);
      }
      await moveCursor(tx, chain.id, ancestor);
      await options.atEndOfBatch(tx, {
        chainId: chain.id,
        touched,
        applied: [],
        undoneAbove: ancestor.number,
        cursor: ancestor,
      });
    });
  };

  /** Says that we live: at most once a second while nothing moves. */
  const heartBeat = async (head: Block): Promise<void> => {
    if (lastBeat.head === head.number && Date.now() - lastBeat.at < 1000) return;
    await beat(sql, chain.id, head.number);
    lastBeat = { at: Date.now(), head: head.number };
  };

  /**
   * Does the next thing there is to do.
   * @returns `level` when there is nothing, `moved` when there may be more
   * @throws when the node or the database fails: nothing was changed, call again
   */
  const step = async (): Promise<'level' | 'moved'> => {
    const head = await reader.head();
    const cursor = await readCursor(sql, chain.id, startBlock);
    await heartBeat(head);
    if (cursor.number > head.number && !isOrigin(cursor)) {
      behindSince ??= Date.now();
      if (Date.now() - behindSince < behindGraceMs) return 'level';
    } else behindSince = undefined;
    if (!(await isOnChain(cursor, head))) {
      await undo(cursor, head);
      behindSince = undefined;
      return 'moved';
    }
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

  /** Steps until level with the chain: for tests and one-off reindexing. */
  const catchUp = async (): Promise<void> => {
    while ((await step()) === 'moved');
  };

  /** Follows until the signal is aborted; waits while another worker does. */
  const run = (signal: AbortSignal): Promise<void> =>
    holdLease({ databaseUrl: options.databaseUrl, key: [LEASE, chain.id], signal }, async (held) => {
      log.info('follows the chain', { chainId: chain.id });
      for (let failures = 0; !held.aborted;) {
        let pause = options.pollMs;
        try {
          if ((await step()) === 'moved') pause = 0;
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

  return { run, step, catchUp };
};
export type Follower = ReturnType<typeof createFollower>;
