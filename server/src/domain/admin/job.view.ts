import type { AdminJob } from '@skarb/schema/admin';
import type { Tx } from '../../platform/db/database.ts';

/** The most entries of each kind, so that many of one kind do not hide the others. */
const LATEST = 50;

/**
 * Failed jobs of the queue, tasks of the operator and entries that the follower set aside: given-up ones first, then
 * the newest. Payloads are omitted, because a mail job contains its secret link.
 */
export const listFailedJobs = async (sql: Tx): Promise<AdminJob[]> => {
  type Row = {
    id: string;
    kind: AdminJob['kind'];
    name: string;
    attempts: number;
    is_given_up: boolean;
    last_error: string;
    run_at: Date;
    updated_at: Date;
  };
  const rows = await sql<Row[]>`
    select * from (
      (select id::text, 'job' as kind, task_identifier as name, attempts::int, attempts >= max_attempts as is_given_up, last_error, run_at, updated_at
      from graphile_worker.jobs where last_error is not null and locked_at is null order by updated_at desc limit ${LATEST})
      union all
      (select uuid::text, 'task', kind, attempts, status = 'failed', coalesce(last_error, ''), run_at, updated_at from operator_task
        where status = 'failed' order by updated_at desc limit ${LATEST})
      union all
      (select uuid::text, 'task', kind, attempts, false, last_error, run_at, updated_at from operator_task
        where status = 'pending' and last_error is not null and last_error not like 'operator.%' order by updated_at desc limit ${LATEST})
      union all
      (select uuid::text, 'follower', 'chain-' || kind, tries, not is_due,
        error || ' · ' || case when kind = 'row' then subject_kind || ' ' || subject_id else '#' || block_number || '/' || log_index || ' · ' || tx_hash end,
        updated_at, updated_at from set_aside order by updated_at desc limit ${LATEST})) failed
    order by is_given_up desc, updated_at desc`;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    attempts: row.attempts,
    isGivenUp: row.is_given_up,
    lastError: row.last_error,
    runAt: row.run_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
};
