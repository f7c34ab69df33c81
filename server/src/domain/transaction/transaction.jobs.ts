import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { sweepTransactions } from './transaction.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'sweep-transactions': Record<string, unknown>;
  }
}

export const transactionTasks = ({ db }: Pick<Context, 'db'>): Tasks => ({
  'sweep-transactions': async () => {
    await sweepTransactions(db.sql);
  },
});
export const transactionRecurring: Recurring[] = [{ task: 'sweep-transactions', match: '11 * * * *' }];
