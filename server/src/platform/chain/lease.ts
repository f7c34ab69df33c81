import { connect } from '../db/connect.ts';
import { setTimeout as sleep } from 'node:timers/promises';

type LeaseOptions = {
  databaseUrl: string;
  /** Two integers that name the lease: its purpose and the chain. */
  key: readonly [number, number];
  signal: AbortSignal;
  /** How often a waiting process tries again. */
  retryMs?: number;
  onState?: (isHeld: boolean) => void;
};

/**
 * Runs `work` while this process holds the lease, and waits while another process does. The lease is a session lock on a
 * separate connection. When that connection is lost, the signal given to `work` is aborted and the waiting starts
 * again. Returns when `signal` is aborted.
 *
 * A process notices the loss of its lease with a delay: an effect that must never happen twice needs a guard in the
 * database, too.
 */
export const holdLease = async (options: LeaseOptions, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const { databaseUrl, key, signal, retryMs = 500 } = options;
  while (!signal.aborted) {
    const lost = new AbortController();
    const connection = connect(databaseUrl, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      onnotice: () => {},
      onclose: () => lost.abort(),
      connection: { application_name: 'skarb-lease', statement_timeout: 5000 } as { application_name: string },
    });
    try {
      while (!signal.aborted) {
        const [row] = await connection`select pg_try_advisory_lock(${key[0]}::int, ${key[1]}::int) as is_held`;
        if (row?.is_held) break;
        await sleep(retryMs, undefined, { signal }).catch(() => {});
      }
      if (signal.aborted || lost.signal.aborted) continue;
      options.onState?.(true);
      await work(AbortSignal.any([signal, lost.signal]));
    } catch {
      // The database is unavailable, or `work` failed as a whole: start again.
      await sleep(retryMs, undefined, { signal }).catch(() => {});
    } finally {
      options.onState?.(false);
      await connection.end({ timeout: 1 }).catch(() => {});
    }
  }
};
