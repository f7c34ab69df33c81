import { decodeErrorResult, keccak256, numberToHex, type Address, type Hex } from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import type { AccountContracts } from '../../config.ts';
import { RpcError, type ChainClient } from '../../platform/chain/client.ts';
import { readCallError, type Reason } from '../../platform/chain/revert-reason.ts';
import { refuse, revertsWith } from './account.failure.ts';
import { accountCode, gasOf, readFirstKey, type Operation } from './account.operation.rules.ts';
import { bundleOf } from './account.tasks.ts';

type Chain = Pick<ChainClient, 'rpc'>;

/** The revert data of a failed call; undefined when the node did not run it. */
const revertOf = (error: unknown): Hex | undefined => {
  if (!(error instanceof RpcError)) throw error;
  return error.data;
};

/** The entry point's reason, such as `AA25 invalid account nonce`. */
const entryPointReason = (data: Hex | undefined): string | undefined => {
  try {
    const { args } = decodeErrorResult({ abi: entryPoint08Abi, data: data ?? '0x' });
    const reason = args?.[1];
    return typeof reason === 'string' ? reason : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Runs the bundle with this operation alone, as the operator would send it.
 * @throws BundlerError with the entry point's reason; an error when the node is unavailable
 */
export const simulateBundle = async (
  chain: Chain,
  { entryPoint }: AccountContracts,
  operation: Operation,
  operator: Address,
): Promise<void> => {
  const call = {
    from: operator,
    to: entryPoint,
    data: bundleOf(operation, operator),
    gas: numberToHex(gasOf(operation)),
  };
  try {
    await chain.rpc('eth_call', [call, 'latest']);
  } catch (error) {
    const reason = entryPointReason(revertOf(error));
    if (reason?.startsWith('AA10')) throw refuse('bundler.deployed');
    if (reason?.startsWith('AA20')) throw refuse('bundler.notDeployed');
    if (reason?.startsWith('AA95')) throw refuse('bundler.gas', reason);
    if (reason) throw refuse('bundler.refused', reason);
    if (!readCallError(error)) throw error;
    throw refuse('bundler.refused');
  }
};

/** The call with which the entry point executes the operation, and the account's code where it does not exist yet. */
const executionOf = (contracts: AccountContracts, { sender, callData, ...rest }: Operation) => {
  const firstKey = readFirstKey({ sender, callData, ...rest }, contracts);
  const overrides = firstKey ? [{ [sender]: { code: accountCode(keccak256(firstKey), contracts) } }] : [];
  return { call: { from: contracts.entryPoint, to: sender, data: callData }, overrides };
};

const reasonOf = (error: unknown): Reason => {
  const why = readCallError(error);
  if (!why) throw error;
  return why;
};

/** @throws BundlerError when the operation's calls would fail */
export const simulateCalls = async (chain: Chain, contracts: AccountContracts, operation: Operation): Promise<void> => {
  const { call, overrides } = executionOf(contracts, operation);
  try {
    const gas = numberToHex(operation.callGasLimit ?? 0n);
    // A plain call pays for its data itself; the entry point's call does not.
    await chain.rpc('eth_call', [{ ...call, gas: addIntrinsic(gas, operation.callData) }, 'latest', ...overrides]);
  } catch (error) {
    throw revertsWith(reasonOf(error));
  }
};
const addIntrinsic = (gas: Hex, data: Hex): Hex => numberToHex(BigInt(gas) + intrinsicGas(data));
/** What a transaction with this data costs before it runs, at most. */
const intrinsicGas = (data: Hex): bigint => 21_000n + BigInt(data.length / 2 - 1) * 40n;

/** @returns the gas that the operation's calls need, with a margin of a fifth @throws BundlerError when they would fail */
export const estimateCalls = async (
  chain: Chain,
  contracts: AccountContracts,
  operation: Operation,
): Promise<bigint> => {
  const { call, overrides } = executionOf(contracts, operation);
  try {
    const estimated = BigInt(await chain.rpc<Hex>('eth_estimateGas', [call, 'latest', ...overrides]));
    return (estimated * 12n) / 10n;
  } catch (error) {
    throw revertsWith(reasonOf(error));
  }
};
