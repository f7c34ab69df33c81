import { uuidv7 } from 'uuidv7';
import type { Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskKind } from './operator.allowance.rules.ts';

export type TaskIntent = {
  chainId: number;
  kind: TaskKind;
  /** mint: the token's uuid; cancel: the order's hash; settle: the auction's id; keep, hatch, lose: a breeding's uuid; commit: contract/batch. */
  subject: string;
};

/** Whom a task is done for: the creator, the offer's maker, the seller, the breeder. A commitment is the marketplace's own. */
const accountOf = (sql: Tx, kind: TaskKind, subject: string) => {
  if (kind === 'mint') return sql`select creator_uuid from token where uuid = ${subject}::uuid`;
  if (kind === 'cancel')
    return sql`select o.maker_uuid from seaport_order s join offer o on o.uuid = s.offer_uuid where s.order_hash = ${subject}`;
  if (kind === 'settle')
    return sql`select o.maker_uuid from auction a join offer o on o.uuid = a.offer_uuid where a.auction_id = ${subject}`;
  return kind === 'commit'
    ? sql`select null::uuid`
    : sql`select breeder_uuid from breeding where uuid = ${subject}::uuid`;
};

/**
 * Writes down that the operator has to do something on chain. Idempotent: one row an intent. One that was done
 * or given up is taken up again; one that is on its way is left alone.
 */
export const enqueueTask = async (tx: Tx, { chainId, kind, subject }: TaskIntent): Promise<void> => {
  await tx`
    insert into operator_task (uuid, chain_id, kind, subject, account_uuid)
    values (${uuidv7()}, ${chainId}, ${kind}, ${subject}, (${accountOf(tx, kind, subject)}))
    on conflict (kind, subject) do update
      set status = 'pending', attempts = 0, last_error = null, tx_hash = null, run_at = now(), updated_at = now()
      where operator_task.status in ('done', 'failed')`;
};

export type Task = {
  uuid: string;
  kind: TaskKind;
  subject: string;
  status: 'pending' | 'sent';
  /** Whom it is done for. */
  accountUuid: string | null;
  txHash: Hex | null;
  nonce: number | null;
  tip: bigint | null;
  maxFee: bigint | null;
  sentAt: Date | null;
  attempts: number;
};
type TaskRow = {
  uuid: string;
  kind: TaskKind;
  subject: string;
  status: 'pending' | 'sent';
  account_uuid: string | null;
  tx_hash: Hex | null;
  nonce: number | null;
  tip: string | null;
  max_fee: string | null;
  sent_at: Date | null;
  attempts: number;
};
const toTask = (row: TaskRow): Task => ({
  uuid: row.uuid,
  kind: row.kind,
  subject: row.subject,
  status: row.status,
  accountUuid: row.account_uuid,
  txHash: row.tx_hash,
  nonce: row.nonce,
  tip: row.tip === null ? null : BigInt(row.tip),
  maxFee: row.max_fee === null ? null : BigInt(row.max_fee),
  sentAt: row.sent_at,
  attempts: row.attempts,
});

/** Tasks that are due: what the marketplace must do first, what waits for a budget last, each in order. */
export const dueTasks = async (sql: Tx, chainId: number, status: 'pending' | 'sent', limit: number): Promise<Task[]> =>
  (
    await sql<TaskRow[]>`
      select uuid, kind, subject, status, account_uuid, tx_hash, nonce, tip, max_fee, sent_at, attempts from operator_task
      where chain_id = ${chainId} and status = ${status} and run_at <= now()
      order by kind in ('mint', 'cancel'), coalesce(last_error like 'operator.%', false), created_at, uuid limit ${limit}`
  ).map(toTask);

/** A cancel's effect is there when its order can no longer be filled: cancelled, sold out, or its maker's counter raised. */
const isCancelDone = (sql: Tx) => sql`
  exists (select 1 from seaport_order s where s.order_hash = task.subject and (s.cancellations > 0 or s.filled >= s.quantity))
  or not exists (select 1 from seaport_order s where s.order_hash = task.subject)`;
/** A mint's effect is there when the token is minted by the follower's record. */
const isMintDone = (sql: Tx) =>
  sql`exists (select 1 from token t where t.uuid::text = task.subject and t.status = 'minted')`;

/** A settlement's effect is there when no auction of that id waits for one any more. */
const isSettleDone = (sql: Tx) =>
  sql`not exists (select 1 from auction a join offer o on o.uuid = a.offer_uuid where a.auction_id = task.subject and o.status = 'ENDED')`;

/**
 * A breeding's end or its block is there, or it is not on the chain any more. A birth that a reorg put off is asked for
 * anew once the child is ready again: until then it would only hold a place in the lane.
 */
const isBreedingDone = (sql: Tx) => sql`
  not exists (select 1 from breeding b where b.uuid::text = task.subject and b.number is not null
    and b.hatched_at is null and b.lost_tx_hash is null and (task.kind <> 'keep' or b.kept_hash is null)
    and (task.kind <> 'hatch' or b.status = 'READY'))`;
const isCommitDone = (sql: Tx, chainId: number) => sql`
  exists (select 1 from breeding_batch r where r.chain_id = ${chainId} and r.contract || '/' || r.batch = task.subject)`;

/** Closes what the chain's events have done, whoever did it. What somebody holds right now comes next time. */
export const closeDone = async (sql: Tx, chainId: number): Promise<void> => {
  await sql`
    update operator_task set status = 'done', last_error = null, updated_at = now() where uuid in (
      select uuid from operator_task task where chain_id = ${chainId} and status in ('pending', 'sent')
      and ((kind = 'cancel' and (${isCancelDone(sql)})) or (kind = 'mint' and ${isMintDone(sql)})
        or (kind = 'settle' and ${isSettleDone(sql)})
        or (kind in ('keep', 'hatch', 'lose') and ${isBreedingDone(sql)}) or (kind = 'commit' and ${isCommitDone(sql, chainId)}))
      order by uuid for no key update skip locked)`;
};

/** A reorg can take back what was done within this time. */
const REOPEN_HOURS = 24;
/** Opens anew what a reorg has taken back. */
export const reopenUndone = async (sql: Tx, chainId: number): Promise<void> => {
  await sql`
    update operator_task set status = 'pending', attempts = 0, tx_hash = null, run_at = now(), updated_at = now() where uuid in (
      select uuid from operator_task task where chain_id = ${chainId} and status = 'done' and updated_at > now() - ${`${REOPEN_HOURS} hours`}::interval
      and ((kind = 'cancel' and not (${isCancelDone(sql)})) or (kind = 'settle' and not ${isSettleDone(sql)}) or (kind = 'mint' and not ${isMintDone(sql)}
        and exists (select 1 from token t where t.uuid::text = task.subject and t.status = 'minting')))
      order by uuid for no key update skip locked)`;
};

export const markSent = async (
  sql: Tx,
  uuids: string[],
  sent: { txHash: Hex; nonce: number; tip: bigint; maxFee: bigint },
): Promise<void> => {
  await sql`
    update operator_task set status = 'sent', tx_hash = ${sent.txHash}, nonce = ${sent.nonce}, tip = ${String(sent.tip)},
      max_fee = ${String(sent.maxFee)}, sent_at = now(), last_error = null, run_at = now(), updated_at = now() where uuid = any(${uuids}::uuid[])`;
};

/** Another attempt after a while: its time doubles. */
export const retryLater = async (sql: Tx, uuids: string[], error: string, isCounted: boolean): Promise<void> => {
  await sql`
    update operator_task set status = 'pending', tx_hash = null, nonce = null, sent_at = null, last_error = ${error.slice(0, 500)},
      attempts = attempts + ${isCounted ? 1 : 0}, run_at = now() + least(interval '5 minutes', interval '500 milliseconds' * power(2, least(attempts, 12))),
      updated_at = now() where uuid = any(${uuids}::uuid[])`;
};

/** Those of the mints sent that have minted nothing by what the follower has read. */
export const mintsWithoutEffect = async (sql: Tx, uuids: string[]): Promise<string[]> => {
  const rows = await sql<{ uuid: string }[]>`
    select uuid from operator_task task where uuid = any(${uuids}::uuid[]) and status = 'sent' and not ${isMintDone(sql)}`;
  return rows.map((row) => row.uuid);
};

/** Nobody pays for it now: it is looked at again after a while. */
export const holdTask = async (sql: Tx, uuid: string, why: string, seconds: number): Promise<void> => {
  await sql`
    update operator_task set status = 'pending', last_error = ${why}, run_at = now() + ${`${seconds} seconds`}::interval, updated_at = now()
    where uuid = ${uuid}`;
};

export const dropTask = async (sql: Tx, uuid: string): Promise<void> => {
  await sql`delete from operator_task where uuid = ${uuid}`;
};

/** The fee that the next copy of a transaction has to pass, after the node refused the last; it is tried after another while. */
export const raiseFee = async (sql: Tx, uuids: string[], fee: { tip: bigint; maxFee: bigint }): Promise<void> => {
  await sql`
    update operator_task set tip = ${String(fee.tip)}, max_fee = ${String(fee.maxFee)}, sent_at = now(), updated_at = now()
    where uuid = any(${uuids}::uuid[])`;
};

export const findTasks = async (
  sql: Tx,
  kind: TaskKind,
  subjects: readonly string[],
): Promise<{ subject: string; status: string; lastError: string | null }[]> =>
  (
    await sql<{ subject: string; status: string; last_error: string | null }[]>`
      select subject, status, last_error from operator_task where kind = ${kind} and subject = any(${subjects as string[]}::text[])`
  ).map((row) => ({ subject: row.subject, status: row.status, lastError: row.last_error }));

/** The contract refuses it for good. */
export const giveUp = async (sql: Tx, uuid: string, error: string): Promise<void> => {
  await sql`update operator_task set status = 'failed', last_error = ${error.slice(0, 500)}, updated_at = now() where uuid = ${uuid}`;
};

/** Takes a task that failed up again at once. @returns its kind; undefined when it is gone, on its way or never failed */
export const reopenTask = async (tx: Tx, uuid: string): Promise<TaskKind | undefined> => {
  const [row] = await tx<{ kind: TaskKind }[]>`
    update operator_task set status = 'pending', attempts = 0, tx_hash = null, nonce = null, sent_at = null, run_at = now(), updated_at = now()
    where uuid = ${uuid} and (status = 'failed' or (status = 'pending' and last_error is not null)) returning kind`;
  return row?.kind;
};

export const findComponents = async (sql: Tx, orderHashes: string[]): Promise<Map<string, Record<string, unknown>>> =>
  new Map(
    (
      await sql<{ order_hash: string; components: Record<string, unknown> }[]>`
      select order_hash, components from seaport_order where order_hash = any(${orderHashes}::text[])`
    ).map((row) => [row.order_hash, row.components]),
  );
