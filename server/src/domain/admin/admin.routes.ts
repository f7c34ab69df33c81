import { adminEndpoints } from '@skarb/schema/admin';
import { auditEndpoints } from '@skarb/schema/audit';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { blockUser, changeRole, unblockUser } from '../auth/user.service.ts';
import { listUsers } from '../auth/user.view.ts';
import { listAudit } from './audit.view.ts';
import { readDashboard } from './dashboard.view.ts';
import { retryJob } from './job.service.ts';
import { listFailedJobs } from './job.view.ts';
import { readOperatorReport } from './operator.view.ts';

/** Routes of the admin dashboard. `access: 'admin'` in the schema is the guard: `bind` answers 401 and 403. */
export const adminRoutes = (binder: Binder, context: Context): void => {
  const { sql } = context.db;
  bind(binder, adminEndpoints.dashboard, async () => ({ data: await readDashboard(sql) }));
  bind(binder, adminEndpoints.operator, async () => ({ data: await readOperatorReport(context) }));
  bind(binder, adminEndpoints.jobs, async () => ({ data: await listFailedJobs(sql) }));
  bind(binder, adminEndpoints.retryJob, ({ caller, params }) => retryJob(context, caller.uuid, params.id));

  bind(binder, adminEndpoints.users, ({ query }) => listUsers(sql, query));
  bind(binder, adminEndpoints.changeRole, async ({ caller, params, body }) => ({
    data: await changeRole(context, caller.uuid, params.id, body.role),
  }));
  bind(binder, adminEndpoints.blockUser, async ({ caller, params, body }) => ({
    data: await blockUser(context, caller.uuid, params.id, body.reason),
  }));
  bind(binder, adminEndpoints.unblockUser, async ({ caller, params }) => ({
    data: await unblockUser(context, caller.uuid, params.id),
  }));

  bind(binder, auditEndpoints.audit, ({ query }) => listAudit(sql, query));
};
