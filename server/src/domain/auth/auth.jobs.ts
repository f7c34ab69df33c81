import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { sweepAccounts } from './auth.store.ts';
import { mailReset } from './password.service.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'sweep-accounts': Record<string, unknown>;
    'mail-reset': { email: string; deviceHash: string | null; place: string };
  }
}

/** The worker's tasks for accounts: password reset mails, and an hourly deletion of expired records. */
export const authTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'sweep-accounts': () => sweepAccounts(context.db.sql),
  'mail-reset': (asked) => mailReset(context, asked),
});
export const authRecurring: Recurring[] = [{ task: 'sweep-accounts', match: '23 * * * *' }];
