import type { Tx } from '../db/database.ts';
import {
  deleteLogs,
  insertLogs,
  moveCursor,
  readCursor,
  readLogsAbove,
  readLogsAfter,
  type Cursor,
} from './chain-cursor.ts';
import { nothingTouched, passes, type ChainLog, type EventOwner, type Touched } from './events.ts';
import {
  isolating,
  isPassing,
  noteFailure,
  savepoint,
  setLogsAside,
  takeStillApplied,
  together,
  type Isolate,
  type SetAside,
} from './set-aside.ts';

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
  /** Runs each derivation of rows, so that one that fails for good holds up no other. */
  isolate: Isolate;
};

export type BatchOptions = {
  /** Each log has one owner; owners apply in this order and undo in the opposite one. */
  owners: EventOwner[];
  /** Before anything is written: the tokens that the batch's logs, or what is taken back, concern. */
  atStartOfBatch?(tx: Tx, batch: Pick<Batch, 'chainId' | 'undoneAbove'> & { tokens: Set<string> }): Promise<void>;
  atEndOfBatch(tx: Tx, batch: Batch): Promise<void>;
  /** Derives a row that was set aside anew. */
  retryRow?(tx: Tx, subject: { kind: string; id: string }): Promise<void>;
};

const UNDO_CHUNK = 5000;
/** With more logs than this after it, a log that was set aside is not put in its place: read the chain anew instead. */
const REPLAY_MAX = 20_000;

const byTransaction = (logs: ChainLog[]): ChainLog[][] => {
  const groups: ChainLog[][] = [];
  for (const log of logs)
    if (groups.at(-1)?.[0]?.txHash === log.txHash) groups.at(-1)?.push(log);
    else groups.push([log]);
  return groups;
};

/** Applies logs and takes them back, inside the follower's transactions; with care, around what fails for good. */
export const createBatches = (chainId: number, options: BatchOptions) => {
  const { owners } = options;

  /** What each owner gets of these logs. */
  const share = async (tx: Tx, logs: ChainLog[]): Promise<ChainLog[][]> => {
    const [addresses, narrow] = await Promise.all([
      Promise.all(owners.map((owner) => owner.addresses(tx))),
      Promise.all(owners.map((owner) => owner.narrow?.(tx))),
    ]);
    return owners.map((owner, index) => {
      const mine = new Set(owner.topics);
      return logs.filter(
        (entry) =>
          mine.has(entry.topics[0] as never) &&
          (narrow[index]?.some((filter) => passes(entry, filter)) ?? addresses[index]?.has(entry.address)) &&
          (owner.wants?.(entry) ?? true),
      );
    });
  };
  const shareByTopic = (logs: ChainLog[]): ChainLog[][] =>
    owners.map((owner) => {
      const mine = new Set(owner.topics);
      return logs.filter((entry) => mine.has(entry.topics[0] as never));
    });
  const start = async (tx: Tx, shares: ChainLog[][], undoneAbove?: number): Promise<void> => {
    if (!options.atStartOfBatch) return;
    const tokens = new Set<string>();
    for (const [index, owner] of owners.entries())
      if (shares[index]?.length) for (const uuid of (await owner.tokensOf?.(tx, shares[index])) ?? []) tokens.add(uuid);
    await options.atStartOfBatch(tx, { chainId, tokens, undoneAbove });
  };
  /** Writes logs down and hands them to their owners. */
  const applyShares = async (tx: Tx, logs: ChainLog[], shares: ChainLog[][], touched: Touched): Promise<void> => {
    await insertLogs(tx, chainId, logs);
    if (logs.length > 0) await start(tx, shares);
    const still = await takeStillApplied(tx, chainId, logs);
    for (const [index, owner] of owners.entries()) {
      const mine = shares[index] ?? [];
      const fresh = mine.filter((entry) => !still.has(entry));
      if (fresh.length > 0) await owner.apply(tx, fresh, touched);
      // What is derived from the log itself lacked it meanwhile.
      if (fresh.length < mine.length)
        for (const uuid of (await owner.tokensOf?.(
          tx,
          mine.filter((entry) => still.has(entry)),
        )) ?? [])
          touched.tokens.add(uuid);
    }
  };
  const undoShares = async (tx: Tx, logs: ChainLog[], touched: Touched): Promise<void> => {
    const shares = shareByTopic(logs);
    for (const [index, owner] of [...owners.entries()].reverse())
      if (shares[index]?.length) await owner.undo(tx, shares[index], touched);
    await deleteLogs(tx, chainId, logs);
  };
  const keptOf = (logs: ChainLog[], shares: ChainLog[][]): ChainLog[] => {
    const kept = new Set(shares.flat());
    return logs.filter((entry) => kept.has(entry));
  };

  /** Applies all at once and moves the cursor. */
  const apply = async (tx: Tx, logs: ChainLog[], to: Cursor): Promise<void> => {
    const touched = nothingTouched();
    const shares = logs.length > 0 ? await share(tx, logs) : [];
    const applied = keptOf(logs, shares);
    await applyShares(tx, applied, shares, touched);
    await moveCursor(tx, chainId, to, applied);
    if (applied.length > 0)
      await options.atEndOfBatch(tx, {
        chainId,
        touched,
        applied,
        undoneAbove: undefined,
        cursor: to,
        isolate: together,
      });
  };

  /**
   * The same for logs of which some fail for good: they are found by halving between transactions, then inside of one,
   * and set aside. The others apply in their order, as if the chain had been read in smaller pieces.
   */
  const applyCarefully = async (tx: Tx, logs: ChainLog[], to: Cursor): Promise<void> => {
    const all = keptOf(logs, await share(tx, logs));
    await moveCursor(tx, chainId, to);
    const applied: ChainLog[] = [];
    const attempt = async (some: ChainLog[]): Promise<void> => {
      await savepoint(tx, async (inner) => {
        const touched = nothingTouched();
        await applyShares(inner, some, await share(inner, some), touched);
        await options.atEndOfBatch(inner, {
          chainId,
          touched,
          applied: some,
          undoneAbove: undefined,
          cursor: to,
          isolate: isolating(chainId),
        });
      });
      applied.push(...some);
    };
    /** The logs of a transaction that fail when each is tried alone; nothing of it stays. */
    const failing = async (some: ChainLog[]): Promise<ChainLog[]> => {
      class Tried extends Error {}
      const found: ChainLog[] = [];
      for (const entry of some)
        await savepoint(tx, async (inner) => {
          await applyShares(inner, [entry], await share(inner, [entry]), nothingTouched());
          throw new Tried();
        }).catch((error: unknown) => {
          if (isPassing(error)) throw error;
          if (!(error instanceof Tried)) found.push(entry);
        });
      return found;
    };
    const take = async (groups: ChainLog[][]): Promise<void> => {
      try {
        await attempt(groups.flat());
      } catch (error) {
        if (isPassing(error)) throw error;
        const [only = []] = groups;
        if (groups.length > 1) {
          const middle = groups.length >> 1;
          await take(groups.slice(0, middle));
          await take(groups.slice(middle));
          return;
        }
        const bad = only.length > 1 ? await failing(only) : only;
        if (bad.length === 0 || bad.length === only.length) return setLogsAside(tx, 'log', only, error);
        await setLogsAside(tx, 'log', bad, error);
        await take([only.filter((entry) => !bad.includes(entry))]);
      }
    };
    if (all.length > 0) await take(byTransaction(all));
    await moveCursor(tx, chainId, to, applied);
  };

  /**
   * Takes back what stands above a block, newest first. With care, a log that cannot be taken back is set aside with
   * its effects in place: better one fact too many, told to the admins, than a follower that never moves again.
   */
  const undo = async (tx: Tx, ancestor: Cursor, isCareful = false): Promise<void> => {
    const touched = nothingTouched();
    const takeBack = async (logs: ChainLog[]): Promise<void> => {
      if (!isCareful) return undoShares(tx, logs, touched);
      try {
        await savepoint(tx, (inner) => undoShares(inner, logs, touched));
      } catch (error) {
        if (isPassing(error)) throw error;
        if (logs.length === 1) {
          await deleteLogs(tx, chainId, logs);
          return setLogsAside(tx, 'undo', logs, error);
        }
        const middle = logs.length >> 1;
        await takeBack(logs.slice(0, middle));
        await takeBack(logs.slice(middle));
      }
    };
    for (;;) {
      const logs = await readLogsAbove(tx, chainId, ancestor.number, UNDO_CHUNK);
      // Also where no log goes: what was observed in those blocks does.
      await start(tx, shareByTopic(logs), ancestor.number);
      if (logs.length === 0) break;
      await takeBack(logs);
    }
    // What never was applied has nothing to take back.
    await tx`delete from set_aside where chain_id = ${chainId} and kind = 'log' and block_number > ${ancestor.number}`;
    await moveCursor(tx, chainId, ancestor);
    await options.atEndOfBatch(tx, {
      chainId,
      touched,
      applied: [],
      undoneAbove: ancestor.number,
      cursor: ancestor,
      isolate: isCareful ? isolating(chainId) : together,
    });
  };

  /** Puts a log in its place: what came after it is taken back and applied again, in this transaction. */
  const putInPlace = async (tx: Tx, log: ChainLog, cursor: Cursor): Promise<void> => {
    const later = await readLogsAfter(tx, log, REPLAY_MAX + 1);
    if (later.length > REPLAY_MAX) throw new Error(`more than ${REPLAY_MAX} logs came after it: read the chain anew`);
    const touched = nothingTouched();
    const applied = [log, ...later];
    await start(tx, shareByTopic(applied));
    await undoShares(tx, later.toReversed(), touched);
    const shares = await share(tx, applied);
    await applyShares(tx, keptOf(applied, shares), shares, touched);
    await options.atEndOfBatch(tx, {
      chainId,
      touched,
      applied,
      undoneAbove: undefined,
      cursor,
      isolate: together,
    });
  };

  /** Tries something set aside again: it leaves the table, or stays with the new error. The cursor is locked by the caller. */
  const retry = async (tx: Tx, entry: SetAside, startBlock: number): Promise<boolean> => {
    const cursor = await readCursor(tx, chainId, startBlock, true);
    try {
      await savepoint(tx, async (inner) => {
        if (entry.kind === 'row') {
          if (!options.retryRow) throw new Error('nobody here derives rows');
          await options.retryRow(inner, entry.subject);
        } else if (entry.kind === 'log') await putInPlace(inner, entry.log, cursor);
        else {
          const touched = nothingTouched();
          await start(inner, shareByTopic([entry.log]));
          await undoShares(inner, [entry.log], touched);
          await options.atEndOfBatch(inner, {
            chainId,
            touched,
            applied: [],
            undoneAbove: undefined,
            cursor,
            isolate: together,
          });
        }
        await inner`delete from set_aside where uuid = ${entry.uuid}`;
      });
      return true;
    } catch (error) {
      if (isPassing(error)) throw error;
      await noteFailure(tx, entry.uuid, error);
      return false;
    }
  };

  return { apply, applyCarefully, undo, retry };
};
