import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { eraseDue } from './deletion.service.ts';
import { deleteExpiredExports } from './export.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'erase-accounts': Record<string, unknown>;
  }
}

/** Every ten minutes, deletes accounts whose 7 days have passed, and expired links of exports. */
export const ownDataTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'erase-accounts': async () => {
    await deleteExpiredExports(context.db.sql);
    await eraseDue(context);
  },
});
export const ownDataRecurring: Recurring[] = [{ task: 'erase-accounts', match: '*/10 * * * *' }];
