import { RpcError, rpc } from './rpc.ts';
import { WalletError } from './wallet-error.ts';

export type TrialCall = { to: string; data: string; value: string };
/**
 * The result of simulating transactions on the current chain, one after the other.
 * - `passes`: with their total gas and the block they were simulated on, null for a gas that is known beforehand; `isWhole`
 *   is false if the node can simulate only the first one, because the others depend on it
 * - `fails`: with the index of the failing one and its revert data
 * - `unknown`: the node is unreachable or does not answer the request
 */
export type Trial =
  | { kind: 'passes'; gas: bigint; block: number | null; isWhole: boolean }
  | { kind: 'fails'; index: number; data: string | undefined }
  | { kind: 'unknown' };

type Simulated = { number: string; calls: { status: string; gasUsed: string; error?: { data?: string } }[] };
const hex = (value: string) => `0x${BigInt(value).toString(16)}`;

/** Simulates all calls in one block, on nodes that support `eth_simulateV1`. */
const simulate = async (url: string, from: string, calls: readonly TrialCall[]): Promise<Trial> => {
  const [block] = await rpc<Simulated[]>(url, 'eth_simulateV1', [
    { blockStateCalls: [{ calls: calls.map(({ to, data, value }) => ({ from, to, data, value: hex(value) })) }] },
    'latest',
  ]);
  if (!block || block.calls.length !== calls.length) return { kind: 'unknown' };
  const index = block.calls.findIndex(({ status }) => status !== '0x1');
  if (index >= 0) return { kind: 'fails', index, data: block.calls[index]?.error?.data };
  return {
    kind: 'passes',
    gas: block.calls.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n),
    block: Number(block.number) - 1,
    isWhole: true,
  };
};

/** Estimates the first call alone, which every node supports. */
const estimate = async (url: string, from: string, calls: readonly TrialCall[]): Promise<Trial> => {
  const [{ to, data, value }] = calls as [TrialCall];
  try {
    const [gas, block] = await Promise.all([
      rpc<string>(url, 'eth_estimateGas', [{ from, to, data, value: hex(value) }]),
      rpc<string>(url, 'eth_blockNumber'),
    ]);
    return { kind: 'passes', gas: BigInt(gas), block: Number(block), isWhole: calls.length === 1 };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const isRevert = error.code === 3 || /revert/i.test(error.message);
    if (!isRevert) return { kind: 'unknown' };
    return { kind: 'fails', index: 0, data: typeof error.data === 'string' ? error.data : undefined };
  }
};

/** Simulates transactions of an account without sending them. Never throws: if it cannot, the result is `unknown`. */
export const tryCalls = async (url: string, from: string, calls: readonly TrialCall[]): Promise<Trial> => {
  try {
    return await simulate(url, from, calls).catch((error: unknown) => {
      if (error instanceof WalletError) throw error;
      return estimate(url, from, calls);
    });
  } catch {
    return { kind: 'unknown' };
  }
};
