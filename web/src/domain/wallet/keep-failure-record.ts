import type { Step } from '@skarb/schema/primitive';
import type { QueryClient } from '@tanstack/react-query';
import { failureRecords, type FailureRecord } from '../../platform/steps/failure-record-store.ts';
import type { StepFailure } from '../../platform/steps/step-store.ts';
import { feeOf } from '../../platform/wallet/rpc.ts';
import { networkOf } from '../reference/use-networks.ts';

/** Failures that only describe the wallet's state, or that may be none, are not recorded: the next try shows the state again. */
const PASSING =
  /^(wallet\.(rejected|pending|missing|locked|wrongAccount|wrongChain|unsupported|rpcAway|tooMany|key\w+)|bundler\.(busy|tooMany|deployed|failed)|tx\.(lost|unseen)|network|timeout)$/;

/** Records a failure, and adds its cost once the chain knows it. */
export const keepFailureRecord = async (
  client: QueryClient,
  { key, account, step, failure }: { key: string; account: string; step: Step; failure: StepFailure },
): Promise<void> => {
  if (PASSING.test(failure.code)) return;
  const chainId = step.kind === 'transaction' ? step.chainId : null;
  const { code, message, txHash } = failure;
  const record: FailureRecord = {
    // One record per transaction; without one, the newest attempt of a step replaces the earlier ones.
    id: txHash ?? `${key} ${step.id}`,
    at: new Date().toISOString(),
    key,
    stepId: step.id,
    code,
    chainId,
    ...(message ? { message } : {}),
    ...(txHash ? { txHash } : {}),
  };
  failureRecords.keep(account, record);
  await addFee(client, account, record);
};

/** Reads the cost of a failed transaction from the chain, if it is not known yet. */
export const addFee = async (client: QueryClient, account: string, record: FailureRecord): Promise<void> => {
  const { txHash, chainId, fee } = record;
  if (!txHash || chainId === null || fee !== undefined) return;
  try {
    const cost = await feeOf((await networkOf(client, chainId)).rpcUrl, txHash);
    const isThere = failureRecords.list(account).some(({ id }) => id === record.id);
    if (cost !== null && isThere) failureRecords.keep(account, { ...record, fee: cost.toString() });
  } catch {
    // The node is unavailable; it is asked again when the record is shown.
  }
};
