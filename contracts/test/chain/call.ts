/** Calls of contracts on a test's chain, in a transaction each. */
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  http,
  type Abi,
  type Account,
  type Address,
} from 'viem';
import { mined } from '../../script/mined.ts';

export type Call = { from: Account; to: Address; abi: Abi; name: string; args: readonly unknown[]; value?: bigint };

/** @param gas the limit of the transaction; the node's estimate by default */
export const sendCall = async (rpcUrl: string, { from, to, abi, name, args, value }: Call, gas?: bigint) => {
  const transport = http(rpcUrl);
  const data = encodeFunctionData({ abi, functionName: name, args });
  const hash = await createWalletClient({ account: from, transport }).sendTransaction({
    chain: null,
    to,
    data,
    value,
    gas,
  });
  return mined(createPublicClient({ transport }), hash, { what: name });
};

/** The commands of anvil that a chain does not have: time, snapshots, code. */
export const anvilOf = (rpcUrl: string) => createTestClient({ mode: 'anvil', transport: http(rpcUrl) });

/** Runs `work` and reverts the chain to its state before. */
export const undone = async <Result>(rpcUrl: string, work: () => Promise<Result>): Promise<Result> => {
  const id = await anvilOf(rpcUrl).snapshot();
  const result = await work();
  await anvilOf(rpcUrl).revert({ id });
  return result;
};
