import { entryPoint08Abi, entryPoint08Address, getUserOperationHash } from 'viem/account-abstraction';
import { decodeEventLog, getAddress, numberToHex, size, toEventHash, type Address, type Hex } from 'viem';
import type { AccountContracts } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { claimPayment, lookAtWallet } from '../operator/operator.service.ts';
import { droppedBecause, type OwnFee, refuse } from './account.failure.ts';
import { isVerifiedByOurCode } from './account.key.rules.ts';
import {
  gasOf,
  isAccountCode,
  knownFieldsOf,
  operationSchema,
  PRE_VERIFICATION_GAS,
  readCalls,
  readFirstKey,
  refuseFields,
  toUserOperation,
  VERIFICATION_GAS,
  type Operation,
} from './account.operation.rules.ts';
import { estimateCalls, simulateBundle, simulateCalls } from './account.simulation.ts';
import { contractsNamedBy, firstUnpaidCall, refundIn, type Call } from './account.sponsor.rules.ts';
import { findOperation, hasOpenOperation } from './account.store.ts';
import { OPERATION_EVENT, promiseOperation } from './account.tasks.ts';
import { findAccountOwner, readKnownTokens, takesCoin } from './account.view.ts';

export type BundlerContext = Pick<Context, 'config' | 'db' | 'chain'>;
type Owner = { uuid: string };

const BEFORE_EXECUTION = toEventHash('BeforeExecution()');

/** @throws BundlerError when this server has no operator or no smart accounts */
const requireContracts = ({ config: { accounts, operatorKey } }: BundlerContext): AccountContracts => {
  if (!accounts || !operatorKey) throw refuse('operator.off');
  return accounts;
};

/** @throws BundlerError when the parameters are no operation for our entry point */
const readParams = (contracts: AccountContracts, [given, entryPoint]: readonly unknown[]): Operation => {
  const read = operationSchema.safeParse(given);
  if (!read.success) throw refuse('bundler.params', String(read.error.issues[0]?.path.join('.') || 'operation'));
  if (typeof entryPoint !== 'string' || entryPoint.toLowerCase() !== contracts.entryPoint)
    throw refuse('bundler.entryPoint');
  return read.data;
};

/** The user whose account sends the operation. @throws BundlerError */
const requireOwner = async (context: BundlerContext, { sender }: Operation): Promise<Owner> => {
  const owner = await findAccountOwner(context.db.sql, sender);
  if (!owner) throw refuse('bundler.account');
  if (owner.isBlocked) throw refuse('bundler.blocked');
  return owner;
};

/** Checks that the sender is, or becomes with this operation, one of our accounts. @returns whether it exists */
const requireAccount = async (
  { chain }: BundlerContext,
  contracts: AccountContracts,
  operation: Operation,
): Promise<boolean> => {
  const code = await chain.rpc<Hex>('eth_getCode', [operation.sender, 'latest']);
  const isDeployed = size(code) > 0;
  if (isDeployed && !isAccountCode(code, contracts)) throw refuse('bundler.contract');
  if (isDeployed && operation.factory) throw refuse('bundler.deployed');
  if (!isDeployed && !operation.factory) throw refuse('bundler.notDeployed');
  if (!isDeployed && !readFirstKey(operation, contracts)) throw refuse('bundler.factory');
  return isDeployed;
};

/** The targets of native coin whose code is not of others (`takesCoin`). */
const readCoinReceivers = async (context: BundlerContext, calls: readonly Call[]): Promise<Set<string>> => {
  const receivers = [...new Set(calls.filter(({ data }) => data === '0x').map(({ to }) => to))];
  const found = await Promise.all(receivers.map((to) => takesCoin(context, to)));
  return new Set(receivers.filter((_, index) => found[index]));
};

/**
 * Applies the rule of account.sponsor.rules.ts. @returns the calls
 * @throws BundlerError that names the first call that is not paid for
 */
const requirePaidCalls = async (
  context: BundlerContext,
  contracts: AccountContracts,
  operation: Operation,
): Promise<Call[]> => {
  const calls = readCalls(operation);
  if (!calls) throw refuse('bundler.callData');
  const { deployment, chain } = context.config;
  const [tokens, coinReceivers] = await Promise.all([
    readKnownTokens(context.db.sql, chain.id, contractsNamedBy(calls, deployment)),
    readCoinReceivers(context, calls),
  ]);
  const facts = { account: operation.sender, contracts: { ...deployment, ...contracts }, ...tokens, coinReceivers };
  const unpaid = firstUnpaidCall(calls, facts);
  if (unpaid !== undefined)
    throw refuse('bundler.call', `call ${unpaid + 1} of ${calls.length}, to ${getAddress((calls[unpaid] as Call).to)}`);
  return calls;
};

/** @throws BundlerError when the account cannot pay its own network fee */
const requireCoin = async ({ chain }: BundlerContext, { sender }: Operation, calls: readonly Call[]): Promise<void> => {
  const coin = calls.reduce((sum, { value }) => sum + value, 0n);
  if (BigInt(await chain.rpc<Hex>('eth_getBalance', [sender, 'latest'])) < coin) throw refuse('bundler.coin');
};

/** The checks that a request for an estimate has in common with an operation that is sent. @returns whether the account exists, and what it pays for the operation itself */
const admit = async (context: BundlerContext, contracts: AccountContracts, operation: Operation) => {
  const wrong = refuseFields(operation);
  if (wrong) throw refuse(wrong);
  const isDeployed = await requireAccount(context, contracts, operation);
  const calls = await requirePaidCalls(context, contracts, operation);
  const refund = refundIn(calls, context.config.deployment.operator);
  if (refund > 0n) await requireCoin(context, operation, calls);
  return { isDeployed, refund };
};

/** Gas of the call that pays the fee, at most: the operator's address has no code. */
const OWN_FEE_GAS = 60_000n;
/** What an account pays for its operation itself, with a quarter more, since the price of gas may rise meanwhile. */
const ownFeeOf = ({ config }: BundlerContext, gas: bigint, gasPrice: bigint): OwnFee => ({
  to: config.deployment.operator,
  value: ((gas + OWN_FEE_GAS) * gasPrice * 5n) / 4n,
});
const BUDGETS: readonly string[] = ['operator.accountBudget', 'operator.dayBudget'];

/** `eth_estimateUserOperationGas`. @throws BundlerError */
export const estimateOperation = async (context: BundlerContext, params: readonly unknown[]) => {
  const contracts = requireContracts(context);
  const operation = readParams(contracts, params);
  const { isDeployed } = await admit(context, contracts, operation);
  return {
    preVerificationGas: numberToHex(PRE_VERIFICATION_GAS),
    verificationGasLimit: numberToHex(isDeployed ? VERIFICATION_GAS.deployed : VERIFICATION_GAS.new),
    callGasLimit: numberToHex(await estimateCalls(context.chain, contracts, operation)),
  };
};

/**
 * `eth_sendUserOperation`: promises that the operator sends the operation, and stores it first. Sending the same
 * operation again changes nothing.
 * @throws BundlerError, AppError 429
 */
export const sendOperation = async (
  context: BundlerContext,
  params: readonly unknown[],
  rateLimit: RateLimit,
): Promise<Hex> => {
  const contracts = requireContracts(context);
  const { config, chain, db } = context;
  const operation = readParams(contracts, params);
  const { sender, nonce } = operation;
  const hash = getUserOperationHash({
    chainId: config.chain.id,
    entryPointAddress: entryPoint08Address,
    entryPointVersion: '0.8',
    userOperation: toUserOperation(operation),
  });
  const known = await findOperation(db.sql, hash);
  if (known && known.failure === null) return hash;
  await rateLimit({ name: 'bundler-account', key: sender, max: 30, seconds: 60 });
  const { refund } = await admit(context, contracts, operation);
  if (!(await isVerifiedByOurCode(hash, operation.signature ?? '0x', contracts))) throw refuse('bundler.key');
  await simulateBundle(chain, contracts, operation, config.deployment.operator);
  // Only now: whether an address is a user's wallet is known to those only who can sign for it.
  const owner = await requireOwner(context, operation);
  await simulateCalls(chain, contracts, operation);

  const look = await lookAtWallet(context);
  const gas = gasOf(operation);
  await db.sql.begin(async (tx: Tx) => {
    // Many people who press at once wait for the budget's lock: longer than a statement of a request usually may.
    await tx`set local statement_timeout = '8s'`;
    // Holds the budget's lock, so that two operations of an account cannot both find no other one open.
    const request = { kind: 'operation', accountUuid: owner.uuid, subjects: [hash], gas, refund } as const;
    const why = await claimPayment(context, tx, request, look);
    if (why) {
      const ownFee = look && BUDGETS.includes(why) ? ownFeeOf(context, gas, look.gasPrice) : undefined;
      throw refuse(why, undefined, ownFee && refund < ownFee.value ? ownFee : undefined);
    }
    if (await hasOpenOperation(tx, config.chain.id, sender, hash)) throw refuse('bundler.busy');
    const operator = { chainId: config.chain.id, accountUuid: owner.uuid, gas, refund };
    await promiseOperation(tx, { ...operator, hash, sender, nonce, operation: knownFieldsOf(params[0]) });
  });
  return hash;
};

type RpcLog = { address: Address; topics: Hex[]; data: Hex };
type RpcReceipt = { blockHash: Hex; blockNumber: Hex; transactionHash: Hex; logs: RpcLog[] } & Record<string, unknown>;

/** The transaction's receipt, if the chain still has it with the operation's event: a reorg may have just removed it. */
const readInclusion = async ({ chain }: BundlerContext, hash: Hex, txHash: Hex | null) => {
  const receipt = txHash && (await chain.rpc<RpcReceipt | null>('eth_getTransactionReceipt', [txHash]));
  if (!receipt) return undefined;
  const at = receipt.logs.findIndex(({ topics }) => topics[0] === OPERATION_EVENT && topics[1] === hash);
  return at < 0 ? undefined : { receipt, at };
};

/**
 * `eth_getUserOperationReceipt`: null until the operation is on the chain, and again after a reorg that removed it.
 * @throws BundlerError when the operation was given up
 */
export const readOperationReceipt = async (context: BundlerContext, hash: Hex) => {
  const stored = await findOperation(context.db.sql, hash);
  if (stored?.failure) throw droppedBecause(stored.failure);
  const found = stored && (await readInclusion(context, hash, stored.txHash));
  if (!found) return null;
  const { receipt, at } = found;
  const { logs } = receipt;
  const { data, topics } = logs[at] as RpcLog;
  const { args } = decodeEventLog({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    data,
    topics: topics as [Hex, ...Hex[]],
  });
  const starts = [OPERATION_EVENT, BEFORE_EXECUTION];
  const before = logs.findLastIndex((log, index) => index < at && starts.includes(log.topics[0] as Hex));
  return {
    userOpHash: hash,
    entryPoint: entryPoint08Address,
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    paymaster: null,
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    logs: logs.slice(before + 1, at),
    receipt,
  };
};

/** `eth_getUserOperationByHash`: null for one that was never sent here. */
export const readOperation = async (context: BundlerContext, hash: Hex) => {
  const stored = await findOperation(context.db.sql, hash);
  if (!stored) return null;
  const found = await readInclusion(context, hash, stored.txHash);
  return {
    userOperation: stored.operation,
    entryPoint: entryPoint08Address,
    blockNumber: found?.receipt.blockNumber ?? null,
    blockHash: found?.receipt.blockHash ?? null,
    transactionHash: found?.receipt.transactionHash ?? null,
  };
};
