import type { Context } from '../../context.ts';
import type { Recurring, Tasks } from '../../platform/queue/queue.ts';
import { advanceRecoveries } from './account.recovery.service.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'advance-recoveries': Record<string, unknown>;
  }
}

/** Takes the next steps of recoveries every minute. */
export const recoveryTasks = (context: Pick<Context, 'config' | 'db' | 'chain'>): Tasks => ({
  'advance-recoveries': () => advanceRecoveries(context),
});
export const recoveryRecurring: Recurring[] = [{ task: 'advance-recoveries', match: '* * * * *' }];
