import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../with-timeout.ts';
import type { Sql } from './database.ts';

/** A replica that has not replayed what the primary had so long ago is not read. */
const LAG_MS = 1000;
const PROBE_MS = 250;
/** While somebody waits for a change. */
const WAITED_MS = 5;
const ANSWER_MS = 1000;
/** After this time every other process has noticed the lag, too. */
const WAIT_MS = LAG_MS + 2 * PROBE_MS;

export type Replica = {
  /** Reads from the replica while it is level with the primary, otherwise from the primary. */
  read: Sql;
  isUsed: () => boolean;
  /**
   * Resolves when the replica has replayed what the primary has now, at the latest when no process reads from it any
   * more because it lags. A read after that shows every change that was committed before.
   */
  replayed: () => Promise<void>;
  /** Runs handlers of announced changes, in their order, once a read shows what they announce. */
  afterReplay: (handler: () => void) => void;
  close: () => Promise<void>;
};

/** A position in the write-ahead log, such as 1/6B3748. */
const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** PostgreSQL ends a replica's statement that delays the replay; the primary answers it. */
const isConflict = (error: unknown) => (error as { code?: string } | null)?.code === '40001';

/**
 * Watches a streaming replica of `primary` and decides for each statement where it is read. The replica is used while it
 * replays what the primary had a second ago at the latest; a statement that loses its connection is repeated on the
 * primary, and the replica is used again once it is level.
 * @param isUnavailable whether a statement failed because its connection was lost
 * @param open opens the replica's pool: again after each loss, because connections that hang would keep their statements
 */
export const createReplica = (primary: Sql, open: () => Sql, isUnavailable: (error: unknown) => boolean): Replica => {
  let pool = open();
  let isUsed = false;
  let isOver = false;
  let replayedTo = 0n;
  /** Positions of the primary that the replica has not replayed yet, the oldest first. */
  let awaited: { position: bigint; at: number }[] = [];
  let waiting = 0;
  // When this process starts, others may read from the replica.
  let leftAt = performance.now();
  let rest = new AbortController();

  const leave = () => {
    if (isUsed) leftAt = performance.now();
    isUsed = false;
  };
  const drop = () => {
    leave();
    awaited = [];
    const lost = pool;
    pool = open();
    // Statements in progress fail, and are repeated on the primary.
    void lost.end({ timeout: 0 }).catch(() => {});
  };

  const primaryPosition = async (): Promise<bigint> => {
    const at = performance.now();
    const [row] = await primary<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
    const position = positionOf(row?.position ?? '');
    awaited.push({ position, at });
    return position;
  };

  const probe = async () => {
    const [row] = await withTimeout(
      pool<{ position: string | null; is_replica: boolean }[]>`
        select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as is_replica`,
      ANSWER_MS,
      () => new Error('the replica does not answer'),
    );
    // A promoted replica has a history of its own.
    if (!row?.is_replica || row.position === null) throw new Error('this is no replica');
    replayedTo = positionOf(row.position);
    const last = awaited.at(-1);
    awaited = awaited.filter(({ position }) => position > replayedTo);
    const isLate = ({ at }: { at: number }) => performance.now() - at > LAG_MS;
    if (awaited[0] && isLate(awaited[0])) leave();
    else if (!awaited[0] && last && !isLate(last)) isUsed = true;
  };

  const watch = async () => {
    for (let askedAt = -PROBE_MS; !isOver;) {
      // A replica that lags is compared with one position at a time, or the list would grow.
      if (performance.now() - askedAt >= PROBE_MS && (isUsed || awaited.length === 0)) {
        askedAt = performance.now();
        // Without the primary nothing is written: reads go on where they were.
        await primaryPosition().catch(() => {});
      }
      await probe().catch(() => {
        if (!isOver) drop();
      });
      const { signal } = (rest = new AbortController());
      await sleep(waiting > 0 ? WAITED_MS : PROBE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const watching = watch();

  const replayed = async () => {
    // Another process may notice later that the replica lags.
    if (!isUsed && performance.now() - leftAt > WAIT_MS) return;
    waiting++;
    try {
      const position = await primaryPosition();
      rest.abort();
      const until = performance.now() + WAIT_MS;
      while (!isOver && replayedTo < position && performance.now() < until)
        await sleep(WAITED_MS, undefined, { ref: false });
    } catch {
      // The primary is unavailable: nothing can be written or announced.
    } finally {
      waiting--;
    }
  };

  let handlers: (() => void)[] = [];
  let isHandling = false;
  const handleAll = async () => {
    isHandling = true;
    while (handlers.length > 0) {
      const these = handlers;
      handlers = [];
      await replayed();
      for (const handler of these) handler();
    }
    isHandling = false;
  };

  const run = (strings: TemplateStringsArray, args: never[]) => {
    if (!isUsed) return primary(strings, ...args);
    const query = pool(strings, ...args);
    let isRaw = false;
    let outcome: Promise<unknown> | undefined;
    const settled = () =>
      (outcome ??= Object.getPrototypeOf(query).then.call(query, undefined, async (error: unknown) => {
        if (!isUnavailable(error) && !isConflict(error)) throw error;
        if (isUsed && !isConflict(error)) drop();
        const repeated = primary(strings, ...args);
        return isRaw ? repeated.raw() : repeated;
      }) as Promise<unknown>);
    // A query runs when it is awaited; one that is a part of another never is.
    return Object.assign(query, {
      raw: () => {
        isRaw = true;
        Object.getPrototypeOf(query).raw.call(query);
        return query;
      },
      then: (...handlers: Parameters<Promise<unknown>['then']>) => settled().then(...handlers),
      catch: (handler: Parameters<Promise<unknown>['catch']>[0]) => settled().catch(handler),
      finally: (handler: Parameters<Promise<unknown>['finally']>[0]) => settled().finally(handler),
    });
  };
  const read = new Proxy(primary, {
    apply: (_target, _this, [first, ...rest]: [TemplateStringsArray, ...never[]]) =>
      Array.isArray((first as { raw?: unknown }).raw)
        ? run(first, rest)
        : Reflect.apply(primary, undefined, [first, ...rest]),
  }) as Sql;

  return {
    read,
    isUsed: () => isUsed,
    replayed,
    afterReplay: (handler) => {
      handlers.push(handler);
      if (!isHandling) void handleAll();
    },
    close: async () => {
      isOver = true;
      rest.abort();
      await pool.end({ timeout: 5 }).catch(() => {});
      await watching;
    },
  };
};
