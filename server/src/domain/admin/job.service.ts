import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { retryJobNow } from '../../platform/queue/queue.ts';
import { retryTask } from '../operator/operator.service.ts';
import { recordAudit } from './audit.ts';

/**
 * Takes a failed job of the queue (its id is a number) or task of the operator (a uuid) up again at once.
 * @throws AppError 404 when it is gone, under way, or never failed
 */
export const retryJob = ({ db }: Pick<Context, 'db'>, adminUuid: string, id: string): Promise<void> =>
  db.sql.begin(async (tx) => {
    const isTask = id.includes('-');
    const name = isTask ? await retryTask(tx, id) : await retryJobNow(tx, id);
    if (name === undefined) throw notFound('job');
    await recordAudit(tx, {
      adminUuid,
      act: 'job.retry',
      subjectType: 'job',
      subjectUuid: isTask ? id : null,
      detail: { name, id },
    });
  }) as Promise<unknown> as Promise<void>;
