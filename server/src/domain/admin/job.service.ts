import type { Context } from '../../context.ts';
import { makeDue } from '../../platform/chain/set-aside.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { retryJobNow } from '../../platform/queue/queue.ts';
import { retryTask } from '../operator/operator.service.ts';
import { recordAudit } from '../audit/audit.ts';

/** Has the worker try what it set aside again. @returns what it is called; undefined when it is gone */
const retrySetAside = async (tx: Tx, uuid: string): Promise<string | undefined> =>
  (await makeDue(tx, { uuid })) > 0 ? 'chain' : undefined;

/**
 * Takes a failed job of the queue (its id is a number), task of the operator or what the follower set aside (a uuid) up
 * again at once.
 * @throws AppError 404 when it is gone, under way, or never failed
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
