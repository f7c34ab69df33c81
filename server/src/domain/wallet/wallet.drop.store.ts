import type { Address, Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';

export type StoredDrop = {
  wallet: Address;
  userUuid: string | null;
  value: bigint;
  txHash: Hex | null;
  failure: string | null;
};
type Row = { wallet: Address; user_uuid: string | null; value: string; tx_hash: Hex | null; failure: string | null };
const toDrop = ({ wallet, user_uuid: userUuid, value, tx_hash: txHash, failure }: Row): StoredDrop => ({
  wallet,
  userUuid,
  value: BigInt(value),
  txHash,
  failure,
});

/** The drops to a person, or to a wallet; lower-case. */
export const findDrops = async (
  sql: Tx,
  chainId: number,
  { userUuid, wallet }: { userUuid: string; wallet: Address },
): Promise<StoredDrop[]> =>
  (
    await sql<Row[]>`
      select wallet, user_uuid, value, tx_hash, failure from gas_drop
      where chain_id = ${chainId} and (user_uuid = ${userUuid} or wallet = ${wallet})`
  ).map(toDrop);

/** The amount of the drop to a wallet, in wei; undefined when there is none. */
export const findDropValue = async (sql: Tx, chainId: number, wallet: string): Promise<bigint | undefined> => {
  const [row] = await sql<{ value: string }[]>`
    select value from gas_drop where chain_id = ${chainId} and wallet = ${wallet}`;
  return row && BigInt(row.value);
};

/** What was given to all within the last 24 hours, in wei. */
export const readGiven = async (sql: Tx, chainId: number): Promise<bigint> => {
  const [row] = await sql<{ value: string }[]>`
    select coalesce(sum(value), 0) as value from gas_drop where chain_id = ${chainId} and created_at > now() - interval '24 hours'`;
  return BigInt(row?.value ?? 0);
};

/** Promises a drop. @returns whether neither the person nor the wallet had one */
export const insertDrop = async (
  tx: Tx,
  { chainId, wallet, userUuid, value }: { chainId: number; wallet: Address; userUuid: string; value: bigint },
): Promise<boolean> =>
  (
    await tx`
      insert into gas_drop (chain_id, wallet, user_uuid, value) values (${chainId}, ${wallet}, ${userUuid}, ${String(value)})
      on conflict do nothing returning 1`
  ).length > 0;

/** Records the mined transaction; null after a reorg that removed it. */
export const setDropMined = async (tx: Tx, chainId: number, wallet: string, txHash: Hex | null): Promise<void> => {
  await tx`
    update gas_drop set tx_hash = ${txHash}, mined_at = ${txHash === null ? null : tx`now()`}
    where chain_id = ${chainId} and wallet = ${wallet}`;
};

/** The drops whose transaction a reorg may still remove. */
export const recentDrops = async (sql: Tx, chainId: number): Promise<{ subject: string; txHash: Hex }[]> =>
  (
    await sql<{ wallet: string; tx_hash: Hex }[]>`
      select wallet, tx_hash from gas_drop where chain_id = ${chainId} and mined_at > now() - interval '10 minutes'
      order by mined_at desc limit 50`
  ).map((row) => ({ subject: row.wallet, txHash: row.tx_hash }));

/** Withdraws a drop that the operator will not send. It stays, as failed, if it has cost something. */
export const withdrawDrop = async (tx: Tx, chainId: number, wallet: string, code: string): Promise<void> => {
  await tx`
    update gas_drop set failure = ${code} where chain_id = ${chainId} and wallet = ${wallet} and exists (
      select 1 from operator_spend s join operator_task t on t.uuid = s.task_uuid where t.kind = 'drop' and t.subject = ${wallet})`;
  await tx`delete from gas_drop where chain_id = ${chainId} and wallet = ${wallet} and failure is null and tx_hash is null`;
};

/** Forgets who received a drop; the wallet, which is public, still counts. */
export const clearDropUser = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`update gas_drop set user_uuid = null where user_uuid = ${userUuid}`;
};
