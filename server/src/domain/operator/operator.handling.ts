/** How tasks are handled by their kinds: the call of one, and what becomes of one that the operator does not do now. */
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Reason } from '../../platform/chain/revert-reason.ts';
import { isFree, type TaskKind } from './operator.allowance.rules.ts';
import type { TaskHandler } from './operator.registry.ts';
import { dropTask, giveUp, holdTask, retryLater, type Task } from './operator.store.ts';

/** Number of refusals by the contract, or of transactions that reverted, after which the operator gives up a task. */
export const REFUSALS = 4;
/** A duty that needs too much gas is tried again after this time, because its people have the step. */
const TOO_EXPENSIVE_SECONDS = 3600;

export type DispatchOptions = Pick<Context, 'config' | 'db' | 'chain'> & {
  log: Logger;
  /** The handlers of all kinds of tasks, registered by their domains. */
  handlers: readonly TaskHandler[];
};

export const uuidsOf = (tasks: Task[]) => tasks.map(({ uuid }) => uuid);

export type Handling = ReturnType<typeof createHandling>;
/** @returns how tasks of the registered kinds are built, put off and ended */
export const createHandling = ({ db, chain, log, handlers }: DispatchOptions) => {
  const { sql } = db;
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const handlerOf = (kind: TaskKind): TaskHandler => {
    const handler = byKind.get(kind);
    if (!handler) throw new Error(`No handler is registered for tasks of kind ${kind}`);
    return handler;
  };

  /** The call that does these tasks, of one kind; undefined if there is nothing to do. */
  const buildCall = (tasks: Task[], hasNothingInFlight: () => Promise<boolean>) =>
    handlerOf((tasks[0] as Task).kind).build(
      tasks.map(({ subject }) => subject),
      hasNothingInFlight,
    );

  /** Ends a task that the operator will not do. The handler's row (a token) is locked before the task's row. */
  const abandon = (task: Task, end: 'drop' | 'fail', code: string): Promise<unknown> =>
    sql.begin(async (tx) => {
      await handlerOf(task.kind).handBack?.(tx, task.subject, code);
      await (end === 'drop' ? dropTask(tx, task.uuid) : giveUp(tx, task.uuid, code));
      await tx`select pg_notify('public_change', '')`;
    });

  /** A duty that needs more gas than is paid for: it waits, and the people concerned get its step (`whyNotPaid`). */
  const holdTooExpensive = (tasks: Task[]): Promise<unknown> =>
    Promise.all(tasks.map(({ uuid }) => holdTask(sql, uuid, 'operator.tooDear', TOO_EXPENSIVE_SECONDS)));

  /** The call of a task needs too much gas, or the contract refuses it: the task waits, or is given up. */
  const decline = async (task: Task, why: Reason | 'tooDear'): Promise<void> => {
    const { kind, subject, attempts } = task;
    if (why === 'tooDear') {
      log.error('needs more gas than is paid for', { kind, subject, most: task.gas });
      await (isFree(kind) ? abandon(task, 'fail', 'operator.tooDear') : holdTooExpensive([task]));
      return;
    }
    // With the follower behind, the reason may be an effect that is not recorded yet: a mint that went through.
    const isLevel = await waitForFollower(db, chain, { timeoutMs: 0 });
    await retryLater(sql, [task.uuid], why.code, true);
    // The marketplace's duties are never given up: the chain's clock may be behind ours, and trying costs nothing.
    if (!isLevel || !isFree(kind) || attempts + 1 < REFUSALS) return;
    log.error('the contract refuses a task for good', { kind, subject, code: why.code });
    await abandon(task, 'fail', why.code);
  };

  return { handlerOf, buildCall, abandon, holdTooExpensive, decline };
};
