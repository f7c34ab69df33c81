import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { sweepAccounts } from './auth.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'sweep-accounts': Record<string, unknown>;
  }
}

/** The worker's share of accounts: every hour, what time has made useless goes. */
export const authTasks = ({ db }: Pick<Context, 'db'>): Tasks => ({ 'sweep-accounts': () => sweepAccounts(db.sql) });
export const authRecurring: Recurring[] = [{ task: 'sweep-accounts', match: '23 * * * *' }];
