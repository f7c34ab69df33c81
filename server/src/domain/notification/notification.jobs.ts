import type { WorkerStep } from '@skarb/schema/status';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { createAttempt } from '../../platform/attempt.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import type { Steps } from '../../platform/steps.ts';
import { notifyEndings, notifyFollowers, notifyOfHistory, retryMail, sendDueMails } from './notification.service.ts';
import { isAnythingDue, sweepNotifications } from './notification.store.ts';

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
  steps: Steps,
  log: Logger,
  signal: AbortSignal,
): Promise<void> => {
  let wake = () => {};
  const unlisten = listen(context.config.database.url, { news: () => wake() });
  const message = 'a notification could not be sent';
  const fail = (error: unknown) => log.warn(message, { error: String(error) });
  /** One part of a round, in batches until it returns 0: its failure leaves the other parts as they are. */
  const part = (step: WorkerStep, batch: () => Promise<number>) => {
    const attempt = createAttempt(log, message);
    return async () => {
      for (let count = 1; count > 0 && !signal.aborted;) {
        count = 0;
        const failures = await attempt(async () => (count = await steps.run(step, batch)));
        if (failures > 0) await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
      }
    };
  };
  const ofHistory = part('notices', () => notifyOfHistory(context, fail));
  const ofEndings = part('endings', async () => (await notifyEndings(context), 0));
  const byMail = part('mails', () => sendDueMails(context, fail));
  let hasMore = false;
  // One batch between the others: a long list of followers delays nobody.
  const ofFollowed = part('followers', async () => {
    hasMore = await notifyFollowers(context);
    return 0;
  });
  for (let looks = 0; !signal.aborted; looks++) {
    const news = new Promise<void>((resolve) => (wake = resolve));
    // Mostly nothing is: one statement instead of ten. When the question fails, each part finds out for itself.
    const isDue = await steps.run('notices', () => isAnythingDue(context.db.sql)).catch(() => true);
    if (isDue) await ofHistory();
    if (looks % ENDINGS_EVERY === 0) await ofEndings();
    // A failure ends it, and another worker may have sent what was left.
    hasMore = false;
    if (isDue) {
      await byMail();
      await ofFollowed();
    }
    if (!hasMore) await Promise.race([news, sleep(LOOK_MS, undefined, { signal }).catch(() => {})]);
  }
  await unlisten();
};
