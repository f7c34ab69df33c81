import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { ChainLog } from '../../platform/chain/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RecoveryFacts } from './account.recovery.rules.ts';

/** A log of an account about its recovery. */
export type RecoveryLog = {
  kind: 'GUARDIAN' | 'PROPOSED' | 'CANCELLED';
  /** Of GUARDIAN; null if nobody is. */
  guardian?: Address | null;
  /** Of PROPOSED. */
  key?: Hex;
  recoverableAt?: Date;
};

/** Records a log of a known account. */
export const addRecoveryLog = async (tx: Tx, log: ChainLog, what: RecoveryLog): Promise<void> => {
  const { kind, guardian = null, key = null, recoverableAt = null } = what;
  await tx`
    insert into smart_account_recovery (block_number, log_index, account, kind, guardian, key, recoverable_at, created_at)
    select ${String(log.blockNumber)}::bigint, ${log.logIndex}, address, ${kind}, ${guardian}, ${key},
      ${recoverableAt}::timestamptz, ${log.blockTime} from smart_account
    where address = ${log.address} on conflict do nothing`;
};

/** Removes the record of a log that a reorg has removed. */
export const deleteRecoveryLog = async (tx: Tx, log: ChainLog): Promise<void> => {
  await tx`
    delete from smart_account_recovery where block_number = ${String(log.blockNumber)}::bigint and log_index = ${log.logIndex}`;
};

/** Who may propose a key for an account; null if nobody. */
export const findGuardian = async (sql: Tx, account: Address): Promise<Address | null> => {
  const [row] = await sql<{ guardian: Address | null }[]>`
    select guardian from smart_account_recovery where account = ${account} and kind = 'GUARDIAN'
    order by block_number desc, log_index desc limit 1`;
  return row?.guardian ?? null;
};

/**
 * SQL of the last log about a proposal since that of the request `r`: what comes before it, after the request, is the late
 * end of an earlier one. @param column of smart_account_recovery
 */
const lastLog = (sql: Tx, column: 'kind' | 'key' | 'recoverable_at') => sql`
  (select ${sql(`l.${column}`)} from smart_account_recovery l where l.account = r.account and l.kind <> 'GUARDIAN'
    and exists (select 1 from smart_account_recovery own where own.account = r.account and own.kind = 'PROPOSED'
      and own.key = r.key and own.block_number > r.since_block
      and (own.block_number, own.log_index) <= (l.block_number, l.log_index))
    order by l.block_number desc, l.log_index desc limit 1)`;
/** SQL condition: the key of the request `r` was added since, so that no proposal of it is open. */
const wasAdded = (sql: Tx) => sql`
  exists (select 1 from smart_account_key k where k.account = r.account and k.key = r.key and k.block_number > r.since_block)`;
/** SQL: the last log of the key of the request `r` since then added it; null if there is none, or if it removed the key. */
const hasKey = (sql: Tx) => sql`
  (select k.key = r.key from smart_account_key k where k.account = r.account and k.block_number > r.since_block
    and k.key_hash = (select a.key_hash from smart_account_key a where a.account = r.account and a.key = r.key limit 1)
    order by k.block_number desc, k.log_index desc limit 1)`;
/** SQL condition: a later request of the account may have made its last proposal, which a cancellation would remove. */
const isReplaced = (sql: Tx) => sql`
  exists (select 1 from recovery later where later.account = r.account and later.created_at > r.created_at
    and later.status in ('CONFIRMED', 'DONE'))`;
/** SQL condition: the account's last proposal is of the request `r`, and its key was not added. */
const isOpen = (sql: Tx) => sql`
  (${lastLog(sql, 'kind')} is not distinct from 'PROPOSED' and ${lastLog(sql, 'key')} = r.key
    and not ${isReplaced(sql)} and not ${wasAdded(sql)})`;

const facts = (sql: Tx) => sql`
  select r.*, ${lastLog(sql, 'kind')} as last, ${lastLog(sql, 'key')} as proposed_key, ${lastLog(sql, 'recoverable_at')} as recoverable_at,
    coalesce(${hasKey(sql)}, false) as has_key, ${wasAdded(sql)} as was_added, ${isOpen(sql)} as is_open,
    exists (select 1 from account_change c where c.user_uuid = r.user_uuid and (c.undone_at > r.created_at
      or (c.created_at > r.created_at and c.kind in ('email', 'password')))) as is_doubtful,
    exists (select 1 from app_user u where u.uuid = r.user_uuid and u.metamask_wallet = r.account and u.blocked_at is null) as is_owner,
    (select g.guardian from smart_account_recovery g where g.account = r.account and g.kind = 'GUARDIAN'
      order by g.block_number desc, g.log_index desc limit 1) as guardian
  from recovery r`;

export const findRecovery = async (sql: Tx, uuid: string): Promise<RecoveryFacts | undefined> =>
  (await sql<RecoveryFacts[]>`${facts(sql)} where r.uuid = ${uuid}`)[0];

/** A user's newest request. */
export const findLatestRecovery = async (sql: Tx, userUuid: string): Promise<RecoveryFacts | undefined> =>
  (
    await sql<
      RecoveryFacts[]
    >`${facts(sql)} where r.user_uuid = ${userUuid} order by r.created_at desc, r.uuid desc limit 1`
  )[0];

/** The open request for an account. */
export const findOpenRecovery = async (sql: Tx, account: Address): Promise<RecoveryFacts | undefined> =>
  (await sql<RecoveryFacts[]>`${facts(sql)} where r.account = ${account} and r.status in ('ASKED', 'CONFIRMED')`)[0];

/** How many requests `listRecoveries` returns at most. */
export const PAGE = 1000;
/**
 * The confirmed requests, and the stopped ones whose proposal is still on the chain, oldest first.
 * @param after the last request of the page before
 */
export const listRecoveries = (sql: Tx, after: string | null): Promise<RecoveryFacts[]> =>
  sql<
    RecoveryFacts[]
  >`${facts(sql)} where (${after}::uuid is null or r.uuid > ${after}::uuid) and (r.status = 'CONFIRMED'
      or (r.status = 'STOPPED' and r.created_at > now() - interval '60 days' and ${isOpen(sql)}))
    order by r.uuid limit ${PAGE}`;

/** The time of the chain: of its last block, or now if that is older. */
export const readChainTime = async (sql: Tx, chainId: number): Promise<Date> => {
  const [row] = await sql<{ now: Date }[]>`
    select greatest(now(), max(block_time)) as now from chain_cursor where chain_id = ${chainId}`;
  return row?.now ?? new Date();
};

/** Whether an account's e-mail address was changed within the last days. */
export const isEmailNew = async (sql: Tx, userUuid: string, days: number): Promise<boolean> =>
  (
    await sql`select 1 from account_change where user_uuid = ${userUuid} and kind = 'email' and undone_at is null
      and created_at > now() - ${days} * interval '1 day' limit 1`
  ).length > 0;

/** Stores a request, instead of one that was not confirmed. */
export const addRecovery = async (
  tx: Tx,
  made: { userUuid: string; account: Address; key: Hex; deviceHash: string | null },
): Promise<string> => {
  await tx`delete from recovery where account = ${made.account} and status = 'ASKED'`;
  const uuid = uuidv7();
  await tx`
    insert into recovery (uuid, user_uuid, account, key, device_hash, since_block)
    values (${uuid}, ${made.userUuid}, ${made.account}, ${made.key}, ${made.deviceHash},
      (select coalesce(max(block_number), 0) from (
        select block_number from smart_account_recovery where account = ${made.account}
        union all select block_number from smart_account_key where account = ${made.account}) logs))`;
  return uuid;
};

/** How long the mailed link confirms a request: 24 hours. */
const CONFIRM_HOURS = 24;

/** @returns whether it was asked for within the last day and is confirmed now */
export const confirmRecoveryRow = async (tx: Tx, uuid: string): Promise<boolean> => {
  const { count } = await tx`
    update recovery set status = 'CONFIRMED', confirmed_at = now()
    where uuid = ${uuid} and status = 'ASKED' and created_at > now() - ${CONFIRM_HOURS} * interval '1 hour'`;
  return count > 0;
};

/** Ends an open request. @returns whether it was open */
export const endRecovery = async (tx: Tx, uuid: string, status: 'STOPPED' | 'DONE'): Promise<boolean> => {
  const { count } =
    await tx`update recovery set status = ${status} where uuid = ${uuid} and status in ('ASKED', 'CONFIRMED')`;
  return count > 0;
};

/** Records that the mails of a confirmed request were sent up to a number. @returns whether it was lower before */
export const setReminders = async (tx: Tx, uuid: string, reminders: number): Promise<boolean> => {
  const { count } = await tx`
    update recovery set reminders = ${reminders} where uuid = ${uuid} and status = 'CONFIRMED' and reminders < ${reminders}`;
  return count > 0;
};

/** Stops the requests of an account that is deleted; the rows stay without it until the chain knows. */
export const clearRecoveries = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`
    update recovery set user_uuid = null, device_hash = null, status = case when status in ('ASKED', 'CONFIRMED') then 'STOPPED' else status end
    where user_uuid = ${userUuid}`;
};

const ofTask = (sql: Tx, condition: { propose: unknown; finish: unknown; stop: unknown }) => sql`
  exists (select 1 from recovery r where r.uuid::text = split_part(task.subject, ':', 1) and case split_part(task.subject, ':', 2)
    when 'propose' then ${condition.propose as never} when 'finish' then ${condition.finish as never} else ${condition.stop as never} end)`;

/** SQL condition on the row `task`: its step has happened, or is no longer wanted. */
export const isStepDone = (sql: Tx) =>
  ofTask(sql, {
    propose: sql`(r.status <> 'CONFIRMED' or ${lastLog(sql, 'kind')} is not null)`,
    finish: sql`(r.status = 'STOPPED' or ${wasAdded(sql)} or ${lastLog(sql, 'kind')} is distinct from 'PROPOSED')`,
    stop: sql`(not ${isOpen(sql)})`,
  });
/** SQL condition on the row of a done `task`: a reorg has reverted its step. */
export const isStepUndone = (sql: Tx) =>
  ofTask(sql, {
    propose: sql`(r.status = 'CONFIRMED' and ${lastLog(sql, 'kind')} is null)`,
    finish: sql`(r.status = 'DONE' and ${isOpen(sql)})`,
    stop: sql`(r.status = 'STOPPED' and ${isOpen(sql)})`,
  });
