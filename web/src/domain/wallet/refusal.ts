import * as transactionCalls from '@skarb/schema/calls/transaction';
import { call } from '../../platform/http/api.ts';
import type { StepFailure } from '../../platform/steps/step-store.ts';

/**
 * Decodes a contract's revert data with the marketplace, which knows every error of its contracts. Null if the
 * marketplace is unavailable or the contract gave no reason: the caller then shows a general text.
 */
export const refusalOfData = async (data: string): Promise<StepFailure | null> => {
  try {
    const answer = await call(transactionCalls.refusal, {
      query: { data },
    });
    const { code, reason } = answer.data;
    return code === 'chain.reverted' ? null : { code, message: reason };
  } catch {
    return null;
  }
};
