import type { Tx } from '../db/database.ts';
import {
  deleteLogs,
  moveCursor,
  oweResync,
  readCursor,
  readLogsAbove,
  readLogsAfter,
  sendResync,
  type Cursor,
} from './chain-cursor.ts';
import { nothingTouched, type ChainLog, type Touched } from './events.ts';
import { createShares, type ShareOptions } from './log-shares.ts';
import {
  isolating,
  isPassingInPart,
  noteFailure,
  savepoint,
  setLogsAside,
  together,
  type Isolate,
  type SetAside,
} from './set-aside.ts';

/** The changes of a batch of blocks. Passed to the domains once, at the end of the batch, inside its database transaction. */
export type Batch = {
  chainId: number;
  touched: Touched;
  /** The applied logs in order; empty when the batch undoes. */
  applied: ChainLog[];
  /** Set when the logs above this block were undone. */
  undoneAbove: number | undefined;
  /** The follower's position after the batch. */
  cursor: Cursor;
  /** The batch began far below the head: its changes are not announced one by one. */
  isFarBehind: boolean;
  /** Runs a derivation of rows. A row that fails for good is set aside, and the others are derived. */
  isolate: Isolate;
};

export type BatchOptions = ShareOptions & {
  atEndOfBatch(tx: Tx, batch: Batch): Promise<void>;
  /** Derives a row that was set aside. @throws when it fails again */
  retryRow?(tx: Tx, subject: { kind: string; id: string }): Promise<void>;
};

const UNDO_CHUNK = 5000;
/** A log that was set aside is not applied when more logs than this follow it: reindex the chain instead. */
const REPLAY_MAX = 20_000;
/** Less than the timeout of statements: an expired lock is a temporary failure (`isPassing`). */
const LOCK_TIMEOUT = '20s';
/** The most pending entries of an index of words while the follower is far behind; otherwise those of `openDatabase`. */
const PENDING_ENTRIES = '1MB';

const byTransaction = (logs: ChainLog[]): ChainLog[][] => {
  const groups: ChainLog[][] = [];
  for (const log of logs)
    if (groups.at(-1)?.[0]?.txHash === log.txHash) groups.at(-1)?.push(log);
    else groups.push([log]);
  return groups;
};

/** How far the follower is behind the head at the start of a batch; `catchesUp`: the batch ends near the head. */
export type Distance = { isFarBehind: boolean; catchesUp: boolean };
const AT_HEAD: Distance = { isFarBehind: false, catchesUp: false };

/** Applies and undoes logs in the follower's transactions. The careful variants set aside logs that fail for good. */
export const createBatches = (chainId: number, options: BatchOptions) => {
  const { share, shareByTopic, keptOf, lockAffectedTokens, applyShares, undoShares } = createShares(chainId, options);

  const endBatch = (tx: Tx, batch: Pick<Batch, 'touched' | 'cursor'> & Partial<Batch>): Promise<void> =>
    options.atEndOfBatch(tx, {
      chainId,
      applied: [],
      undoneAbove: undefined,
      isFarBehind: false,
      isolate: together,
      ...batch,
    });

  /**
   * Far behind the head, the database announces no changes of single objects (migration 0080): there would be a message for
   * each, about states long past. The batch that catches up makes every open page read again; if none does, because the
   * head goes back, the follower's next step near the head. Such a batch does not wait for the disk either: what a crash
   * loses, its cursor with it, is read again. It merges more entries at once into the indexes of words, whose lists of
   * pending entries every search reads: the first change of a token near the head merges what is left.
   */
  const hurry = async (tx: Tx, { isFarBehind, catchesUp }: Distance): Promise<void> => {
    if (!isFarBehind) return;
    await tx`select set_config('skarb.is_far_behind', 'on', true)`;
    await oweResync(tx, chainId);
    if (catchesUp) await sendResync(tx, chainId);
    else
      await tx`select set_config('synchronous_commit', 'off', true), set_config('gin_pending_list_limit', ${PENDING_ENTRIES}, true)`;
  };
  /** Work that is divided needs no long wait for another transaction's lock, which would look like slow work. */
  const waitLess = (tx: Tx) => tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;

  /** Applies all logs at once and moves the cursor. */
  const apply = async (tx: Tx, logs: ChainLog[], to: Cursor, distance = AT_HEAD): Promise<void> => {
    await hurry(tx, distance);
    const touched = nothingTouched();
    const shares = logs.length > 0 ? await share(tx, logs) : [];
    const applied = keptOf(logs, shares);
    await applyShares(tx, applied, shares, touched);
    await moveCursor(tx, chainId, to, applied);
    if (applied.length > 0) await endBatch(tx, { touched, applied, cursor: to, isFarBehind: distance.isFarBehind });
  };

  /**
   * As `apply`, for a batch in which some logs fail for good. It finds them by bisection, first between transactions and
   * then within one, and sets them aside. The others are applied in order, as if the chain had been read in smaller
   * ranges.
   */
  const applyCarefully = async (tx: Tx, logs: ChainLog[], to: Cursor, distance = AT_HEAD): Promise<void> => {
    await hurry(tx, distance);
    await waitLess(tx);
    const all = keptOf(logs, await share(tx, logs));
    await moveCursor(tx, chainId, to);
    const applied: ChainLog[] = [];
    const attempt = async (some: ChainLog[]): Promise<void> => {
      await savepoint(tx, async (inner) => {
        const touched = { ...nothingTouched(), minted: undefined };
        await applyShares(inner, some, await share(inner, some), touched);
        const { isFarBehind } = distance;
        await endBatch(inner, { touched, applied: some, cursor: to, isFarBehind, isolate: isolating(chainId) });
      });
      applied.push(...some);
    };
    /** The logs of one transaction that fail on their own. Every attempt is rolled back. */
    const failing = async (some: ChainLog[]): Promise<ChainLog[]> => {
      class Passed extends Error {}
      const found: ChainLog[] = [];
      for (const entry of some)
        await savepoint(tx, async (inner) => {
          await applyShares(inner, [entry], await share(inner, [entry]), nothingTouched());
          throw new Passed();
        }).catch((error: unknown) => {
          if (isPassingInPart(error)) throw error;
          if (!(error instanceof Passed)) found.push(entry);
        });
      return found;
    };
    const bisect = async (groups: ChainLog[][]): Promise<void> => {
      try {
        await attempt(groups.flat());
      } catch (error) {
        if (isPassingInPart(error)) throw error;
        const [only = []] = groups;
        if (groups.length > 1) {
          const middle = groups.length >> 1;
          await bisect(groups.slice(0, middle));
          await bisect(groups.slice(middle));
          return;
        }
        const bad = only.length > 1 ? await failing(only) : only;
        if (bad.length === 0 || bad.length === only.length) return setLogsAside(tx, 'log', only, error);
        await setLogsAside(tx, 'log', bad, error);
        await bisect([only.filter((entry) => !bad.includes(entry))]);
      }
    };
    if (all.length > 0) await bisect(byTransaction(all));
    await moveCursor(tx, chainId, to, applied);
  };

  /**
   * Undoes the logs above a block, newest first. When careful, a log that cannot be undone is set aside with its effects
   * in place: one wrong fact that the admins can see is better than a follower that stops for good.
   */
  const undo = async (tx: Tx, ancestor: Cursor, isCareful = false): Promise<void> => {
    if (isCareful) await waitLess(tx);
    const touched = nothingTouched();
    const undoAll = async (logs: ChainLog[]): Promise<void> => {
      if (!isCareful) return undoShares(tx, logs, touched);
      try {
        await savepoint(tx, (inner) => undoShares(inner, logs, touched));
      } catch (error) {
        if (isPassingInPart(error)) throw error;
        if (logs.length === 1) {
          await deleteLogs(tx, chainId, logs);
          return setLogsAside(tx, 'undo', logs, error);
        }
        const middle = logs.length >> 1;
        await undoAll(logs.slice(0, middle));
        await undoAll(logs.slice(middle));
      }
    };
    for (;;) {
      const logs = await readLogsAbove(tx, chainId, ancestor.number, UNDO_CHUNK);
      // Even without logs: observations made at those blocks have to be undone.
      await lockAffectedTokens(tx, shareByTopic(logs), ancestor.number);
      if (logs.length === 0) break;
      await undoAll(logs);
    }
    // Logs that were never applied have nothing to undo.
    await tx`delete from set_aside where chain_id = ${chainId} and kind = 'log' and block_number > ${ancestor.number}`;
    await moveCursor(tx, chainId, ancestor);
    const isolate = isCareful ? isolating(chainId) : together;
    await endBatch(tx, { touched, undoneAbove: ancestor.number, cursor: ancestor, isolate });
  };

  /** Applies a log in its place: undoes the later logs and applies them again, in this transaction. */
  const applyInPlace = async (tx: Tx, log: ChainLog, cursor: Cursor): Promise<void> => {
    const later = await readLogsAfter(tx, log, REPLAY_MAX + 1);
    if (later.length > REPLAY_MAX) throw new Error(`more than ${REPLAY_MAX} logs follow it: reindex the chain`);
    const touched = nothingTouched();
    const applied = [log, ...later];
    await lockAffectedTokens(tx, shareByTopic(applied));
    await undoShares(tx, later.toReversed(), touched);
    const shares = await share(tx, applied);
    await applyShares(tx, keptOf(applied, shares), shares, touched);
    await endBatch(tx, { touched, applied, cursor });
  };

  /** Tries an entry again and deletes it, or records the new error. Locks the cursor. @returns whether it succeeded */
  const retry = async (tx: Tx, entry: SetAside, startBlock: number): Promise<boolean> => {
    const cursor = await readCursor(tx, chainId, startBlock, true);
    try {
      await savepoint(tx, async (inner) => {
        if (entry.kind === 'row') {
          if (!options.retryRow) throw new Error('retryRow is not set');
          await options.retryRow(inner, entry.subject);
        } else if (entry.kind === 'log') await applyInPlace(inner, entry.log, cursor);
        else {
          const touched = nothingTouched();
          await lockAffectedTokens(inner, shareByTopic([entry.log]));
          await undoShares(inner, [entry.log], touched);
          await endBatch(inner, { touched, cursor });
        }
        await inner`delete from set_aside where uuid = ${entry.uuid}`;
      });
      return true;
    } catch (error) {
      if (isPassingInPart(error)) throw error;
      await noteFailure(tx, entry.uuid, error);
      return false;
    }
  };

  return { apply, applyCarefully, undo, retry };
};
