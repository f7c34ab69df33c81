import { smartAccountAbi } from '@skarb/contracts/abi';
import { encodeFunctionData } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { readSubject, subjectOf, type RecoveryRow, type RecoveryStep } from './account.recovery.rules.ts';
import { findRecovery, isStepDone, isStepUndone } from './account.recovery.store.ts';

/** Has the operator take a step of a request: a duty of the marketplace, which the person's own budget limits. */
export const enqueueRecoveryStep = (
  tx: Tx,
  chainId: number,
  { uuid, user_uuid: account, account: cause }: Pick<RecoveryRow, 'uuid' | 'user_uuid' | 'account'>,
  step: RecoveryStep,
): Promise<void> => enqueueTask(tx, { chainId, kind: 'recover', subject: subjectOf(uuid, step), account, cause });

/** The operator proposes a key to a smart account, adds it after seven days, or cancels the proposal. */
export const recoverTask = ({ db: { sql } }: Pick<Context, 'db'>): TaskHandler => ({
  kind: 'recover',
  build: async ([subject = '']) => {
    const task = readSubject(subject);
    const request = task && (await findRecovery(sql, task.uuid));
    if (!request) return null;
    const { account, key, status } = request;
    if ((status === 'STOPPED') !== (task.step === 'stop')) return null;
    const data = {
      propose: () => encodeFunctionData({ abi: smartAccountAbi, functionName: 'proposeKey', args: [key] }),
      finish: () => encodeFunctionData({ abi: smartAccountAbi, functionName: 'finishRecovery', args: [key] }),
      stop: () => encodeFunctionData({ abi: smartAccountAbi, functionName: 'cancelRecovery' }),
    }[task.step]();
    return { to: account, data };
  },
  // Nothing may delay a stop. It follows a proposal, which the budgets limit.
  isUnlimited: (subject) => readSubject(subject)?.step === 'stop',
  done: isStepDone,
  undone: isStepUndone,
});
