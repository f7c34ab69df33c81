import { RpcError, rpc } from './rpc.ts';
import { WalletError } from './wallet-error.ts';

export type TrialCall = { to: string; data: string; value: string };
/**
 * What the chain says to transactions sent now, one after the other.
 * - `passes`: with the gas of them all and the block they were tried on; `isWhole` is false where the node can try only
 *   the first, because the later ones build on it
 * - `fails`: which one, and what it reverted with
 * - `unknown`: the node cannot be reached, or will not say
 */
export type Trial =
  | { kind: 'passes'; gas: bigint; block: number; isWhole: boolean }
  | { kind: 'fails'; index: number; data: string | undefined }
  | { kind: 'unknown' };

type Simulated = { number: string; calls: { status: string; gasUsed: string; error?: { data?: string } }[] };
const hex = (value: string) => `0x${BigInt(value).toString(16)}`;

/** All of them in one block that is never made: nodes that speak `eth_simulateV1`. */
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

/** The first of them by itself: what every node can. */
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

/** Tries transactions of an account without sending them. Never throws: what cannot be tried is unknown. */
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
