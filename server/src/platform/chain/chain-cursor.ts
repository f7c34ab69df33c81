import type { Hex } from 'viem';
import type { Tx } from '../db/database.ts';
import type { ChainLog } from './events.ts';

/** The last block whose effects are in the database. */
export type Cursor = { number: number; hash: Hex; time: Date };

/** Before everything: no block has this hash, and it needs no checking. */
const NO_BLOCK: Hex = `0x${'00'.repeat(32)}`;
export const isOrigin = (cursor: Pick<Cursor, 'hash'>): boolean => cursor.hash === NO_BLOCK;
export const originOf = (startBlock: number): Cursor => ({ number: startBlock - 1, hash: NO_BLOCK, time: new Date(0) });

/** Blocks nearer than this to the cursor are all kept; of older ones every SPARSE-th. */
const KEPT_BLOCKS = 2048;
export const SPARSE = 256;

const toCursor = (row: Record<string, unknown>): Cursor => ({
  number: Number(row.block_number),
  hash: row.block_hash as Hex,
  time: row.block_time as Date,
});

/** The cursor, made at its origin when there is none. `isLocked`: nobody else moves it before the transaction ends. */
export const readCursor = async (tx: Tx, chainId: number, startBlock: number, isLocked = false): Promise<Cursor> => {
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
 * Moves the cursor and remembers the block it stands on; the blocks after it are forgotten.
 * @param logs applied on the way: their blocks are remembered too, so that a reorg goes back no further than it must
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
      select ${chainId}, * from unnest(${[...blocks.keys()]}::bigint[], ${[...blocks.values()]}::text[])
      on conflict (chain_id, number) do update set hash = excluded.hash`;
  }
  if (to.number % SPARSE === 0)
    await tx`delete from chain_block where chain_id = ${chainId} and number < ${to.number - KEPT_BLOCKS} and number % ${SPARSE} <> 0`;
};

/** Says that a worker lives, and how far the chain is. */
export const beat = async (tx: Tx, chainId: number, headNumber: number): Promise<void> => {
  await tx`update chain_cursor set head_number = ${headNumber}, head_seen_at = now(), worker_seen_at = now() where chain_id = ${chainId}`;
};

/** Blocks the follower stood on, oldest first, not above a number. */
export const readBlocks = async (tx: Tx, chainId: number, upTo: number): Promise<{ number: number; hash: Hex }[]> =>
  (
    await tx`select number, hash from chain_block where chain_id = ${chainId} and number <= ${upTo} order by number`
  ).map((row) => ({
    number: Number(row.number),
    hash: row.hash as Hex,
  }));

export const insertLogs = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<void> => {
  if (logs.length === 0) return;
  // Arrays of arrays of different lengths do not exist in PostgreSQL: topics travel as one text each.
  await tx`
    insert into chain_log (chain_id, block_number, log_index, block_hash, block_time, tx_hash, address, topics, data)
    select ${chainId}, number, position, hash, time, tx, address, string_to_array(topics, ','), data
    from unnest(${logs.map((log) => String(log.blockNumber))}::bigint[], ${logs.map((log) => log.logIndex)}::int[],
      ${logs.map((log) => log.blockHash)}::text[], ${logs.map((log) => log.blockTime.toISOString())}::timestamptz[],
      ${logs.map((log) => log.txHash)}::text[], ${logs.map((log) => log.address)}::text[],
      ${logs.map((log) => log.topics.join(','))}::text[], ${logs.map((log) => log.data)}::text[])
      as log (number, position, hash, time, tx, address, topics, data)`;
};

/** Logs above a block, newest first. */
export const readLogsAbove = async (tx: Tx, chainId: number, number: number, limit: number): Promise<ChainLog[]> =>
  (
    await tx`
      select * from chain_log where chain_id = ${chainId} and block_number > ${number}
      order by block_number desc, log_index desc limit ${limit}`
  ).map(toLog);

/** Logs after this one, in the chain's order. */
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

export const deleteLogs = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<void> => {
  await tx`
    delete from chain_log using unnest(${logs.map((log) => String(log.blockNumber))}::bigint[], ${logs.map((log) => log.logIndex)}::int[]) as gone (number, position)
    where chain_id = ${chainId} and block_number = number and log_index = position`;
};
