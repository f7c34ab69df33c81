import type { Address, Hex } from 'viem';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import type { TaskKind } from './operator.allowance.rules.ts';

/** A contract call of the operator's. */
export type Call = { to: Address; data: Hex };

/** What a domain registers for each kind of task that it hands to the operator. `worker.ts` lists them all. */
export type TaskHandler = {
  kind: TaskKind;
  /** Several tasks go into one transaction; by default each has its own. */
  isBatched?: boolean;
  /**
   * The call that does these tasks: one subject, or several for a batched kind.
   * @param hasNothingInFlight whether none of the operator's transactions waits to be mined
   * @returns null when there is nothing to send, or nothing yet
   */
  build: (subjects: readonly string[], hasNothingInFlight: () => Promise<boolean>) => Promise<Call | null>;
  /** An SQL condition on the row `task`: what the follower has recorded shows the task's effect, whoever caused it. */
  done: (sql: Tx, chainId: number) => Fragment;
  /** The same for a task that was done: a reorg has reverted its effect. Without it a done task stays done. */
  undone?: (sql: Tx) => Fragment;
  /** Whether its transaction can succeed without the effect, and so has to be sent again. */
  canMineWithoutEffect?: boolean;
  /**
   * The operator does not do the task: the user gets a step to do it. Kinds without it wait until there is money for them.
   * @param code why the contract refuses it, if it does
   */
  handBack?: (tx: Tx, subject: string, code?: string) => Promise<void>;
};
