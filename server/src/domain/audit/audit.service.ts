/** What other domains' services use; the entries are only ever added. */
export { recordAudit } from './audit.store.ts';

/** The fields that differ, as `{ field: { from, to } }`: the audit entry of an edit. */
export const changes = (before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(change).flatMap(([key, to]) =>
      to === undefined || to === before[key] ? [] : [[key, { from: before[key] ?? null, to }]],
    ),
  );
