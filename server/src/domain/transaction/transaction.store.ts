import type { Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';

export type FollowedRow = {
  tx_hash: Hex;
  chain_id: number;
  status: 'pending' | 'successful' | 'failed';
  reason: string | null;
  code: string | null;
  block_number: string | null;
  created_at: Date;
};

/** Records a transaction that a client wants to follow. Idempotent. */
export const followTransaction = async (
  tx: Tx,
  row: { txHash: string; chainId: number; userUuid: string | undefined },
): Promise<FollowedRow> => {
  await tx`
    insert into followed_transaction (tx_hash, chain_id, user_uuid) values (${row.txHash}, ${row.chainId}, ${row.userUuid ?? null})
    on conflict (tx_hash) do nothing`;
  return (await findTransaction(tx, row.txHash)) as FollowedRow;
};

/** How many pending transactions that nobody signed in for are kept at a time: anyone can make up any hash. */
const VISITORS_PENDING_MAX = 1_000;
export const hasRoomForVisitors = async (tx: Tx): Promise<boolean> =>
  (
    await tx`select from followed_transaction where user_uuid is null and status = 'pending' limit ${VISITORS_PENDING_MAX}`
  ).length < VISITORS_PENDING_MAX;

export const findTransaction = async (tx: Tx, txHash: string): Promise<FollowedRow | undefined> =>
  (await tx<FollowedRow[]>`select * from followed_transaction where tx_hash = ${txHash}`)[0];

export type Outcome = {
  status: FollowedRow['status'];
  reason: string | null;
  code: string | null;
  blockNumber: bigint | null;
};
/** Writes the outcome by the chain; a reorg can make it pending again. */
export const setOutcome = (tx: Tx, txHash: string, { status, reason, code, blockNumber }: Outcome) => tx`
  update followed_transaction set status = ${status}, reason = ${reason}, code = ${code},
    block_number = ${blockNumber === null ? null : String(blockNumber)}, updated_at = now()
  where tx_hash = ${txHash}`;

/** Deletes transactions after a day that were never mined, or that nobody signed in for: anyone can report any hash. */
export const sweepTransactions = (tx: Tx) => tx`
  delete from followed_transaction where (status = 'pending' or user_uuid is null) and created_at < now() - interval '1 day'`;

/** Keeps the transactions of a deleted account without its user. */
export const anonymizeTransactionsOf = (tx: Tx, userUuid: string) =>
  tx`update followed_transaction set user_uuid = null where user_uuid = ${userUuid}`;

/** Whether the follower has read this block. */
export const isRead = async (tx: Tx, chainId: number, blockNumber: bigint): Promise<boolean> => {
  const [row] =
    await tx`select block_number >= ${String(blockNumber)} as is_read from chain_cursor where chain_id = ${chainId}`;
  return row?.is_read === true;
};
