import { accountAddress } from '@skarb/contracts/account';
import { keccak256, type Address, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import type { ChainLog } from '../../platform/chain/events.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lower } from '../../platform/chain/address.ts';

/** Records an account and its first key, from which its address follows. */
export const putAccount = async (
  tx: Tx,
  { address, chainId, firstKey }: { address: Address; chainId: number; firstKey: Hex },
): Promise<void> => {
  await tx`
    insert into smart_account (address, chain_id, first_key) values (${address}, ${chainId}, ${firstKey})
    on conflict (address) do nothing`;
};

/**
 * Records the account of a passkey that was just made, as its first key. Nobody has signed for it: that is safe only while
 * nobody else can know the key, so an account that the marketplace or its chain knows already is refused, and so is a key that any account here has or had.
 * @returns its address in lower case; undefined where there are no smart accounts, or the account is known
 */
export const openAccount = async (
  tx: Tx,
  { accounts, chain }: Pick<Config, 'accounts' | 'chain'>,
  firstKey: Hex,
): Promise<Address | undefined> => {
  if (!accounts) return undefined;
  const address = lower(accountAddress(accounts, firstKey));
  const { count } = await tx`
    insert into smart_account (address, chain_id, first_key) select ${address}, ${chain.id}, ${firstKey}
    where not exists (select 1 from smart_account_key where key_hash = ${keccak256(firstKey)}) on conflict do nothing`;
  return count > 0 ? address : undefined;
};

/** Those of these addresses that are accounts on record, deployed or not. */
export const findAccounts = async (tx: Tx, addresses: string[]): Promise<Address[]> =>
  (
    await tx<
      { address: Address }[]
    >`select address from smart_account where address = any(${columnOf(addresses)}::text[])`
  ).map(({ address }) => address);

/** Sets the block of an account's deployment; null after a reorg that removed it. */
export const setDeployed = async (tx: Tx, address: Address, block: bigint | null): Promise<void> => {
  await tx`update smart_account set deployed_block = ${block === null ? null : String(block)}::bigint where address = ${address}`;
};

/**
 * Records a key that a known account added, or removed if `key` is null. @returns whether the account is known
 */
export const addKeyLog = async (
  tx: Tx,
  log: ChainLog,
  { keyHash, key }: { keyHash: Hex; key: Hex | null },
): Promise<boolean> => {
  const rows = await tx`
    insert into smart_account_key (block_number, log_index, account, key_hash, key, created_at)
    select ${String(log.blockNumber)}::bigint, ${log.logIndex}, address, ${keyHash}, ${key}, ${log.blockTime} from smart_account
    where address = ${log.address} on conflict do nothing returning 1`;
  return rows.length > 0;
};

/** Removes the record of a log that a reorg has removed. @returns whether there was one */
export const deleteKeyLog = async (tx: Tx, log: ChainLog): Promise<boolean> =>
  (
    await tx`
      delete from smart_account_key where block_number = ${String(log.blockNumber)}::bigint and log_index = ${log.logIndex} returning 1`
  ).length > 0;
