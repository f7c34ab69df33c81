/** Why a run of steps ends before its last step. */
import { WalletError } from '../wallet/wallet-error.ts';
import type { StepObstacle } from './step-ports.ts';
import type { StepFailure } from './step-store.ts';

/** The run was stopped, or another one has begun. */
export class Stopped extends Error {
  override name = 'Stopped';
}
/** The user has to do something first. */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly obstacle: StepObstacle;
  constructor(obstacle: StepObstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}
/** A failure that already has its code. */
export class StepFailed extends Error {
  override name = 'StepFailed';
  readonly failure: StepFailure;
  constructor(failure: StepFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Whether an error says nothing about a request: it may have been sent, and is asked for again. */
export const leavesOpen = ({ code }: WalletError): boolean => code === 'rpcAway' || code === 'tooMany';

/** Whether nothing of a request with several calls can happen any more. Any other error leaves that open. */
export const isOver = (error: unknown, isSending: boolean): boolean =>
  error instanceof StepFailed ||
  (error instanceof WalletError &&
    !leavesOpen(error) &&
    (error.refusal !== undefined || (isSending && error.code !== 'unknown')));

/**
 * Whether the transaction of a step may have been sent, or may still be mined: its hash and nonce are kept, and the next run
 * looks for it first.
 */
export const keepsSending = (error: unknown): boolean =>
  error instanceof StepFailed
    ? error.failure.code === 'tx.lost'
    : error instanceof WalletError && error.refusal === undefined && (leavesOpen(error) || error.code === 'unknown');
