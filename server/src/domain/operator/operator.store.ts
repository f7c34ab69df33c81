import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { FREE_KINDS, GAS_CEILING, type TaskKind } from './operator.allowance.rules.ts';
import type { LastFee } from './operator.fee.ts';
import type { TaskHandler } from './operator.registry.ts';

export type TaskIntent = {
  chainId: number;
  kind: TaskKind;
  /** mint: the token's uuid; cancel: the order's hash; settle: the auction's id; keep, hatch, lose: a breeding's uuid; commit: contract/batch; operation: its hash; recover: a request's uuid and the step; drop: the wallet. */
  subject: string;
  /** The account it is done for, by uuid or as a query for one; null for the marketplace's own tasks. */
  account: string | null | Fragment;
  /** Who causes a duty; its budget counts by this address when there is no account. */
  cause?: Address;
  /** The most gas of this task; that of its kind by default. */
  gas?: bigint;
  /** Native coin that is sent along, in wei. */
  value?: bigint;
  /** What the task's transaction pays the operator back, in wei. */
  refund?: bigint;
};

/**
 * Records that the operator has to do something on chain. Idempotent: one row for each kind and subject. A task that was
 * done or given up is opened again; one in flight stays as it is.
 */
export const enqueueTask = async (
  tx: Tx,
  { chainId, kind, subject, account, cause, gas, value = 0n, refund = 0n }: TaskIntent,
): Promise<void> => {
  await tx`
    insert into operator_task (uuid, chain_id, kind, subject, account_uuid, cause, gas, value, refund)
    values (${uuidv7()}, ${chainId}, ${kind}, ${subject}, (${account})::uuid, ${cause ?? null}, ${gas === undefined ? null : String(gas)}::numeric, ${String(value)}::numeric, ${String(refund)}::numeric)
    on conflict (kind, subject) do update
      set status = 'pending', attempts = 0, last_error = null, tx_hash = null, value = excluded.value, refund = excluded.refund, run_at = now(), updated_at = now()
      where operator_task.status in ('done', 'failed')`;
};

export type Task = {
  uuid: string;
  kind: TaskKind;
  subject: string;
  status: 'pending' | 'sent';
  /** The account it is done for. */
  accountUuid: string | null;
  /** Who causes a duty. */
  cause: Address | null;
  /** The most gas that is paid for it. */
  gas: bigint;
  /** Native coin that is sent along, in wei. */
  value: bigint;
  /** What its transaction pays the operator back, in wei. */
  refund: bigint;
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
  cause: Address | null;
  gas: string | null;
  value: string;
  refund: string;
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
  cause: row.cause,
  gas: row.gas === null ? GAS_CEILING[row.kind] : BigInt(row.gas),
  value: BigInt(row.value),
  refund: BigInt(row.refund),
  txHash: row.tx_hash,
  nonce: row.nonce,
  tip: row.tip === null ? null : BigInt(row.tip),
  maxFee: row.max_fee === null ? null : BigInt(row.max_fee),
  sentAt: row.sent_at,
  attempts: row.attempts,
});

/**
 * Tasks that are due: the marketplace's duties first, those that a budget has refused before last, each group by age. Of
 * duties the first of each cause comes before the second of any, so that nobody's many delay another's one.
 */
export const dueTasks = async (sql: Tx, chainId: number, status: 'pending' | 'sent', limit: number): Promise<Task[]> =>
  (
    await sql<TaskRow[]>`
      select uuid, kind, subject, status, account_uuid, cause, gas, value, refund, tx_hash, nonce, tip, max_fee, sent_at, attempts from (
        select *, kind = any(${FREE_KINDS as string[]}) as is_free, coalesce(last_error like 'operator.%', false) as is_held
        from operator_task where chain_id = ${chainId} and status = ${status} and run_at <= now()) due
      order by is_free, is_held, case when is_free then 0 else
        row_number() over (partition by is_free, is_held, coalesce(account_uuid::text, cause) order by created_at, uuid) end, created_at, uuid
      limit ${limit}`
  ).map(toTask);

/**
 * Whether there are tasks to do, or transactions whose cost is not booked yet: an operator with nothing to do asks four
 * times a second.
 */
export const hasWork = async (sql: Tx, chainId: number): Promise<boolean> =>
  (
    await sql<{ has_work: boolean }[]>`
      select exists (select 1 from operator_task where chain_id = ${chainId} and status in ('pending', 'sent'))
        or exists (select 1 from operator_spend where chain_id = ${chainId} and not is_booked) as has_work`
  )[0]?.has_work ?? false;

const either = (sql: Tx, conditions: Fragment[]): Fragment =>
  conditions.reduce<Fragment>((all, one) => sql`${all} or ${one}`, sql`false`);

/** Closes the tasks whose effect the follower has recorded, whoever caused it. Rows that are locked wait for the next call. */
export const closeDone = async (sql: Tx, chainId: number, handlers: readonly TaskHandler[]): Promise<void> => {
  const done = handlers.map((handler) => sql`(kind = ${handler.kind} and (${handler.done(sql, chainId)}))`);
  await sql`
    update operator_task set status = 'done', last_error = null, updated_at = now() where uuid in (
      select uuid from operator_task task where chain_id = ${chainId} and status in ('pending', 'sent') and (${either(sql, done)})
      order by uuid for no key update skip locked)`;
};

/** A reorg can revert what was done within this time. */
const REOPEN_HOURS = 24;
/** Opens the tasks whose effect a reorg has reverted. */
export const reopenUndone = async (sql: Tx, chainId: number, handlers: readonly TaskHandler[]): Promise<void> => {
  const undone = handlers.flatMap(({ kind, undone: condition }) =>
    condition ? [sql`(kind = ${kind} and (${condition(sql)}))`] : [],
  );
  await sql`
    update operator_task set status = 'pending', attempts = 0, tx_hash = null, run_at = now(), updated_at = now() where uuid in (
      select uuid from operator_task task where chain_id = ${chainId} and status = 'done'
        and updated_at > now() - ${`${REOPEN_HOURS} hours`}::interval and (${either(sql, undone)})
      order by uuid for no key update skip locked)`;
};

/** Records the transaction of tasks before it is sent. Tip and highest fee are wei per gas. */
export const markSent = async (
  sql: Tx,
  uuids: string[],
  sent: { txHash: Hex; nonce: number; tip: bigint; maxFee: bigint },
): Promise<void> => {
  await sql`
    update operator_task set status = 'sent', tx_hash = ${sent.txHash}, nonce = ${sent.nonce}, tip = ${String(sent.tip)},
      max_fee = ${String(sent.maxFee)}, sent_at = now(), last_error = null, run_at = now(), updated_at = now() where uuid = any(${uuids}::uuid[])`;
};

/** Schedules another attempt: after half a second, doubled with each attempt, at most five minutes. */
export const retryLater = async (sql: Tx, uuids: string[], error: string, isCounted: boolean): Promise<void> => {
  await sql`
    update operator_task set status = 'pending', tx_hash = null, nonce = null, sent_at = null, last_error = ${error.slice(0, 500)},
      attempts = attempts + ${isCounted ? 1 : 0}, run_at = now() + least(interval '5 minutes', interval '500 milliseconds' * power(2, least(attempts, 12))),
      updated_at = now() where uuid = any(${uuids}::uuid[])`;
};

/** The sent tasks whose effect the follower has not recorded. */
export const withoutEffect = async (sql: Tx, uuids: string[], done: Fragment): Promise<string[]> => {
  const rows = await sql<{ uuid: string }[]>`
    select uuid from operator_task task where uuid = any(${uuids}::uuid[]) and status = 'sent' and not (${done})`;
  return rows.map((row) => row.uuid);
};

/** No budget pays for the task now: it is due again after `seconds`. */
export const holdTask = async (sql: Tx, uuid: string, why: string, seconds: number): Promise<void> => {
  await sql`
    update operator_task set status = 'pending', last_error = ${why}, run_at = now() + ${`${seconds} seconds`}::interval, updated_at = now()
    where uuid = ${uuid}`;
};

/** Deletes a task that is no longer needed. */
export const dropTask = async (sql: Tx, uuid: string): Promise<void> => {
  await sql`delete from operator_task where uuid = ${uuid}`;
};

/** Records the fee that the next copy of a transaction has to exceed, after the node refused a copy. */
export const raiseFee = async (sql: Tx, uuids: string[], { tip, maxFee }: LastFee): Promise<void> => {
  await sql`
    update operator_task set tip = ${String(tip ?? 0n)}, max_fee = ${String(maxFee ?? 0n)}, sent_at = now(), updated_at = now()
    where uuid = any(${uuids}::uuid[])`;
};

/** The tasks of a kind for these subjects, in any status; none for a subject without a task. */
export const findTasks = async (
  sql: Tx,
  kind: TaskKind,
  subjects: readonly string[],
): Promise<{ subject: string; status: string; lastError: string | null }[]> =>
  (
    await sql<{ subject: string; status: string; last_error: string | null }[]>`
      select subject, status, last_error from operator_task where kind = ${kind} and subject = any(${subjects as string[]}::text[])`
  ).map((row) => ({ subject: row.subject, status: row.status, lastError: row.last_error }));

/** Whether an operation of the account is on its way to the chain. */
export const hasOperationOnItsWay = async (sql: Tx, accountUuid: string): Promise<boolean> =>
  (
    await sql`
      select 1 from operator_task where status in ('pending', 'sent') and kind = 'operation' and account_uuid = ${accountUuid} limit 1`
  ).length > 0;

/** Ends a task as failed. */
export const giveUp = async (sql: Tx, uuid: string, error: string): Promise<void> => {
  await sql`update operator_task set status = 'failed', last_error = ${error.slice(0, 500)}, updated_at = now() where uuid = ${uuid}`;
};

/** Makes a failed task due now. @returns its kind; undefined when there is none, it is in flight or it never failed */
export const reopenTask = async (tx: Tx, uuid: string): Promise<TaskKind | undefined> => {
  const [row] = await tx<{ kind: TaskKind }[]>`
    update operator_task set status = 'pending', attempts = 0, tx_hash = null, nonce = null, sent_at = null, run_at = now(), updated_at = now()
    where uuid = ${uuid} and (status = 'failed' or (status = 'pending' and last_error is not null)) returning kind`;
  return row?.kind;
};

/** Deletes the account from the tasks that were done for it; the tasks stay. */
export const clearTasksAccount = async (tx: Tx, accountUuid: string): Promise<void> => {
  await tx`update operator_task set account_uuid = null where account_uuid = ${accountUuid}`;
};
