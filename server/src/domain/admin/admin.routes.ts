import { adminEndpoints } from '@skarb/schema/admin';
import { auditEndpoints } from '@skarb/schema/audit';
import { LANGUAGES } from '@skarb/schema/language';
import { LEGAL_PAGES } from '@skarb/schema/limits';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { blockUser, changeRole, unblockUser } from '../auth/user.service.ts';
import { listUsers } from '../auth/user.view.ts';
import { createOperatorPages } from '../operator-page/operator-page.view.ts';
import { listAudit, listLostMarks } from './audit.view.ts';
import { readDashboard } from './dashboard.view.ts';
import { retryJob } from './job.service.ts';
import { listFailedJobs } from './job.view.ts';
import { readOperatorReport } from './operator.view.ts';

/** Routes of the admin dashboard. `access: 'admin'` in the schema is the guard: `bind` answers 401 and 403. */
export const adminRoutes = (binder: Binder, context: Context): void => {
  const { sql } = context.db;
  const { config } = context;
  // A page that cannot be shown is logged where it is read for visitors.
  const readPage = createOperatorPages({ config, onBroken: () => {} });
  bind(binder, adminEndpoints.dashboard, async () => {
    const [figures, lostMarks, pages] = await Promise.all([
      readDashboard(sql),
      listLostMarks(sql),
      Promise.all(LEGAL_PAGES.map((name) => readPage(name, LANGUAGES[0]))),
    ]);
    const isShipped = (name: (typeof LEGAL_PAGES)[number]) =>
      pages.some((page) => page.name === name && page.updatedAt === null);
    return {
      data: {
        ...figures,
        asShipped: { isContactMissing: !config.contact, pages: LEGAL_PAGES.filter(isShipped) },
        lostMarks,
      },
    };
  });
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
