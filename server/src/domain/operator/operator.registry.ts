import type { Address, Hex } from 'viem';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import type { TaskKind } from './operator.allowance.rules.ts';

/** A contract call by the operator, or with a `value` in wei, a payment. */
export type Call = { to: Address; data: Hex; value?: bigint };

/** A log of a mined transaction, as the node reports it. */
export type Log = { address: Hex; topics: readonly Hex[]; data: Hex };

/** How the operator does one kind of task; its domain provides the handler. `worker.ts` lists all handlers. */
export type TaskHandler = {
  kind: TaskKind;
  /** Several tasks go into one transaction; by default each has its own. */
  isBatched?: boolean;
  /**
   * The call that does these tasks: one subject, or several for a batched kind.
   * @param hasNothingInFlight whether none of the operator's transactions waits to be mined
   * @returns null if there is nothing to send, now or at all
   */
  build: (subjects: readonly string[], hasNothingInFlight: () => Promise<boolean>) => Promise<Call | null>;
  /** An SQL condition on the row `task`: the follower has recorded the task's effect, whoever caused it. */
  done: (sql: Tx, chainId: number) => Fragment;
  /**
   * An SQL condition on the row of a done `task`: a reorg has reverted its effect. Without it a done task stays done.
   */
  undone?: (sql: Tx) => Fragment;
  /** Whether the budgets of duties do not apply to a subject. */
  isUnlimited?: (subject: string) => boolean;
  /** Whether the logs of a mined transaction prove that its task has paid the operator back. */
  isRefunded?: (logs: readonly Log[]) => boolean;
  /** Whether a transaction can succeed without the task's effect, so that the task has to be sent again. */
  canMineWithoutEffect?: boolean;
  /**
   * A second transaction would have the effect a second time, and the chain has no log of it. All transactions of the task
   * share one nonce, so that at most one is mined; a revert ends the task.
   */
  once?: {
    /** Records the mined transaction. */
    mined: (tx: Tx, subject: string, txHash: Hex) => Promise<void>;
    /** The transactions that a reorg may still revert. */
    recent: (sql: Tx, chainId: number) => Promise<{ subject: string; txHash: Hex }[]>;
    /** A reorg has removed the transaction. */
    reverted: (tx: Tx, subject: string) => Promise<void>;
  };
  /**
   * Called when the operator will not do the task: gives the user a step to do it. Kinds without it wait for funds.
   * @param code why the contract refuses it, or why the operator does not pay
   */
  handBack?: (tx: Tx, subject: string, code: string) => Promise<void>;
};
