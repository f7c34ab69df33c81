import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { eraseDue } from './deletion.service.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'erase-accounts': Record<string, unknown>;
  }
}

/** Every ten minutes, deletes accounts whose 7 days have passed. */
export const ownDataTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'erase-accounts': () => eraseDue(context),
});
export const ownDataRecurring: Recurring[] = [{ task: 'erase-accounts', match: '*/10 * * * *' }];
