import type { Sql } from '../../platform/db/database.ts';

/** The id of the advisory lock, the same in every process: it serializes the minter's transactions. */
const LOCK = 7_305_114;

/** Runs work that sends with the minter's key, one call at a time. */
export type MinterLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * All transactions share the minter's nonce. Callers within the process queue in memory, so that they do not hold
 * database connections; processes are serialized with a lock in the database.
 */
export const createMinterLine = (sql: Sql): MinterLine => {
  let queue: Promise<unknown> = Promise.resolve();
  /** Waits for its turn among the processes. Rejects if the connection ends: the work may still be running then. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    let isLost = false;
    // A transaction, because the driver never answers a statement on a reserved connection that was closed.
    const turn = sql.begin(async (tx) => {
      // Allow more time than for a query: this waits for the lock.
      await tx`set local statement_timeout = '30s'`;
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      // The driver fails on the end of a transaction whose connection was closed: this one never ends.
      return work().finally(() => (isLost ? new Promise<never>(() => {}) : undefined));
    }) as Promise<T>;
    turn.catch(() => (isLost = true));
    return turn;
  };
  return (work) => {
    let running: Promise<unknown> | undefined;
    const turn = queue.then(() => alone(() => (running = work()) as ReturnType<typeof work>));
    queue = turn.catch(() => running).catch(() => {});
    return turn;
  };
};
