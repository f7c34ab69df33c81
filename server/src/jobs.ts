import type { Context } from './context.ts';
import { authRecurring, authTasks } from './domain/auth/auth.jobs.ts';
import { mailTasks } from './domain/mail/mail.jobs.ts';
import { dropRecurring, dropTasks } from './domain/media/media.drop.ts';
import { pinRecurring, pinTasks } from './domain/media/media.pin.ts';
import { notificationRecurring, notificationTasks } from './domain/notification/notification.jobs.ts';
import { ownDataRecurring, ownDataTasks } from './domain/own-data/own-data.jobs.ts';
import { smsTasks } from './domain/sms/sms.jobs.ts';
import { tokenTasks } from './domain/token/token.jobs.ts';
import { offerTasks } from './domain/offer/offer.maker.ts';
import { transactionRecurring, transactionTasks } from './domain/transaction/transaction.jobs.ts';
import { runJobs } from './platform/queue/queue.ts';

/**
 * Runs the jobs of every domain until `stop`. Mails and text messages have places of their own: a provider that does not
 * answer delays no pins, erasures or rebuilt cards.
 */
export const startJobs = async (context: Context, log?: Parameters<typeof runJobs>[0]['log']) => {
  const databaseUrl = context.config.database.url;
  const messages = { ...mailTasks(context), ...smsTasks(context.config) };
  const runners = await Promise.all([
    ...(Object.keys(messages).length > 0 ? [runJobs({ databaseUrl, tasks: messages, log })] : []),
    runJobs({
      databaseUrl,
      tasks: {
        ...authTasks(context),
        ...notificationTasks(context),
        ...tokenTasks(context),
        ...offerTasks(context),
        ...pinTasks(context),
        ...dropTasks(context),
        ...ownDataTasks(context),
        ...transactionTasks(context),
      },
      recurring: [
        ...authRecurring,
        ...notificationRecurring,
        ...pinRecurring(context.config),
        ...dropRecurring,
        ...ownDataRecurring,
        ...transactionRecurring,
      ],
      log,
    }),
  ]);
  return {
    /** Waits for the running jobs; starts no more. */
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
};
