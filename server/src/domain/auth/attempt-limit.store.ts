import type { Tx } from '../../platform/db/database.ts';

/**
 * A counter with the value it had at its last change, `age` seconds ago. `wait` in seconds, negative after the delay
 * has ended.
 */
export type AttemptRow = { bucket: string; hits: number; age: number; wait: number | null };

/** Reads counters without locking them. */
export const readAttempts = (tx: Tx, buckets: string[]): Promise<AttemptRow[]> => tx<AttemptRow[]>`
  select bucket, hits, extract(epoch from clock_timestamp() - touched_at)::float8 as age,
    extract(epoch from open_at - clock_timestamp())::float8 as wait from pace where bucket = any(${buckets})`;

/** Inserts missing counters and locks all until the end of the transaction, always in the same order. */
export const lockAttempts = (tx: Tx, buckets: string[]): Promise<AttemptRow[]> => tx<AttemptRow[]>`
  insert into pace (bucket) select bucket from unnest(${buckets}::text[]) as t (bucket) order by bucket
  on conflict (bucket) do update set bucket = excluded.bucket
  returning bucket, hits, extract(epoch from clock_timestamp() - touched_at)::float8 as age,
    extract(epoch from open_at - clock_timestamp())::float8 as wait`;

/** Writes locked counters. `openIn`, in seconds, sets when the next try passes without proof of work. */
export const storeAttempts = (tx: Tx, changes: { bucket: string; hits: number; openIn?: number }[]) => tx`
  update pace set hits = t.hits, touched_at = clock_timestamp(),
    open_at = case when t.open_in is null then open_at else clock_timestamp() + t.open_in * interval '1 second' end
  from unnest(${changes.map(({ bucket }) => bucket)}::text[], ${changes.map(({ hits }) => hits)}::float8[],
    ${changes.map(({ openIn }) => openIn ?? null)}::float8[]) as t (bucket, hits, open_in) where pace.bucket = t.bucket`;

/** Removes one try from each counter, and resets the `cleared` ones completely. */
export const releaseAttempt = (tx: Tx, buckets: string[], cleared: string[]) => tx`
  with held as (select bucket from pace where bucket = any(${buckets}) order by bucket for update)
  update pace set hits = case when pace.bucket = any(${cleared}) then 0 else greatest(0, hits - 1) end,
    open_at = case when pace.bucket = any(${cleared}) then null else open_at end
  from held where pace.bucket = held.bucket`;

/** Marks a proof of work as used. @returns false when it was already used, on any server */
export const useProofOfWork = async (tx: Tx, hash: string, expiresAt: Date): Promise<boolean> =>
  (
    await tx`insert into spent_work (hash, expires_at) values (${hash}, ${expiresAt}) on conflict (hash) do nothing returning hash`
  ).length > 0;

/** Whether a mail may be sent now, and in how many seconds another one may. */
export type MailSlot = { isSent: boolean; nextInSeconds: number };

/**
 * Takes the slot of a repeated mail if it may be sent: after one minute, then two, four … up to one hour. After a day
 * without one the sequence restarts.
 */
export const takeMailSlot = async (tx: Tx, bucket: string): Promise<MailSlot> => {
  const wait = tx`greatest(1, ceil(extract(epoch from open_at - now())))::int as wait`;
  const [taken] = await tx<
    { wait: number }[]
  >`insert into pace (bucket, hits, open_at) values (${bucket}, 1, now() + interval '1 minute')
      on conflict (bucket) do update set hits = least(pace.hits + 1, 7), touched_at = now(),
        open_at = now() + least(60, power(2, pace.hits)) * interval '1 minute' where pace.open_at <= now() returning ${wait}`;
  const [row] = taken ? [taken] : await tx<{ wait: number }[]>`select ${wait} from pace where bucket = ${bucket}`;
  return { isSent: taken !== undefined, nextInSeconds: row?.wait ?? 0 };
};

/** Whether a repeated mail may be sent (`takeMailSlot`). */
export const isMailDue = async (tx: Tx, bucket: string): Promise<boolean> => (await takeMailSlot(tx, bucket)).isSent;

// Known devices -----------------------------------------------------------------------------------

/**
 * Whether an account has signed in with a device since the last time that someone else may have controlled the account.
 * @param of the account's uuid, or its address in lower case
 */
export const isKnownDevice = async (
  tx: Tx,
  of: { user: string } | { email: string },
  deviceHash: string | null,
): Promise<boolean> =>
  deviceHash !== null &&
  (
    await tx`select 1 from account_device join app_user on app_user.uuid = user_uuid where key = ${deviceHash}
      and ${'user' in of ? tx`user_uuid = ${of.user}` : tx`lower(email) = ${of.email}`}
      and last_used_at > coalesce(devices_distrusted_at, '-infinity')`
  ).length > 0;

/** Makes all devices unknown until they sign in again, because an attacker may have signed in with one of them. */
export const distrustDevices = (tx: Tx, userUuid: string) =>
  tx`update app_user set devices_distrusted_at = clock_timestamp() where uuid = ${userUuid}`;

/** Deletes expired counters and proofs of work. */
export const deleteOldAttempts = async (sql: Tx): Promise<void> => {
  await sql`delete from pace where touched_at < now() - interval '1 day'`;
  await sql`delete from spent_work where expires_at < now()`;
};
