import type { Address, Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { FREE_KINDS, GAS_CEILING, isFree, type Funds, type TaskKind } from './operator.allowance.rules.ts';
import type { Task } from './operator.store.ts';

/**
 * Reserves the cost of a transaction before it is sent: its gas, split equally between its tasks, and what each sends along.
 * Only the newest copy of a nonce counts.
 */
export const reserveSpend = async (
  sql: Tx,
  chainId: number,
  tasks: Pick<Task, 'uuid'>[],
  { txHash, nonce, gas, wei }: { txHash: Hex; nonce: number; gas: bigint; wei: bigint },
): Promise<void> => {
  const uuids = tasks.map(({ uuid }) => uuid);
  await sql`
    with older as (
      update operator_spend set wei = 0 where chain_id = ${chainId} and nonce = ${nonce} and not is_booked and tx_hash <> ${txHash})
    insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, cause, gas, wei, value)
    select ${txHash}, uuid, ${chainId}, ${nonce}, kind, account_uuid, cause, ${String(gas / BigInt(uuids.length))}::numeric,
      ${String(wei / BigInt(uuids.length))}::numeric + value, value
    from operator_task where uuid = any(${uuids}::uuid[]) on conflict do nothing`;
};

/**
 * Reserves the cost of an empty payment that replaces a transaction. It counts for whom the transaction was sent, but belongs to
 * no task: a task that is opened again must not take it for its own.
 */
export const reserveEmpty = async (
  sql: Tx,
  chainId: number,
  replaced: Sent,
  { txHash, gas, wei }: { txHash: Hex; gas: bigint; wei: bigint },
): Promise<void> => {
  await sql`
    with older as (
      update operator_spend set wei = 0
      where chain_id = ${chainId} and nonce = ${replaced.nonce} and not is_booked and tx_hash <> ${txHash})
    insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, cause, gas, wei)
    select ${txHash}, gen_random_uuid(), chain_id, nonce, kind, account_uuid, cause,
      div(${String(gas)}::numeric, count(*) over ()), div(${String(wei)}::numeric, count(*) over ())
    from operator_spend where tx_hash = ${replaced.txHash} and not is_booked
      and not exists (select 1 from operator_spend where tx_hash = ${txHash})`;
};

/**
 * Transactions that no sent task watches and that may wait in a pool: somebody else had the effect, or the task was dropped or
 * opened again. By nonce, the newest copy first. A payment is left out: its task sends it again with the same nonce.
 */
export const unwatchedSpends = async (sql: Tx, chainId: number): Promise<(Sent & { sentAt: Date })[]> =>
  (
    await sql<{ tx_hash: Hex; nonce: number; sent_at: Date }[]>`
      select distinct tx_hash, nonce, sent_at from operator_spend s where chain_id = ${chainId} and not is_booked and value = 0
        and not exists (select 1 from operator_task t where t.chain_id = s.chain_id and t.status = 'sent' and t.nonce = s.nonce)
      order by nonce, sent_at desc`
  ).map((row) => ({ txHash: row.tx_hash, nonce: row.nonce, sentAt: row.sent_at }));

/** Deletes the reserved cost of a transaction that was never sent, or never mined. */
export const dropSpend = async (sql: Tx, txHash: Hex): Promise<void> => {
  await sql`delete from operator_spend where tx_hash = ${txHash} and not is_booked`;
};

/** The newest transaction of a task whose real cost is not booked yet: a crash may have kept it from being recorded as sent. */
export const findReserved = async (sql: Tx, taskUuid: string): Promise<Sent | undefined> => {
  const [row] = await sql<{ tx_hash: Hex; nonce: number }[]>`
    select tx_hash, nonce from operator_spend where task_uuid = ${taskUuid} and not is_booked and wei > 0 order by sent_at desc limit 1`;
  return row && { txHash: row.tx_hash, nonce: row.nonce };
};

export type Sent = { txHash: Hex; nonce: number };

export const findSent = async (sql: Tx, txHash: Hex): Promise<Sent | undefined> => {
  const [row] = await sql<{ nonce: number }[]>`select nonce from operator_spend where tx_hash = ${txHash} limit 1`;
  return row && { txHash, nonce: row.nonce };
};

/** The transactions of other tasks with the same nonce. */
export const othersAtNonce = async (sql: Tx, chainId: number, { txHash, nonce }: Sent): Promise<Hex[]> =>
  (
    await sql<{ tx_hash: Hex }[]>`
      select distinct tx_hash from operator_spend s where chain_id = ${chainId} and nonce = ${nonce}
        and not exists (select 1 from operator_spend own where own.tx_hash = ${txHash} and own.task_uuid = s.task_uuid)`
  ).map((row) => row.tx_hash);

/** All transactions of a task that were ever sent, or were about to be, the newest first. */
export const spendsOfTask = async (sql: Tx, taskUuid: string): Promise<(Sent & { sentAt: Date })[]> =>
  (
    await sql<{ tx_hash: Hex; nonce: number; sent_at: Date }[]>`
      select tx_hash, nonce, sent_at from operator_spend where task_uuid = ${taskUuid} order by sent_at desc, nonce desc`
  ).map((row) => ({ txHash: row.tx_hash, nonce: row.nonce, sentAt: row.sent_at }));

/**
 * `isPayment`: it sends native coin, so its nonce must be remembered until a transaction has used it. `refund`: what it pays
 * back if its task succeeds, in wei.
 */
export type OpenSpend = Sent & { kind: TaskKind; isOld: boolean; isPayment: boolean; refund: bigint };
/** Transactions whose real cost is not booked yet; without payments that no node has shown for a week. */
export const openSpends = async (sql: Tx, chainId: number): Promise<OpenSpend[]> =>
  (
    await sql<
      { tx_hash: Hex; nonce: number; kind: TaskKind; is_old: boolean; is_payment: boolean; refund: string | null }[]
    >`
      select s.tx_hash, s.nonce, min(s.kind) as kind, min(s.sent_at) < now() - interval '1 hour' as is_old,
        bool_or(s.value > 0) as is_payment, sum(t.refund) as refund
      from operator_spend s left join operator_task t on t.uuid = s.task_uuid
      where s.chain_id = ${chainId} and not s.is_booked and (s.value = 0 or s.sent_at > now() - interval '7 days')
      group by s.tx_hash, s.nonce order by s.nonce limit 100`
  ).map((row) => ({
    txHash: row.tx_hash,
    nonce: row.nonce,
    kind: row.kind,
    isOld: row.is_old,
    isPayment: row.is_payment,
    refund: BigInt(row.refund ?? 0),
  }));

/** What remains of a cost after what was paid back: not less than nothing. */
export const lessRefund = (wei: bigint, refund: bigint): bigint => (refund < wei ? wei - refund : 0n);

/**
 * Books the real cost, gas split equally between the tasks (the first takes the remainder), and deletes other copies of the
 * nonce.
 */
export const bookSpend = async (
  sql: Tx,
  chainId: number,
  { txHash, nonce }: OpenSpend,
  { gas, wei }: { gas: bigint; wei: bigint },
): Promise<void> => {
  await sql`
    with parts as (
      select task_uuid, row_number() over (order by task_uuid) as place, count(*) over () as n
      from operator_spend where tx_hash = ${txHash} and not is_booked)
    update operator_spend s set is_booked = true,
      gas = div(${String(gas)}::numeric, n) + case when place = 1 then mod(${String(gas)}::numeric, n) else 0 end,
      wei = div(${String(wei)}::numeric, n) + case when place = 1 then mod(${String(wei)}::numeric, n) else 0 end + value
    from parts where s.tx_hash = ${txHash} and s.task_uuid = parts.task_uuid`;
  await sql`delete from operator_spend where chain_id = ${chainId} and nonce = ${nonce} and not is_booked and tx_hash <> ${txHash}`;
};

type Row = { in_flight: string; spent: string; by_account: string };
/** Whom a task is for: an account, or without one the address that causes a duty; the marketplace's own has neither. */
export type Payee = { kind: TaskKind; accountUuid: string | null; cause?: Address | null };

/**
 * The recorded costs that the decision about one task depends on, in wei: of free tasks, or for a duty of duties.
 * @param withPromised also counts pending free tasks at their gas ceilings. The API needs this before it promises more of them;
 *   the runner, which pays task by task, does not
 */
export const readSpent = async (
  sql: Tx,
  chainId: number,
  { kind: asked, accountUuid, cause = null }: Payee,
  gasPrice: bigint,
  withPromised: boolean,
): Promise<Pick<Funds, 'inFlight' | 'spent' | 'spentByAccount'>> => {
  const isAlike = sql`(kind = any(${FREE_KINDS as string[]})) = ${isFree(asked)}`;
  const isTheirs = accountUuid ? sql`account_uuid = ${accountUuid}` : sql`account_uuid is null and cause = ${cause}`;
  const [row] = await sql<Row[]>`
    select coalesce(sum(wei) filter (where not is_booked), 0) as in_flight,
      coalesce(sum(wei) filter (where ${isAlike}), 0) as spent,
      coalesce(sum(wei) filter (where ${isAlike} and ${isTheirs}), 0) as by_account
    from operator_spend where chain_id = ${chainId} and sent_at > now() - interval '24 hours'`;
  const waiting = withPromised
    ? await sql<
        { kind: TaskKind; gas: string | null; value: string; refund: string; count: string; by_account: string }[]
      >`
        select kind, gas, value, refund, count(*) as count, count(*) filter (where account_uuid = ${accountUuid}) as by_account from operator_task
        where chain_id = ${chainId} and status = 'pending' and kind = any(${FREE_KINDS as string[]})
          and (last_error is null or last_error not like 'operator.%') group by kind, gas, value, refund`
    : [];
  const promised = (column: 'count' | 'by_account', isNet = true) =>
    waiting.reduce((sum, { kind, gas, value, refund, [column]: count }) => {
      const advanced = BigInt(gas ?? GAS_CEILING[kind]) * gasPrice + BigInt(value);
      return sum + (isNet ? lessRefund(advanced, BigInt(refund)) : advanced) * BigInt(count);
    }, 0n);
  return {
    inFlight: BigInt(row?.in_flight ?? 0) + promised('count', false),
    spent: BigInt(row?.spent ?? 0) + promised('count'),
    spentByAccount: BigInt(row?.by_account ?? 0) + promised('by_account'),
  };
};

/** Everything spent in the last seven days, in wei. */
export const spentWeek = async (sql: Tx, chainId: number): Promise<bigint> => {
  const [row] = await sql<{ wei: string }[]>`
    select coalesce(sum(wei), 0) as wei from operator_spend where chain_id = ${chainId} and sent_at > now() - interval '7 days'`;
  return BigInt(row?.wei ?? 0);
};

/** Deletes the account from the costs that were paid for it; the costs stay. */
export const clearSpendAccount = async (tx: Tx, accountUuid: string): Promise<void> => {
  await tx`update operator_spend set account_uuid = null where account_uuid = ${accountUuid}`;
};
