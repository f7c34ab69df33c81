/** The form and the limits of an operation: EntryPoint 0.8, a plain ERC-7821 batch, gas price 0. */
import { accountAddress, encodeCalls } from '@skarb/contracts/account';
import { smartAccountAbi, smartAccountFactoryAbi } from '@skarb/contracts/abi';
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeFunctionData,
  isAddressEqual,
  size,
  slice,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction';
import { z } from 'zod';
import type { Call } from './account.sponsor.rules.ts';
import { lower } from '../../platform/chain/address.ts';

const bytes = (most: number) =>
  z
    .string()
    .max(2 + 2 * most)
    .regex(/^0x([0-9a-fA-F]{2})*$/)
    .transform((text) => text.toLowerCase() as Hex);
const number = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(lower);

/** The largest call data: more than an operation's gas can use. */
const CALL_DATA_BYTES = 32_768;

/** An operation in the unpacked form of JSON-RPC. A client that only asks for an estimate leaves out gas and signature. */
export const operationSchema = z.object({
  sender: address,
  nonce: number,
  factory: address.nullish(),
  factoryData: bytes(512).nullish(),
  callData: bytes(CALL_DATA_BYTES),
  callGasLimit: number.nullish(),
  verificationGasLimit: number.nullish(),
  preVerificationGas: number.nullish(),
  maxFeePerGas: number.nullish(),
  maxPriorityFeePerGas: number.nullish(),
  paymaster: address.nullish(),
  paymasterData: bytes(4096).nullish(),
  paymasterVerificationGasLimit: number.nullish(),
  paymasterPostOpGasLimit: number.nullish(),
  // Ours has no authorization of EIP-7702: the account has code of its own.
  eip7702Auth: z.null().optional(),
  signature: bytes(4096).nullish(),
});
export type Operation = z.output<typeof operationSchema>;

/** The fields of an operation as they were received, without those that nobody reads. */
export const knownFieldsOf = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(operationSchema.shape).flatMap((name) => {
      const value = (given as Record<string, unknown>)[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

/** The most gas of each part of an operation. */
const GAS_LIMITS = {
  callGasLimit: 2_200_000n,
  verificationGasLimit: 600_000n,
  preVerificationGas: 100_000n,
} as const;
/**
 * Enough for a passkey: verification with the chain's P-256 precompile is 40,000; with the account's deployment 160,000.
 */
export const VERIFICATION_GAS = { deployed: 150_000n, new: 350_000n };
export const PRE_VERIFICATION_GAS = 50_000n;

/** The most gas of the transaction with this operation alone: its limits, the entry point's own work, and the data. */
export const gasOf = (operation: Operation): bigint => {
  const { callGasLimit, verificationGasLimit, preVerificationGas, callData, signature, factoryData } = operation;
  const data = [callData, signature, factoryData].reduce((sum, part) => sum + BigInt(size(part ?? '0x')), 1000n);
  const limits = (callGasLimit ?? 0n) + (verificationGasLimit ?? 0n) + (preVerificationGas ?? 0n);
  return 100_000n + (limits * 65n) / 64n + data * 16n;
};

export type OperationFailure = 'bundler.gas' | 'bundler.price' | 'bundler.paymaster' | 'bundler.callData';

/** @returns what is wrong with the fields that cost gas; undefined when nothing is */
export const refuseFields = (operation: Operation): OperationFailure | undefined => {
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation;
  const hasPaymaster =
    (paymaster && !isAddressEqual(paymaster, zeroAddress)) || (paymasterData && paymasterData !== '0x');
  if (hasPaymaster || paymasterVerificationGasLimit || paymasterPostOpGasLimit) return 'bundler.paymaster';
  if (operation.maxFeePerGas || operation.maxPriorityFeePerGas) return 'bundler.price';
  for (const [field, most] of Object.entries(GAS_LIMITS))
    if ((operation[field as keyof typeof GAS_LIMITS] ?? 0n) > most) return 'bundler.gas';
  return undefined;
};

/** The most calls of one batch. */
const CALLS_MAX = 32;
const executionData = [
  {
    type: 'tuple[]',
    components: [
      { type: 'address', name: 'to' },
      { type: 'uint256', name: 'value' },
      { type: 'bytes', name: 'data' },
    ],
  },
] as const;

/**
 * The calls of an operation, addresses in lower case; the account itself where the batch has the zero address, as the
 * account reads it. @returns undefined unless the call data is exactly the plain batch of these calls: no other mode,
 * no further data, no second way to write the same.
 */
export const readCalls = ({ callData, sender }: Pick<Operation, 'callData' | 'sender'>): Call[] | undefined => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: smartAccountAbi, data: callData });
    if (functionName !== 'execute') return undefined;
    const [batch] = decodeAbiParameters(executionData, args[1]);
    if (batch.length === 0 || batch.length > CALLS_MAX || encodeCalls(batch) !== callData) return undefined;
    return batch.map(({ to, value, data }) => ({
      to: isAddressEqual(to, zeroAddress) ? sender : lower(to),
      value,
      data,
    }));
  } catch {
    return undefined;
  }
};

/** The contracts of smart accounts, lower-case. */
type AccountContracts = { accountFactory: Address; accountImplementation: Address };

/** The first key of the account that an operation deploys; undefined unless it is the factory's call for this sender. */
export const readFirstKey = (operation: Operation, contracts: AccountContracts): Hex | undefined => {
  const { factory, factoryData, sender } = operation;
  if (!factory || !factoryData || !isAddressEqual(factory, contracts.accountFactory)) return undefined;
  try {
    const call = decodeFunctionData({ abi: smartAccountFactoryAbi, data: factoryData });
    if (call.functionName !== 'create') return undefined;
    const [key] = call.args;
    const isExact = encodeFunctionData({ abi: smartAccountFactoryAbi, functionName: 'create', args: [key] });
    return isExact === factoryData && isAddressEqual(accountAddress(contracts, key), sender) ? key : undefined;
  } catch {
    return undefined;
  }
};

/** The code that the account will have, for a simulation before it is deployed. */
export const accountCode = (firstKeyHash: Hex, { accountImplementation }: AccountContracts): Hex =>
  `0x363d3d373d3d3d363d73${accountImplementation.slice(2)}5af43d82803e903d91602b57fd5bf3${firstKeyHash.slice(2)}`;

/** Whether this is the code of one of our accounts: a clone of the implementation, with a word of its own at the end. */
export const isAccountCode = (code: Hex, contracts: AccountContracts): boolean =>
  size(code) === 45 + 32 && code.toLowerCase() === accountCode(slice(code, 45), contracts).toLowerCase();

/** In viem's form, without what was left out. */
export const toUserOperation = (operation: Operation): UserOperation<'0.8'> => ({
  sender: operation.sender,
  nonce: operation.nonce,
  callData: operation.callData,
  callGasLimit: operation.callGasLimit ?? 0n,
  verificationGasLimit: operation.verificationGasLimit ?? 0n,
  preVerificationGas: operation.preVerificationGas ?? 0n,
  maxFeePerGas: operation.maxFeePerGas ?? 0n,
  maxPriorityFeePerGas: operation.maxPriorityFeePerGas ?? 0n,
  signature: operation.signature ?? '0x',
  ...(operation.factory ? { factory: operation.factory, factoryData: operation.factoryData ?? '0x' } : {}),
});
/** The operation as EntryPoint 0.7+ hashes and executes it: gas limits and fees packed in pairs. */
export const toPacked = (operation: Operation) => toPackedUserOperation(toUserOperation(operation));
