import type { Hex, PrivateKeyAccount } from 'viem';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { isChainUnavailable, RpcError } from '../../platform/chain/client.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Reason } from '../../platform/chain/revert-reason.ts';
import { isFree, refusePayment, type TaskKind } from './operator.allowance.rules.ts';
import { raised, readFee, type Fee, type LastFee } from './operator.fee.ts';
import type { Call, TaskHandler } from './operator.registry.ts';
import { lessRefund, readSpent, unwatchedSpends, type Sent } from './operator.spend.store.ts';
import {
  dropTask,
  dueTasks,
  giveUp,
  holdTask,
  raiseFee,
  retryLater,
  withoutEffect,
  type Task,
} from './operator.store.ts';
import { createTransactions, type Group } from './operator.transaction.ts';

/** All transactions share one nonce sequence: a stuck one delays those after it. */
const MAX_IN_FLIGHT_TRANSACTIONS = 16;
/** Number of refusals by the contract after which the operator gives up a task. */
const REFUSALS = 4;
/** A transaction that is not mined after this time is sent again with a higher fee. */
const STUCK_MS = 20_000;
/** A node that does not know a transaction after this time has lost it. */
const LOST_MS = 3000;
/**
 * A task without a budget is tried again after this time; one that the wallet cannot pay, sooner; a duty that needs too
 * much gas later, because its people have the step.
 */
const HELD_SECONDS = { budget: 600, empty: 30, tooDear: 3600 };
const isUnderpriced = (error: RpcError) => /underpriced|fee too low|less than/i.test(error.message);
const NO_FEE: LastFee = { tip: null, maxFee: null };
const uuidsOf = (tasks: Task[]) => tasks.map(({ uuid }) => uuid);

export type DispatchOptions = Pick<Context, 'config' | 'db' | 'chain'> & {
  log: Logger;
  /** The handlers of all kinds of tasks, registered by their domains. */
  handlers: readonly TaskHandler[];
};

/**
 * @returns a function that checks the transactions in flight and sends those of the tasks that are due.
 *   Throws when the node or the database is unavailable.
 */
export const createDispatch = (
  { config, db, chain, log, handlers }: DispatchOptions,
  account: PrivateKeyAccount,
): (() => Promise<void>) => {
  const { sql } = db;
  const transactions = createTransactions({ db, chain }, account);
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const handlerOf = (kind: TaskKind): TaskHandler => {
    const handler = byKind.get(kind);
    if (!handler) throw new Error(`No handler is registered for tasks of kind ${kind}`);
    return handler;
  };

  /** Ends a task that the operator will not do. The handler's row (a token) is locked before the task's row. */
  const abandon = (task: Task, end: 'drop' | 'fail', code: string): Promise<unknown> =>
    sql.begin(async (tx) => {
      await handlerOf(task.kind).handBack?.(tx, task.subject, code);
      await (end === 'drop' ? dropTask(tx, task.uuid) : giveUp(tx, task.uuid, code));
      await tx`select pg_notify('public_change', '')`;
    });

  /** A duty that needs more gas than is paid for: it waits, and the people concerned get its step (`whyNotPaid`). */
  const holdTooExpensive = (tasks: Task[]): Promise<unknown> =>
    Promise.all(tasks.map(({ uuid }) => holdTask(sql, uuid, 'operator.tooDear', HELD_SECONDS.tooDear)));

  const buildCall = (tasks: Task[], hasNothingInFlight = transactions.hasNothingInFlight) =>
    handlerOf((tasks[0] as Task).kind).build(
      tasks.map(({ subject }) => subject),
      hasNothingInFlight,
    );

  /** The tasks that the operator pays for now; the others wait, or go back to the user. */
  const admit = async (tasks: Task[], fee: Fee): Promise<Task[]> => {
    const balance = await transactions.balance();
    let promised = 0n;
    const promisedTo = new Map<string, bigint>();
    const add = (key: string, cost: bigint) => promisedTo.set(key, (promisedTo.get(key) ?? 0n) + cost);
    const admitted: Task[] = [];
    for (const task of tasks) {
      const { kind, accountUuid, cause, gas } = task;
      const spent = await readSpent(sql, chain.id, task, fee.price, false);
      const all = isFree(kind) ? 'free' : 'duty';
      const one = `${all} ${accountUuid ?? cause}`;
      const funds = {
        balance,
        gasPrice: fee.price,
        value: task.value,
        refund: task.refund,
        inFlight: spent.inFlight + promised,
        spent: spent.spent + (promisedTo.get(all) ?? 0n),
        spentByAccount: spent.spentByAccount + (promisedTo.get(one) ?? 0n),
      };
      const why = refusePayment(kind, gas, funds, config.operatorBudget, handlerOf(kind).isUnlimited?.(task.subject));
      if (!why) {
        const advanced = gas * fee.price + task.value;
        const cost = lessRefund(advanced, task.refund);
        promised += advanced;
        add(all, cost);
        add(one, cost);
        admitted.push(task);
      } else if (handlerOf(kind).handBack) await abandon(task, 'drop', why);
      else {
        await holdTask(sql, task.uuid, why, why === 'operator.empty' ? HELD_SECONDS.empty : HELD_SECONDS.budget);
        if (!isFree(kind)) log.error('a duty waits', { kind, subject: task.subject, code: why });
      }
    }
    return admitted;
  };

  /** The transactions of these tasks: one for all of them, or where it cannot be built, one for each. */
  const prepare = async (tasks: Task[]): Promise<Group[]> => {
    const [{ kind, subject }] = tasks as [Task];
    try {
      const call = await buildCall(tasks);
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

  /** Groups tasks into transactions: all of a batched kind in one, every other task in its own. */
  const plan = async (tasks: Task[]): Promise<Group[]> => {
    const batches = handlers
      .filter(({ isBatched }) => isBatched)
      .map(({ kind }) => tasks.filter((task) => task.kind === kind))
      .filter((batch) => batch.length > 0);
    const singles = tasks.filter(({ kind }) => !handlerOf(kind).isBatched).map((task) => [task]);
    const groups: Group[] = [];
    for (const group of [...batches, ...singles]) groups.push(...(await prepare(group)));
    return groups;
  };

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

  /** @returns the transactions to send instead of this one */
  const send = async (group: Group, nonce: number, fee: Fee): Promise<Group[]> => {
    const [task] = group.tasks as [Task];
    const { kind, subject } = task;
    const { once } = handlerOf(kind);
    if (group.tasks.length === 1 && (await transactions.adopt(group.tasks))) {
      log.warn('a transaction from before a crash was found', { kind, subject });
      return [];
    }
    const place = once ? await transactions.nonceOnce(task, nonce) : nonce;
    if (typeof place === 'string') {
      if (place === 'unseen') {
        log.error('a payment was sent, and no node shows it', { kind, subject });
        await abandon(task, 'fail', 'operator.unseen');
      } else if (place === 'unknown') await retryLater(sql, [task.uuid], 'an earlier transaction may be mined', false);
      return [];
    }
    const estimated = await transactions.estimate(group);
    if (typeof estimated === 'object' && 'gas' in estimated) {
      const txHash = await transactions.submit(group, estimated.gas, place, fee, !!once);
      log.info('sent', { kind, tasks: group.tasks.length, txHash });
      return [];
    }
    // One task that the contract refuses must not delay the others of its batch.
    if (group.tasks.length > 1) return prepareAlone(group.tasks);
    await decline(task, estimated);
    return [];
  };

  /**
   * Sends another transaction with the nonce of a stuck one and a higher fee.
   * @returns when none was sent, the fee that the next one has to exceed
   */
  const replace = async (
    stuck: Sent,
    last: LastFee,
    send: (fee: Fee) => Promise<void>,
  ): Promise<LastFee | undefined> => {
    const { txHash, nonce } = stuck;
    const fee = raised(await readFee(chain), last);
    if (!fee) {
      log.error('a transaction is stuck at the highest fee', { txHash, nonce });
      return last;
    }
    try {
      await send(fee);
      return undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The copy before stays in flight. If the fee was too low, the next copy raises this one's.
      log.warn('the node refused a higher fee', { txHash, nonce, error: error.message });
      return isUnderpriced(error) ? fee : last;
    }
  };

  /** Replaces a stuck transaction that is not needed any more by an empty payment: those after it wait for its nonce. */
  const replaceByEmpty = (stuck: Sent, last: LastFee): Promise<LastFee | undefined> =>
    replace(stuck, last, async (fee) => {
      const replacedBy = await transactions.sendEmpty(stuck, fee);
      const { txHash, nonce } = stuck;
      log.warn('an empty payment replaces a stuck transaction that is not needed any more', {
        txHash,
        nonce,
        replacedBy,
      });
    });

  /** Sends a copy of a stuck transaction with a higher fee, or an empty payment where the call is void or refused now. */
  const resend = async (tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    const { txHash, nonce } = first;
    if (txHash === null || nonce === null) return;
    const next = await transactions.nonceAt('latest');
    if (next > nonce) return;
    const call = await buildCall(tasks, async () => next === nonce);
    const estimated = call && (await transactions.estimate({ tasks, call }));
    if (estimated && estimated !== 'tooDear' && 'gas' in estimated) {
      const dearer = await replace({ txHash, nonce }, first, async (fee) => {
        await transactions.submit(
          { tasks, call: call as Call },
          estimated.gas,
          nonce,
          fee,
          !!handlerOf(first.kind).once,
        );
        log.warn('sent again with a higher fee', { nonce });
      });
      if (dearer) await raiseFee(sql, uuidsOf(tasks), dearer);
      return;
    }
    // Those before it may change the answer.
    if (next < nonce) return;
    const dearer = await replaceByEmpty({ txHash, nonce }, first);
    if (dearer) await raiseFee(sql, uuidsOf(tasks), dearer);
    else if (!estimated) await retryLater(sql, uuidsOf(tasks), 'nothing to submit', false);
    // Each of a batch is tried by itself: the contract may refuse one of them.
    else if (tasks.length > 1) await retryLater(sql, uuidsOf(tasks), 'a batch was refused', false);
    else await decline(first, estimated);
  };

  /** The last try to free a nonce. Only memory has the fee of a copy that the node refused. */
  let freed: { nonce: number; at: number; last: LastFee } | undefined;
  /**
   * Frees the next nonce when its transaction is stuck and no task watches it, as when somebody else had the effect and the
   * task was closed.
   */
  const freeNonce = async (sent: Task[]): Promise<void> => {
    const unwatched = await unwatchedSpends(sql, chain.id);
    if (unwatched.length === 0) return;
    const next = await transactions.nonceAt('latest');
    const copies = unwatched.filter(({ nonce }) => nonce === next);
    const [newest] = copies;
    const before = freed?.nonce === next ? freed : undefined;
    if (!newest || Date.now() - Math.max(newest.sentAt.getTime(), before?.at ?? 0) < STUCK_MS) return;
    const inPool = (await Promise.all(copies.map(({ txHash }) => transactions.feeOf(txHash)))).find(Boolean);
    // A transaction that the pool has dropped leaves a gap, which only matters to those after it.
    if (!inPool && !sent.some(({ nonce }) => nonce !== null && nonce > next)) return;
    const last = before && (before.last.maxFee ?? 0n) > (inPool?.maxFee ?? 0n) ? before.last : (inPool ?? NO_FEE);
    freed = { nonce: next, at: Date.now(), last: (await replaceByEmpty(newest, last)) ?? last };
  };

  /** Checks a transaction in flight: mined, reverted, lost or stuck. */
  const watchOne = async (txHash: Hex, tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    const receipt = await transactions.receiptOf(txHash);
    if (receipt) {
      const { canMineWithoutEffect, done, once } = handlerOf(first.kind);
      if (once) {
        if (receipt.status !== '0x1') await abandon(first, 'fail', 'reverted');
        else await once.mined(sql, first.subject, txHash);
        return;
      }
      // After a success the follower records the effect.
      if (receipt.status !== '0x1') {
        await retryLater(sql, uuidsOf(tasks), 'reverted', true);
        // Each costs gas: the code that it calls burns more than it did in the estimate.
        if (!isFree(first.kind) && first.attempts + 1 >= REFUSALS) await holdTooExpensive(tasks);
      } else if (canMineWithoutEffect && (await waitForFollower(db, chain, { timeoutMs: 0 })))
        await retryLater(
          sql,
          await withoutEffect(sql, uuidsOf(tasks), done(sql, chain.id)),
          'mined without effect',
          true,
        );
      return;
    }
    const age = Date.now() - (first.sentAt?.getTime() ?? 0);
    if (await transactions.feeOf(txHash)) {
      if (age > STUCK_MS) await resend(tasks);
      return;
    }
    // While a block is mined a node may show the transaction nowhere: look for the receipt again before sending twice.
    if (age > LOST_MS && (await transactions.receiptOf(txHash)) === null)
      await retryLater(sql, uuidsOf(tasks), 'the node lost the transaction', false);
  };

  /** A transaction that cannot be checked does not delay the others. */
  const watch = async (sent: Task[]): Promise<void> => {
    const byTx = new Map<Hex, Task[]>();
    for (const task of sent) byTx.set(task.txHash as Hex, [...(byTx.get(task.txHash as Hex) ?? []), task]);
    for (const [txHash, tasks] of byTx) {
      try {
        await watchOne(txHash, tasks);
      } catch (error) {
        if (isChainUnavailable(error)) throw error;
        log.warn('could not check a transaction', { txHash, error: String(error) });
      }
    }
  };

  return async (): Promise<void> => {
    await transactions.book((kind, logs) => byKind.get(kind)?.isRefunded?.(logs) ?? false);
    const sent = await dueTasks(sql, chain.id, 'sent', 200);
    await watch(sent);
    await freeNonce(sent);
    const room = MAX_IN_FLIGHT_TRANSACTIONS - new Set(sent.map((task) => task.txHash)).size;
    const due = room > 0 ? await dueTasks(sql, chain.id, 'pending', room) : [];
    if (due.length === 0) return;
    const fee = await readFee(chain);
    const admitted = await admit(due, fee);
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
