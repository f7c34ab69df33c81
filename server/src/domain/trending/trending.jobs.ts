import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { updateTrends } from './trending.store.ts';

/** A sale changes the list of trending collections within this time. */
const EVERY_MS = 20_000;

/** Keeps the trending collections up to date, until the signal. Every worker does: a second run changes nothing. */
export const runTrends = async ({ db }: Pick<Context, 'db'>, log: Logger, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await updateTrends(db.sql).catch((error: unknown) =>
      log.warn('trending collections could not be computed', { error: String(error) }),
    );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
  }
};
