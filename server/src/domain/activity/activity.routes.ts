import { activityEndpoints } from '@skarb/schema/activity';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { listActivity } from './activity.view.ts';

/** Answers that are cached do not count. A page that is open reads again what the stream announces. */
const READS_A_MINUTE = 300;

export const activityRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, activityEndpoints.list, async ({ query, caller, request }) => {
    await binder.rateLimit(...costly('activity', request, caller, READS_A_MINUTE));
    return listActivity(db.read, query, caller?.uuid);
  });
};
