import type { Context } from '../../context.ts';
import { makeDue } from '../../platform/chain/set-aside.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { retryJobNow } from '../../platform/queue/queue.ts';
import { retryTask } from '../operator/operator.service.ts';
import { recordAudit } from '../audit/audit.service.ts';

/**
 * Makes a set-aside log or row due for another attempt.
 * @returns its name for the audit entry; undefined if there is none
 */
const retrySetAside = async (tx: Tx, uuid: string): Promise<string | undefined> =>
  (await makeDue(tx, { uuid })) > 0 ? 'chain' : undefined;

/**
 * Retries at once a failed job of the queue (its id is a number), or a task of the operator or an entry that the
 * follower set aside (a uuid).
 * @throws AppError 404 when it does not exist, is in progress, or never failed
 */
export const retryJob = ({ db }: Pick<Context, 'db'>, adminUuid: string, id: string): Promise<void> =>
  db.sql.begin(async (tx) => {
    const isTask = id.includes('-');
    const name = isTask ? ((await retryTask(tx, id)) ?? (await retrySetAside(tx, id))) : await retryJobNow(tx, id);
    if (name === undefined) throw notFound('job');
    await recordAudit(tx, {
      adminUuid,
      act: 'job.retry',
      subjectType: 'job',
      subjectUuid: isTask ? id : null,
      detail: { name, id },
    });
  }) as Promise<unknown> as Promise<void>;
