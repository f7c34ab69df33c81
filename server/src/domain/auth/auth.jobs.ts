import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { sweepAccounts } from './auth.store.ts';
import { mailReset } from './password.service.ts';
import { mailRegistration } from './registration.service.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'sweep-accounts': Record<string, unknown>;
    'mail-registration': { email: string; deviceHash: string | null; place: string };
    'mail-reset': { email: string; next?: string | undefined; deviceHash: string | null; place: string };
  }
}

/** The worker's tasks for accounts: mails of registrations and password resets, and an hourly deletion of expired records. */
export const authTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'sweep-accounts': () => sweepAccounts(context.db.sql),
  'mail-registration': (asked) => mailRegistration(context, asked),
  'mail-reset': (asked) => mailReset(context, asked),
});
export const authRecurring: Recurring[] = [{ task: 'sweep-accounts', match: '23 * * * *' }];
