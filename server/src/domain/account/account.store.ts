import type { Address, Hex } from 'viem';
import type { ChainLog } from '../../platform/chain/events.ts';
import type { Tx } from '../../platform/db/database.ts';

export type StoredOperation = {
  hash: Hex;
  sender: Address;
  nonce: bigint;
  /** As it was received, in JSON-RPC's form. */
  operation: Record<string, unknown>;
  /** Why the operator will not send it. */
  failure: string | null;
  /** The transaction with its event, as the follower read it. */
  txHash: Hex | null;
  blockNumber: number | null;
};

type Row = Omit<StoredOperation, 'nonce' | 'txHash' | 'blockNumber'> & {
  nonce: string;
  tx_hash: Hex | null;
  block_number: string | null;
};

/** A stored operation with its outcome; undefined for a hash that nobody sent here. */
export const findOperation = async (sql: Tx, hash: Hex): Promise<StoredOperation | undefined> => {
  const [row] = await sql<Row[]>`
    select hash, sender, nonce, operation, failure, tx_hash, block_number from user_operation where hash = ${hash}`;
  if (!row) return undefined;
  const { nonce, tx_hash: txHash, block_number: block, ...rest } = row;
  return { ...rest, nonce: BigInt(nonce), txHash, blockNumber: block === null ? null : Number(block) };
};

/** Whether another operation of the account is neither on the chain nor given up. */
export const hasOpenOperation = async (tx: Tx, chainId: number, sender: Address, hash: Hex): Promise<boolean> =>
  (
    await tx`
      select 1 from user_operation where chain_id = ${chainId} and sender = ${sender} and hash <> ${hash}
        and tx_hash is null and failure is null limit 1`
  ).length > 0;

/** Stores an operation; one that was given up is open again. */
export const putOperation = async (
  tx: Tx,
  {
    hash,
    chainId,
    sender,
    nonce,
    accountUuid,
    operation,
  }: Pick<StoredOperation, 'hash' | 'sender' | 'nonce' | 'operation'> & { chainId: number; accountUuid: string },
): Promise<void> => {
  await tx`
    insert into user_operation (hash, chain_id, sender, nonce, account_uuid, operation)
    values (${hash}, ${chainId}, ${sender}, ${String(nonce)}::numeric, ${accountUuid}, ${tx.json(operation as never)})
    on conflict (hash) do update set failure = null, operation = excluded.operation, account_uuid = excluded.account_uuid`;
};

/** Records why an operation cannot be sent (200 characters at most). One with a transaction keeps its outcome. */
export const failOperation = async (tx: Tx, hash: string, failure: string): Promise<void> => {
  await tx`update user_operation set failure = ${failure.slice(0, 200)} where hash = ${hash} and tx_hash is null`;
};

/** Records the entry point's event of a stored operation. */
export const setExecuted = async (tx: Tx, hash: Hex, log: ChainLog): Promise<void> => {
  await tx`
    update user_operation set tx_hash = ${log.txHash}, block_number = ${String(log.blockNumber)}::bigint, log_index = ${log.logIndex}, failure = null
    where hash = ${hash}`;
};

/** Removes the event that a reorg has removed. */
export const unsetExecuted = async (tx: Tx, hash: Hex, log: ChainLog): Promise<void> => {
  await tx`
    update user_operation set tx_hash = null, block_number = null, log_index = null
    where hash = ${hash} and tx_hash = ${log.txHash} and log_index = ${log.logIndex}`;
};

/** Deletes the account from the operations that were paid for it; the operations, which are on the chain, stay. */
export const clearOperationsAccount = async (tx: Tx, accountUuid: string): Promise<void> => {
  await tx`update user_operation set account_uuid = null where account_uuid = ${accountUuid}`;
};
