import { activityEndpoints } from '@skarb/schema/activity';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { listActivity } from './activity.view.ts';

export const activityRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, activityEndpoints.list, ({ query, caller }) => listActivity(db.read, query, caller?.uuid));
};
