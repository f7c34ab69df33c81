import type { AuditAct, AuditSubject } from '@skarb/schema/audit';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/database.ts';

/** An act of an admin, as it is kept. */
export type AuditEntry = {
  /** Null: done on the server itself, by command or by a setting. */
  adminUuid: string | null;
  /** `subject.verb`: `user.block`, `category.add`, … (schema/src/audit-act.ts has them all). */
  act: AuditAct;
  subjectType: AuditSubject;
  /** Null where the subject has no id. */
  subjectUuid: string | null;
  /** What changed, as JSON: shown to admins as it is, so nothing secret belongs in it. */
  detail?: Record<string, unknown>;
};

/** Keeps an act of an admin. Give it the transaction of the act: both are kept, or neither. */
export const recordAudit = async (
  tx: Tx,
  { adminUuid, act, subjectType, subjectUuid, detail = {} }: AuditEntry,
): Promise<void> => {
  await tx`insert into audit_entry (uuid, admin_uuid, act, subject_type, subject_uuid, detail)
    values (${uuidv7()}, ${adminUuid}, ${act}, ${subjectType}, ${subjectUuid}, ${tx.json(detail as never)})`;
};
