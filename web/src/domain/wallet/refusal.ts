import * as transactionCalls from '@skarb/schema/calls/transaction';
import { call } from '../../platform/http/api.ts';
import type { StepFailure } from '../../platform/steps/step-store.ts';

/**
 * What a contract's revert data means, asked of the marketplace, which knows every error of the contracts we call. Null
 * where it cannot be asked, and where the contract gave no reason: then "the chain would refuse it" says more.
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
