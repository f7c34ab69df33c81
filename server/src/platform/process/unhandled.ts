import type { Logger } from '../chain/follower.ts';
import { isDatabaseUnavailable } from '../db/database.ts';

/**
 * What a process does with a rejection that nobody awaits: it ends, and its manager restarts it, because its state is
 * unknown. A lost database is no such case: the driver asks for the types of each new connection in a statement of its own,
 * which nobody can await, and which fails when the server stops at that moment.
 */
export const unhandledRejection =
  (log: Logger, end: () => void = () => process.exit(1)) =>
  (error: unknown): void => {
    const details = { error: String((error as Error | null)?.stack ?? error) };
    if (isDatabaseUnavailable(error)) return log.warn('the database was lost', details);
    log.error('unhandled', details);
    end();
  };
