import type { AuditAct, AuditSubject } from '@skarb/schema/audit';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/database.ts';

/** A recorded act of an admin. */
export type AuditEntry = {
  /** Null for acts on the server itself, by command or by a setting, and for what an owner's act has led to. */
  adminUuid: string | null;
  /** `subject.verb`: `user.block`, `category.add`, … (the full list is in schema/src/audit-act.ts). */
  act: AuditAct;
  subjectType: AuditSubject;
  /** Null when the subject has no id. */
  subjectUuid: string | null;
  /** What changed, as JSON. Admins see it unchanged, so it must not contain secrets. */
  detail?: Record<string, unknown>;
};

/** Records an act of an admin. Pass the transaction of the act: both are committed or neither. */
export const recordAudit = async (
  tx: Tx,
  { adminUuid, act, subjectType, subjectUuid, detail = {} }: AuditEntry,
): Promise<void> => {
  await tx`insert into audit_entry (uuid, admin_uuid, act, subject_type, subject_uuid, detail)
    values (${uuidv7()}, ${adminUuid}, ${act}, ${subjectType}, ${subjectUuid}, ${tx.json(detail as never)})`;
};
