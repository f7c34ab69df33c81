import type { Step } from '@skarb/schema/primitive';
import type { QueryClient } from '@tanstack/react-query';
import { receipts, type Receipt } from '../../platform/steps/receipt-store.ts';
import type { StepFailure } from '../../platform/steps/step-store.ts';
import { feeOf } from '../../platform/wallet/rpc.ts';
import { networkOf } from '../reference/use-networks.ts';

/** Failures that only describe the wallet's state are not recorded: the next try shows the state again. */
const PASSING =
  /^(wallet\.(rejected|pending|missing|locked|wrongAccount|wrongChain|unsupported|rpcAway)|network|timeout)$/;

/** Records a failure, and adds its cost once the chain knows it. */
export const keepReceipt = async (
  client: QueryClient,
  { key, account, step, failure }: { key: string; account: string; step: Step; failure: StepFailure },
): Promise<void> => {
  if (PASSING.test(failure.code)) return;
  const chainId = step.kind === 'transaction' ? step.chainId : null;
  const { code, message, txHash } = failure;
  const receipt: Receipt = {
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
  receipts.keep(account, receipt);
  await addFee(client, account, receipt);
};

/** Reads the cost of a failed transaction from the chain, if it is not known yet. */
export const addFee = async (client: QueryClient, account: string, receipt: Receipt): Promise<void> => {
  const { txHash, chainId, fee } = receipt;
  if (!txHash || chainId === null || fee !== undefined) return;
  try {
    const cost = await feeOf((await networkOf(client, chainId)).rpcUrl, txHash);
    const isThere = receipts.list(account).some(({ id }) => id === receipt.id);
    if (cost !== null && isThere) receipts.keep(account, { ...receipt, fee: cost.toString() });
  } catch {
    // The node is unavailable; it is asked again when the record is shown.
  }
};
