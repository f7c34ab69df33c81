import type { WorkerStep } from '@skarb/schema/status';
import type { Sql, Tx } from '../../platform/db/database.ts';

/** Records that the admins were mailed about failures with these signatures, now. */
export const recordAnnounced = (tx: Tx, signatures: string[]) =>
  tx`insert into set_aside_told (signature) select unnest(${signatures}::text[]) on conflict (signature) do update set told_at = now()`;

export type Stalled = { step: WorkerStep; since: Date };

/** After this many seconds without a word from its worker, which has ended, a stalled step is not shown. */
const WORKER_SECONDS = 60;

/** Writes which steps of a worker stand still now, in place of what it wrote before. */
export const writeStalled = (sql: Sql, workerUuid: string, stalled: readonly Stalled[]): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`delete from stalled_step where worker_uuid = ${workerUuid} or seen_at < now() - interval '1 day'`;
    for (const { step, since } of stalled)
      await tx`insert into stalled_step (worker_uuid, step, since) values (${workerUuid}, ${step}, ${since})`;
  }) as Promise<void>;

/** The steps that stand still in any worker, the one that began first at the top. */
export const readStalled = (sql: Sql) => sql<Stalled[]>`
  select step, min(since) as since from stalled_step where seen_at > now() - ${WORKER_SECONDS} * interval '1 second'
  group by step order by since, step`;
