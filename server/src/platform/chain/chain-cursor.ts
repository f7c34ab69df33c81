import type { Hex } from 'viem';
import { columnOf } from '../db/column.ts';
import type { Sql, Tx } from '../db/database.ts';
import type { ChainLog } from './events.ts';

/** The last block whose effects are in the database. */
export type Cursor = { number: number; hash: Hex; time: Date };
/** `owesResync`: pages have to read again, because far behind the head changes were not announced. */
export type StoredCursor = Cursor & { owesResync: boolean };

/** The cursor's hash before the first block. No block has it. */
const NO_BLOCK: Hex = `0x${'00'.repeat(32)}`;
/** Whether no block has been read yet. */
export const isOrigin = (cursor: Pick<Cursor, 'hash'>): boolean => cursor.hash === NO_BLOCK;
/** The cursor before `startBlock`, the first block to read. */
export const originOf = (startBlock: number): Cursor => ({ number: startBlock - 1, hash: NO_BLOCK, time: new Date(0) });

/** All blocks within this distance below the cursor are kept; of older ones every SPARSE-th. */
const KEPT_BLOCKS = 2048;
export const SPARSE = 256;

const toCursor = (row: Record<string, unknown>): StoredCursor => ({
  number: Number(row.block_number),
  hash: row.block_hash as Hex,
  time: row.block_time as Date,
  owesResync: row.owes_resync as boolean,
});

/** The cursor, created at the origin if there is none. @param isLocked locks its row until the transaction ends */
export const readCursor = async (
  tx: Tx,
  chainId: number,
  startBlock: number,
  isLocked = false,
): Promise<StoredCursor> => {
  const find = async () =>
    (await tx`select * from chain_cursor where chain_id = ${chainId} ${isLocked ? tx`for update` : tx``}`)[0];
  const row = await find();
  if (row) return toCursor(row);
  const origin = originOf(startBlock);
  await tx`
    insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number)
    values (${chainId}, ${origin.number}, ${origin.hash}, ${origin.time}, ${origin.number}) on conflict do nothing`;
  return toCursor((await find()) as Record<string, unknown>);
};

/**
 * Moves the cursor, records its block and deletes the recorded blocks after it.
 * @param logs applied logs, whose blocks are recorded, too, so that a reorg undoes no more than necessary
 */
export const moveCursor = async (tx: Tx, chainId: number, to: Cursor, logs: ChainLog[] = []): Promise<void> => {
  await tx`
    update chain_cursor set block_number = ${to.number}, block_hash = ${to.hash}, block_time = ${to.time},
      head_number = greatest(head_number, ${to.number}), worker_seen_at = now() where chain_id = ${chainId}`;
  await tx`delete from chain_block where chain_id = ${chainId} and number > ${to.number}`;
  if (!isOrigin(to)) {
    const blocks = new Map(
      logs
        .filter((log) => Number(log.blockNumber) > to.number - KEPT_BLOCKS)
        .map((log) => [Number(log.blockNumber), log.blockHash]),
    );
    blocks.set(to.number, to.hash);
    await tx`
      insert into chain_block (chain_id, number, hash)
      select ${chainId}, * from unnest(${columnOf([...blocks.keys()])}::bigint[], ${columnOf([...blocks.values()])}::text[])
      on conflict (chain_id, number) do update set hash = excluded.hash`;
  }
  if (to.number % SPARSE === 0)
    await tx`delete from chain_block where chain_id = ${chainId} and number < ${to.number - KEPT_BLOCKS} and number % ${SPARSE} <> 0`;
};

/** Records that changes are not announced, until `sendResync`. The caller holds the cursor's lock. */
export const oweResync = async (tx: Tx, chainId: number): Promise<void> => {
  await tx`update chain_cursor set owes_resync = true where chain_id = ${chainId} and not owes_resync`;
};

/** Makes every open page read again, once: an empty message on the channel of changes. */
export const sendResync = async (tx: Tx, chainId: number): Promise<void> => {
  await tx`
    with paid as (update chain_cursor set owes_resync = false where chain_id = ${chainId} and owes_resync returning 1)
    select pg_notify('change', '') from paid`;
};

/** Records that a worker runs, and the height of the chain. */
export const recordHeartbeat = async (tx: Tx, chainId: number, headNumber: number): Promise<void> => {
  await tx`update chain_cursor set head_number = ${headNumber}, head_seen_at = now(), worker_seen_at = now() where chain_id = ${chainId}`;
};

/** The blocks that the follower has been at, up to a number, oldest first. */
export const readBlocks = async (tx: Tx, chainId: number, upTo: number): Promise<{ number: number; hash: Hex }[]> =>
  (
    await tx`select number, hash from chain_block where chain_id = ${chainId} and number <= ${upTo} order by number`
  ).map((row) => ({
    number: Number(row.number),
    hash: row.hash as Hex,
  }));

/** Stores logs in one statement. They must not be stored yet. */
export const insertLogs = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<void> => {
  if (logs.length === 0) return;
  // PostgreSQL has no arrays of arrays of different lengths: the topics of a log are sent as one text.
  await tx`
    insert into chain_log (chain_id, block_number, log_index, block_hash, block_time, tx_hash, address, topics, data)
    select ${chainId}, number, position, hash, time, tx, address, string_to_array(topics, ','), data
    from unnest(${columnOf(logs.map((log) => log.blockNumber))}::bigint[], ${columnOf(logs.map((log) => log.logIndex))}::int[],
      ${columnOf(logs.map((log) => log.blockHash))}::text[], ${columnOf(logs.map((log) => log.blockTime))}::timestamptz[],
      ${columnOf(logs.map((log) => log.txHash))}::text[], ${columnOf(logs.map((log) => log.address))}::text[],
      ${columnOf(logs.map((log) => log.topics.join(',')))}::text[], ${columnOf(logs.map((log) => log.data))}::text[])
      as log (number, position, hash, time, tx, address, topics, data)`;
};

/** Logs above a block, newest first. */
export const readLogsAbove = async (tx: Tx, chainId: number, number: number, limit: number): Promise<ChainLog[]> =>
  (
    await tx`
      select * from chain_log where chain_id = ${chainId} and block_number > ${number}
      order by block_number desc, log_index desc limit ${limit}`
  ).map(toLog);

/** Logs after this one, in chain order. */
export const readLogsAfter = async (
  tx: Tx,
  { chainId, blockNumber, logIndex }: ChainLog,
  limit: number,
): Promise<ChainLog[]> =>
  (
    await tx`
      select * from chain_log where chain_id = ${chainId} and (block_number, log_index) > (${String(blockNumber)}::bigint, ${logIndex}::int)
      order by block_number, log_index limit ${limit}`
  ).map(toLog);

export const toLog = (row: Record<string, unknown>): ChainLog => ({
  chainId: row.chain_id as number,
  blockNumber: BigInt(row.block_number as string),
  blockHash: row.block_hash as Hex,
  blockTime: row.block_time as Date,
  logIndex: row.log_index as number,
  txHash: row.tx_hash as Hex,
  address: row.address as Hex,
  topics: row.topics as Hex[],
  data: row.data as Hex,
});

/** Deletes logs by their places in the chain. */
export const deleteLogs = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<void> => {
  await tx`
    delete from chain_log using unnest(${logs.map((log) => String(log.blockNumber))}::bigint[], ${logs.map((log) => log.logIndex)}::int[]) as gone (number, position)
    where chain_id = ${chainId} and block_number = number and log_index = position`;
};

/** The chain's first block, as recorded at first contact. */
export const readGenesisHash = async (sql: Sql, chainId: number): Promise<Hex | undefined> => {
  const [row] = await sql<{ genesis_hash: Hex | null }[]>`
    select genesis_hash from chain_cursor where chain_id = ${chainId}`;
  return row?.genesis_hash ?? undefined;
};
