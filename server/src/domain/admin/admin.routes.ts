import { auditEndpoints } from '@skarb/schema/audit';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { listAudit } from './audit.view.ts';

/** The admin's desk. `access: 'admin'` in the schema is the guard: `bind` answers 401 and 403. */
export const adminRoutes = (binder: Binder, { db }: Context): void => {
  bind(binder, auditEndpoints.audit, ({ query }) => listAudit(db.sql, query));
};
