import { setTimeout as sleep } from 'node:timers/promises';
import { createAttempt } from '../attempt.ts';
import { connect } from '../db/connect.ts';
import type { Logger } from './follower.ts';

type LeaseOptions = {
  databaseUrl: string;
  /** Two integers that name the lease: its purpose and the chain. */
  key: readonly [number, number];
  /** Its purpose, for the log. */
  name: string;
  log: Pick<Logger, 'warn'>;
  signal: AbortSignal;
  /** How often a waiting process tries again. */
  retryMs?: number;
};

/** A failure that lasts is logged once in this many tries: about every half minute. */
const TRIES_PER_WARNING = 60;

/**
 * Runs `work` while this process holds the lease, and waits while another process does. The lease is a session lock on a
 * separate connection. When that connection is lost, the signal given to `work` is aborted and the waiting starts
 * again, as it does when `work` fails. Returns when `signal` is aborted.
 *
 * A process notices the loss of its lease with a delay: an effect that must never happen twice needs a guard in the
 * database, too.
 */
export const holdLease = async (options: LeaseOptions, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const { databaseUrl, key, name, log, signal, retryMs = 500 } = options;
  const tryLock = createAttempt(log, `the lease of the ${name} could not be requested`, TRIES_PER_WARNING);
  const tryWork = createAttempt(log, `the work of the ${name} has ended with an error`, TRIES_PER_WARNING);
  const pause = () => sleep(retryMs, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    const lost = new AbortController();
    const connection = connect(databaseUrl, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      // Its one statement has no arrays, whose types the driver would read for 10 ms of PostgreSQL.
      fetch_types: false,
      onnotice: () => {},
      onclose: () => lost.abort(),
      connection: { application_name: 'skarb-lease', statement_timeout: 5000 } as { application_name: string },
    });
    const during = AbortSignal.any([signal, lost.signal]);
    let isHeld = false;
    while (!isHeld && !during.aborted) {
      const failures = await tryLock(async () => {
        const [row] = await connection`select pg_try_advisory_lock(${key[0]}::int, ${key[1]}::int) as is_held`;
        isHeld = row?.is_held === true;
      });
      if (!isHeld) await pause();
      if (failures > 0) break;
    }
    if (isHeld && !during.aborted && (await tryWork(() => work(during))) > 0) await pause();
    await connection.end({ timeout: 1 }).catch(() => {});
  }
};
