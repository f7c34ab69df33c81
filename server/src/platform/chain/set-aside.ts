import type postgres from 'postgres';
import { uuidv7 } from 'uuidv7';
import { isDatabaseUnavailable, type Tx } from '../db/database.ts';
import { toLog } from './chain-cursor.ts';
import { toText } from './clamp.ts';
import { isChainUnavailable, RpcError } from './client.ts';
import type { ChainLog } from './events.ts';

const ERROR_MAX = 2000;
/** Errors of a call that the contract answered, though unusably: another request changes nothing. */
const ANSWERED =
  /^(ContractFunctionRevertedError|ContractFunctionZeroDataError|AbiDecoding\w+|PositionOutOfBoundsError)$/;

const causesOf = (error: unknown): { name?: string; code?: unknown }[] => {
  const causes = [];
  for (let cause = error, depth = 0; cause && depth < 8; depth++) {
    causes.push(cause as { name?: string; code?: unknown });
    cause = (cause as { cause?: unknown }).cause;
  }
  return causes;
};

/** The cursor has moved meanwhile, by another worker or while the chain was read: the transaction is rolled back. */
export class CursorMoved extends Error {
  override name = 'CursorMoved';
}

/**
 * Whether the failure is temporary: the node or the database is unavailable, busy or out of space, or two transactions
 * collided. Every other failure is caused by the data and happens again with each attempt.
 */
export const isPassing = (error: unknown): boolean => {
  const causes = causesOf(error);
  if (error instanceof CursorMoved || causes.some(isDatabaseUnavailable) || isChainUnavailable(error)) return true;
  if (causes.some(({ name }) => ANSWERED.test(name ?? ''))) return false;
  return causes.some(
    (cause) =>
      cause instanceof RpcError ||
      /RpcError$|^RpcRequestError$/.test(cause.name ?? '') ||
      // 25006: read-only; 40001, 40P01: colliding transactions; 53: resources; 55P03: lock timeout; 57: cancelled, timed out
      (typeof cause.code === 'string' && /^(25006|40001|40P01|53...|55P03|57...|58...)$/.test(cause.code)),
  );
};

/** Whether PostgreSQL cancelled a statement, because it took too long: a smaller part may succeed. */
export const isCancelled = (error: unknown): boolean => causesOf(error).some(({ code }) => code === '57014');

/** As `isPassing`, for work that is being divided: what takes too long by itself fails for good. */
export const isPassingInPart = (error: unknown): boolean => isPassing(error) && !isCancelled(error);

/**
 * Runs `work` in a savepoint: when it throws, its writes are rolled back and the transaction can continue. @throws as
 * `work`
 */
export const savepoint = async (tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> => {
  await (tx as postgres.TransactionSql<Record<string, never>>).savepoint((inner) => work(inner));
};

const messageOf = (error: unknown): string => toText(String((error as Error | null)?.message ?? error), ERROR_MAX);
/** The error without ids and numbers, so that one defect has one signature. */
const signatureOf = (error: unknown): string =>
  `${(error as { code?: string } | null)?.code ?? (error as Error | null)?.name ?? ''} ${messageOf(error)}`
    .replace(/0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}|\d+|"[^"]*"/gi, '…')
    .split('\n')[0]
    ?.slice(0, 200) as string;

/** Sets aside logs that cannot be applied (`log`) or undone (`undo`). */
export const setLogsAside = async (tx: Tx, kind: 'log' | 'undo', logs: ChainLog[], error: unknown): Promise<void> => {
  for (const log of logs)
    await tx`
      insert into set_aside (uuid, chain_id, kind, block_number, block_hash, block_time, log_index, tx_hash, address, topics, data, error, signature)
      values (${uuidv7()}, ${log.chainId}, ${kind}, ${String(log.blockNumber)}, ${log.blockHash}, ${log.blockTime}, ${log.logIndex},
        ${log.txHash}, ${log.address}, ${log.topics}::text[], ${log.data}, ${messageOf(error)}, ${signatureOf(error)})
      on conflict (chain_id, block_hash, log_index) where kind <> 'row' do update
        set kind = excluded.kind, error = excluded.error, signature = excluded.signature, tries = set_aside.tries + 1, is_due = false, updated_at = now()`;
};

/**
 * Deletes the entries of logs that a reorg removed and that could not be undone, when a second reorg restores their
 * block: their effects are still in place and correct. @returns the logs of these entries
 */
export const takeStillApplied = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<Set<ChainLog>> => {
  if (logs.length === 0) return new Set();
  const [any] = await tx`select 1 from set_aside where chain_id = ${chainId} and kind = 'undo' limit 1`;
  if (!any) return new Set();
  const rows = await tx<{ block_hash: string; log_index: number }[]>`
    delete from set_aside using unnest(${logs.map((log) => log.blockHash)}::text[], ${logs.map((log) => log.logIndex)}::int[]) as back (hash, place)
    where chain_id = ${chainId} and kind = 'undo' and block_hash = hash and log_index = place returning block_hash, log_index`;
  const places = new Set(rows.map((row) => `${row.block_hash} ${row.log_index}`));
  return new Set(logs.filter((log) => places.has(`${log.blockHash} ${log.logIndex}`)));
};

/** Sets aside a row that cannot be derived. @param subject its kind (`offer`, `token`, …) and id */
export const setRowAside = async (
  tx: Tx,
  chainId: number,
  subject: { kind: string; id: string },
  error: unknown,
): Promise<void> => {
  await tx`
    insert into set_aside (uuid, chain_id, kind, subject_kind, subject_id, error, signature)
    values (${uuidv7()}, ${chainId}, 'row', ${subject.kind}, ${subject.id}, ${messageOf(error)}, ${signatureOf(error)})
    on conflict (chain_id, subject_kind, subject_id) where kind = 'row' do update
      set error = excluded.error, signature = excluded.signature, tries = set_aside.tries + 1, is_due = false, updated_at = now()`;
};

/**
 * Runs a derivation of rows: `together` in one call; `isolating` finds the rows that fail for good by bisection, sets
 * them aside and derives the rest.
 */
export type Isolate = (
  tx: Tx,
  kind: string,
  ids: Iterable<string>,
  work: (tx: Tx, ids: string[]) => Promise<void>,
) => Promise<void>;

export const together: Isolate = (tx, _kind, ids, work) => work(tx, [...ids]);

export const isolating =
  (chainId: number): Isolate =>
  async (tx, kind, ids, work) => {
    const derive = async (some: string[]): Promise<void> => {
      try {
        await savepoint(tx, (inner) => work(inner, some));
      } catch (error) {
        if (isPassingInPart(error)) throw error;
        if (some.length === 0) throw error;
        if (some.length === 1) return setRowAside(tx, chainId, { kind, id: some[0] as string }, error);
        const middle = some.length >> 1;
        await derive(some.slice(0, middle));
        await derive(some.slice(middle));
      }
    };
    await derive([...ids]);
  };

export type SetAside = { uuid: string; tries: number } & (
  | { kind: 'log' | 'undo'; log: ChainLog }
  | { kind: 'row'; subject: { kind: string; id: string } }
);

/** Read at once, of entries that are due. */
const DUE = 200;
/** The next entries that are due: failed undos newest first, then logs in chain order, then rows. */
export const readDue = async (tx: Tx, chainId: number): Promise<SetAside[]> => {
  const rows = await tx`
    select * from set_aside where chain_id = ${chainId} and is_due
    order by array_position(array['undo', 'log', 'row'], kind), case kind when 'undo' then -block_number else block_number end,
      case kind when 'undo' then -log_index else log_index end, uuid limit ${DUE}`;
  return rows.map((row) =>
    row.kind === 'row'
      ? {
          uuid: row.uuid,
          tries: row.tries,
          kind: 'row',
          subject: { kind: row.subject_kind, id: row.subject_id },
        }
      : { uuid: row.uuid, tries: row.tries, kind: row.kind, log: toLog(row) },
  );
};

/** Makes one entry, or all of a chain, due. @returns how many */
export const makeDue = async (tx: Tx, where: { chainId: number } | { uuid: string }): Promise<number> =>
  (
    await tx`update set_aside set is_due = true, updated_at = now()
      where ${'uuid' in where ? tx`uuid = ${where.uuid}` : tx`chain_id = ${where.chainId}`}`
  ).count;

/** Records another failure of an entry. */
export const noteFailure = async (tx: Tx, uuid: string, error: unknown): Promise<void> => {
  await tx`
    update set_aside set error = ${messageOf(error)}, signature = ${signatureOf(error)}, tries = tries + 1, is_due = false, updated_at = now()
    where uuid = ${uuid}`;
};

/** Locks the entries that are not reported to the admins yet, oldest first; skips those that another worker has locked. */
export const lockUnreported = (tx: Tx): Promise<{ uuid: string; signature: string; error: string }[]> => tx<
  { uuid: string; signature: string; error: string }[]
>`
  select uuid, signature, error from set_aside where not is_told order by created_at, uuid for update skip locked`;

/** Marks entries as reported to the admins. */
export const markReported = (tx: Tx, uuids: string[]) =>
  tx`update set_aside set is_told = true where uuid = any(${uuids}::uuid[])`;
