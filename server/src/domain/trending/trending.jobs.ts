import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Steps } from '../../platform/steps.ts';
import { stateOfTrade, updateTrends } from './trending.store.ts';

/** A sale changes the list of trending collections within this time. */
const EVERY_MS = 20_000;
/** The list also depends on which collections are hidden and how many works they have: it is never older than this. */
const AT_MOST_MS = 300_000;

/** Keeps the trending collections up to date, until the signal. Every worker does: a second run changes nothing. */
export const runTrends = async (
  { db }: Pick<Context, 'db'>,
  steps: Steps,
  log: Logger,
  signal: AbortSignal,
): Promise<void> => {
  let last = { state: '', at: 0 };
  const update = async () => {
    const state = await stateOfTrade(db.sql);
    if (state === last.state && Date.now() - last.at < AT_MOST_MS) return;
    await updateTrends(db.sql);
    last = { state, at: Date.now() };
  };
  while (!signal.aborted) {
    await steps
      .run('trends', update)
      .catch((error: unknown) => log.warn('trending collections could not be computed', { error: String(error) }));
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
  }
};
