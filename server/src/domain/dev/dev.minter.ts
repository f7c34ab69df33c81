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
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const line = await sql.reserve();
    try {
      // Allow more time than for a query: this waits for the lock.
      await line`set statement_timeout = '30s'`;
      await line`select pg_advisory_lock(${LOCK})`;
      return await work();
    } finally {
      await line`select pg_advisory_unlock(${LOCK})`.catch(() => {});
      await line`reset statement_timeout`.catch(() => {});
      line.release();
    }
  };
  return (work) => {
    const turn = queue.then(() => alone(work));
    queue = turn.catch(() => {});
    return turn;
  };
};
