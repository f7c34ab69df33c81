import type { AccountKey, KeysOfAccount } from '@skarb/schema/account-key';
import { getAddress, keccak256, type Address, type Hex } from 'viem';
import type { AccountContracts } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { kindOfKey } from './account.key.rules.ts';

type Row = { key_hash: Hex; key: Hex | null; created_at: Date };

/** The keys of a user's smart account, oldest first; none if their wallet is no smart account. */
export const readKeys = async (
  sql: Tx,
  userUuid: string,
  contracts: AccountContracts | undefined,
): Promise<KeysOfAccount> => {
  const [account] = await sql<{ address: Address; first_key: Hex; deployed_block: string | null }[]>`
    select a.address, a.first_key, a.deployed_block from smart_account a join app_user u on u.metamask_wallet = a.address
    where u.uuid = ${userUuid}`;
  if (!account || !contracts) return { address: null, isDeployed: false, keys: [] };
  const rows = await sql<Row[]>`
    select key_hash, key, created_at from (
      select distinct on (key_hash) * from smart_account_key where account = ${account.address}
      order by key_hash, block_number desc, log_index desc) newest
    order by block_number, log_index`;
  const toKey = (key: Hex, addedAt: Date | null): AccountKey => {
    const kind = kindOfKey(key, contracts) ?? 'OTHER';
    return {
      id: keccak256(key),
      kind,
      key,
      address: kind === 'WALLET' ? getAddress(key) : null,
      isFirst: key === account.first_key,
      addedAt: addedAt?.toISOString() ?? null,
    };
  };
  const firstHash = keccak256(account.first_key);
  const first = rows.some((row) => row.key_hash === firstHash) ? [] : [toKey(account.first_key, null)];
  const added = rows.flatMap(({ key, created_at: at }) => (key ? [toKey(key, at)] : []));
  return {
    address: getAddress(account.address),
    isDeployed: account.deployed_block !== null,
    keys: [...first, ...added],
  };
};
