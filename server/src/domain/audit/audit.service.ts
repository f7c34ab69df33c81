import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from './audit.store.ts';

/** What other domains' services use; the entries are only ever added. */
export { recordAudit };

/** Records that a new name, which its owner chose, took the verified mark away. */
export const recordLostMark = (
  tx: Tx,
  subjectType: 'collection' | 'user',
  subjectUuid: string,
  from: string | null,
  to: string | null,
): Promise<void> =>
  recordAudit(tx, {
    adminUuid: null,
    act: 'moderation.markLost',
    subjectType,
    subjectUuid,
    detail: { name: { from, to } },
  });

/** The fields that differ, as `{ field: { from, to } }`: the audit entry of an edit. */
export const changes = (before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(change).flatMap(([key, to]) =>
      to === undefined || to === before[key] ? [] : [[key, { from: before[key] ?? null, to }]],
    ),
  );
