import { z } from 'zod';
import { AUDIT_ACTS, AUDIT_SUBJECTS } from './audit-act.ts';
import { endpoint } from './endpoint.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { inEachLanguage, list, listQuery, time, uuid } from './primitive.ts';
import { person } from './auth.ts';

export { AUDIT_ACTS };
const auditAct = z.enum(AUDIT_ACTS);
export type AuditAct = z.infer<typeof auditAct>;
const auditSubject = z.enum(AUDIT_SUBJECTS);
export type AuditSubject = z.infer<typeof auditSubject>;

const auditEntry = z.object({
  uuid,
  createdAt: time,
  /** null: done on the server itself, by command or by a setting; or by the owner, of a mark that a new name loses. */
  admin: person.nullable(),
  act: auditAct,
  subjectType: auditSubject,
  subjectUuid: uuid.nullable(),
  /** The subject's current name; null when it was deleted or has none. */
  subjectName: z.string().nullable(),
  /** Of a subject that has a name in each language. */
  subjectNames: inEachLanguage(z.string()).optional(),
  /** What changed. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEndpoints = {
  audit: endpoint({
    method: 'GET',
    path: '/admin/audit',
    summary: 'The audit log of admins’ actions, newest first',
    access: 'admin',
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['createdAt'])
      .pick({ page: true, limit: true })
      .extend({
        adminUuid: uuid.optional(),
        act: auditAct.optional(),
        subjectType: auditSubject.optional(),
        subjectUuid: uuid.optional(),
      }),
    response: list(auditEntry),
  }),
};
