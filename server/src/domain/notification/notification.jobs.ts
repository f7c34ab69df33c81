import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { notifyEndings, notifyFollowers, notifyOfHistory, retryMail, sendDueMails } from './notification.service.ts';
import { sweepNotifications } from './notification.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'sweep-notifications': Record<string, unknown>;
  }
}

export const notificationTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'sweep-notifications': () => sweepNotifications(context.db.sql),
  'notification-mail': ({ uuid }) => retryMail(context, uuid),
});
export const notificationRecurring: Recurring[] = [{ task: 'sweep-notifications', match: '41 * * * *' }];

/** Deferred events and mails become due by time alone, without a database notification: poll for them. */
const LOOK_MS = 1000;
const ENDINGS_EVERY = 15;

/**
 * Turns history events into notifications and sends due mails until the signal is aborted. Every worker runs it. It
 * wakes on the database channel `news` and polls once a second.
 */
export const runNotifier = async (
  context: Pick<Context, 'config' | 'db'>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> => {
  let wake = () => {};
  const unlisten = listen(context.config.database.url, { news: () => wake() });
  const fail = (error: unknown) => log.warn('a notification could not be sent', { error: String(error) });
  /** Runs one part of a round: its failure leaves the other parts as they are. */
  const runPart = async <T>(part: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await part();
    } catch (error) {
      fail(error);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  };
  for (let looks = 0; !signal.aborted; looks++) {
    const news = new Promise<void>((resolve) => (wake = resolve));
    await runPart(async () => {
      while (!signal.aborted && (await notifyOfHistory(context, fail)) > 0);
    });
    if (looks % ENDINGS_EVERY === 0) await runPart(() => notifyEndings(context));
    await runPart(async () => {
      while (!signal.aborted && (await sendDueMails(context, fail)) > 0);
    });
    // One batch between the others: a long list of followers delays nobody.
    const hasMore = await runPart(() => notifyFollowers(context));
    if (!hasMore) await Promise.race([news, sleep(LOOK_MS, undefined, { signal }).catch(() => {})]);
  }
  await unlisten();
};
