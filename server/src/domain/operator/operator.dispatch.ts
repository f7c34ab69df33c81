import type { PrivateKeyAccount } from 'viem';
import { isChainUnavailable, RpcError } from '../../platform/chain/client.ts';
import { admit } from './operator.admission.ts';
import { readFee, type Fee } from './operator.fee.ts';
import { createHandling, type DispatchOptions, uuidsOf } from './operator.handling.ts';
import { dueTasks, retryLater, type Task } from './operator.store.ts';
import { createTransactions, type Group } from './operator.transaction.ts';
import { createWatch } from './operator.watch.ts';

/** All transactions share one nonce sequence: a stuck one delays those after it. */
const MAX_IN_FLIGHT_TRANSACTIONS = 16;

/**
 * @returns a function that checks the transactions in flight and sends those of the tasks that are due.
 *   Throws when the node or the database is unavailable.
 */
export const createDispatch = (options: DispatchOptions, account: PrivateKeyAccount): (() => Promise<void>) => {
  const { db, chain, log, handlers } = options;
  const { sql } = db;
  const transactions = createTransactions({ db, chain }, account);
  const handling = createHandling(options);
  const { handlerOf, abandon, decline } = handling;
  const watch = createWatch(options, transactions, handling);

  /** The transactions of these tasks: one for all of them, or where it cannot be built, one for each. */
  const prepare = async (tasks: Task[]): Promise<Group[]> => {
    const [{ kind, subject }] = tasks as [Task];
    try {
      const call = await handling.buildCall(tasks, transactions.hasNothingInFlight);
      if (call) return [{ tasks, call }];
      await retryLater(sql, uuidsOf(tasks), 'nothing to submit', false);
      return [];
    } catch (error) {
      if (isChainUnavailable(error)) throw error;
      // One task that cannot be prepared must not delay the others of its batch.
      if (tasks.length > 1) return prepareAlone(tasks);
      await retryLater(sql, uuidsOf(tasks), String(error), true);
      log.warn('could not prepare', { kind, subject, error: String(error) });
      return [];
    }
  };
  const prepareAlone = async (tasks: Task[]): Promise<Group[]> => {
    const groups: Group[] = [];
    for (const task of tasks) groups.push(...(await prepare([task])));
    return groups;
  };

  /**
   * Groups tasks into transactions: all of a batched kind in one, every other task in its own. So is one that has failed: it
   * must not make the others of its batch fail again.
   */
  const plan = async (tasks: Task[]): Promise<Group[]> => {
    const isAlone = ({ kind, attempts }: Task) => !handlerOf(kind).isBatched || attempts > 0;
    const batches = handlers
      .map(({ kind }) => tasks.filter((task) => task.kind === kind && !isAlone(task)))
      .filter((batch) => batch.length > 0);
    const singles = tasks.filter(isAlone).map((task) => [task]);
    const groups: Group[] = [];
    for (const group of [...batches, ...singles]) groups.push(...(await prepare(group)));
    return groups;
  };

  /** @returns the transactions to send instead of this one */
  const send = async (group: Group, nonce: number, fee: Fee): Promise<Group[]> => {
    const [task] = group.tasks as [Task];
    const { kind, subject } = task;
    const { once } = handlerOf(kind);
    if (group.tasks.length === 1 && (await transactions.adopt(group.tasks))) {
      log.warn('a transaction from before a crash was found', { kind, subject });
      return [];
    }
    const ownNonce = once ? await transactions.nonceOnce(task, nonce) : nonce;
    if (typeof ownNonce === 'string') {
      if (ownNonce === 'unseen') {
        log.error('a payment was sent, and no node shows it', { kind, subject });
        await abandon(task, 'fail', 'operator.unseen');
      } else if (ownNonce === 'unknown')
        await retryLater(sql, [task.uuid], 'an earlier transaction may be mined', false);
      return [];
    }
    const estimated = await transactions.estimate(group);
    if (typeof estimated === 'object' && 'gas' in estimated) {
      const txHash = await transactions.submit(group, estimated.gas, ownNonce, fee, !!once);
      log.info('sent', { kind, tasks: group.tasks.length, txHash });
      return [];
    }
    // One task that the contract refuses must not delay the others of its batch.
    if (group.tasks.length > 1) return prepareAlone(group.tasks);
    await decline(task, estimated);
    return [];
  };

  return async (): Promise<void> => {
    await transactions.bookCosts(
      (kind, logs) => handlers.find((one) => one.kind === kind)?.isRefunded?.(logs) ?? false,
    );
    const sent = await dueTasks(sql, chain.id, 'sent', 200);
    await watch(sent);
    const room = MAX_IN_FLIGHT_TRANSACTIONS - new Set(sent.map((task) => task.txHash)).size;
    const due = room > 0 ? await dueTasks(sql, chain.id, 'pending', room) : [];
    if (due.length === 0) return;
    const fee = await readFee(chain);
    const balance = await transactions.balance();
    const admitted = await admit(options, handling, due, { fee, balance });
    if (admitted.length === 0) return;
    const groups = await plan(admitted);
    for (let group = groups.shift(); group; group = groups.shift()) {
      try {
        groups.unshift(...(await send(group, await transactions.nonceAt('pending'), fee)));
      } catch (error) {
        if (isChainUnavailable(error)) throw error;
        const why = error instanceof RpcError ? error.message : String(error);
        await retryLater(sql, uuidsOf(group.tasks), why, false);
        log.warn('could not send', { kind: group.tasks[0]?.kind, error: String(error) });
      }
    }
  };
};
