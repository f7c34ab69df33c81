import type { Sql } from '../../platform/db/database.ts';

/** Any number, the same for every process: the minter's transactions go out one after another. */
const LOCK = 7_305_114;

/** Runs work that sends with the minter's key, when nobody else does. */
export type MinterLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The minter's nonce is shared: callers queue within the process, so that they do not hold the database's connections,
 * and processes by a lock in the database.
 */
export const createMinterLine = (sql: Sql): MinterLine => {
  let queue: Promise<unknown> = Promise.resolve();
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const line = await sql.reserve();
    try {
      // The lock's wait is no slow query.
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
