import { isFree, refusePayment } from './operator.allowance.rules.ts';
import type { Fee } from './operator.fee.ts';
import type { DispatchOptions, Handling } from './operator.handling.ts';
import { lessRefund, readSpent } from './operator.spend.store.ts';
import { holdTask, type Task } from './operator.store.ts';

/** A task without a budget is tried again after this time; one that the wallet cannot pay, sooner. */
const HELD_SECONDS = { budget: 600, empty: 30 };

/**
 * The tasks that the operator pays for now; the others wait, or go back to the user.
 * @param balance of the operator's wallet
 */
export const admit = async (
  { config, db, chain, log }: DispatchOptions,
  { handlerOf, abandon }: Handling,
  tasks: Task[],
  { fee, balance }: { fee: Fee; balance: bigint },
): Promise<Task[]> => {
  const { sql } = db;
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
