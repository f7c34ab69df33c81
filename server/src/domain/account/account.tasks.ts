import { encodeFunctionData, getAddress, isAddressEqual, slice, toEventHash, type Hex } from 'viem';
import { entryPoint08Abi, entryPoint08Address } from 'viem/account-abstraction';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { operationSchema, toPacked, type Operation } from './account.operation.rules.ts';
import { failOperation, findOperation, putOperation, type StoredOperation } from './account.store.ts';

export const OPERATION_EVENT = toEventHash('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)');
/** The second word of the entry point's event: whether the operation's calls were made. */
const hasSucceeded = (data: Hex): boolean => BigInt(slice(data, 32, 64)) === 1n;

const isExecuted = (sql: Tx) =>
  sql`exists (select 1 from user_operation u where u.hash = task.subject and u.tx_hash is not null)`;

/** The entry point's call for one operation. Its gas price is 0, so the beneficiary receives nothing. */
export const bundleOf = (operation: Operation, beneficiary: string): Hex =>
  encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [[toPacked(operation)], getAddress(beneficiary)],
  });

/** Stores an operation together with the operator's task to send it. @param promised `gas`: the most that is paid for */
export const promiseOperation = async (
  tx: Tx,
  promised: Pick<StoredOperation, 'hash' | 'sender' | 'nonce' | 'operation'> & {
    chainId: number;
    accountUuid: string;
    gas: bigint;
    /** What the operation pays the operator back, in wei. */
    refund: bigint;
  },
): Promise<void> => {
  const { chainId, hash, accountUuid, gas, refund } = promised;
  await putOperation(tx, promised);
  await enqueueTask(tx, { chainId, kind: 'operation', subject: hash, account: accountUuid, gas, refund });
};

/**
 * The operator sends the operation of a smart account. The subject is its hash. Each has a transaction of its own, so that
 * none can make another fail, and its cost is exactly its account's.
 */
export const operationTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => ({
  kind: 'operation',
  build: async ([hash]) => {
    const stored = await findOperation(sql, hash as Hex);
    if (!stored || !config.accounts) return null;
    const { deployment, accounts } = config;
    return { to: accounts.entryPoint, data: bundleOf(operationSchema.parse(stored.operation), deployment.operator) };
  },
  done: isExecuted,
  // Its call to the operator is undone with all others when one of them fails; the entry point's event says so.
  isRefunded: (logs) =>
    logs.some(
      ({ address, topics, data }) =>
        isAddressEqual(address, entryPoint08Address) && topics[0] === OPERATION_EVENT && hasSucceeded(data),
    ),
  // A reorg that undoes what was given up elsewhere must not send it again.
  undone: (tx) =>
    tx`exists (select 1 from user_operation u where u.hash = task.subject and u.tx_hash is null and u.failure is null)`,
  handBack: (tx, hash, code) => failOperation(tx, hash, code),
});
