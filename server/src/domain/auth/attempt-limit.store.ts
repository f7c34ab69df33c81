import type { Tx } from '../../platform/db/database.ts';

/** A count as it was when it was last touched, `age` seconds ago; `wait` in seconds, negative once its turn has come. */
export type AttemptRow = { bucket: string; hits: number; age: number; wait: number | null };

/** Reads counts without holding them. */
export const readAttempts = (tx: Tx, buckets: string[]): Promise<AttemptRow[]> => tx<AttemptRow[]>`
  select bucket, hits, extract(epoch from clock_timestamp() - touched_at)::float8 as age,
    extract(epoch from open_at - clock_timestamp())::float8 as wait from pace where bucket = any(${buckets})`;

/** Makes the counts that are missing and holds all till the end of the transaction, always in one order. */
export const lockAttempts = (tx: Tx, buckets: string[]): Promise<AttemptRow[]> => tx<AttemptRow[]>`
  insert into pace (bucket) select bucket from unnest(${buckets}::text[]) as t (bucket) order by bucket
  on conflict (bucket) do update set bucket = excluded.bucket
  returning bucket, hits, extract(epoch from clock_timestamp() - touched_at)::float8 as age,
    extract(epoch from open_at - clock_timestamp())::float8 as wait`;

/** Writes counts that are held. `openIn`, in seconds, sets when the next try passes by waiting. */
export const storeAttempts = (tx: Tx, changes: { bucket: string; hits: number; openIn?: number }[]) => tx`
  update pace set hits = t.hits, touched_at = clock_timestamp(),
    open_at = case when t.open_in is null then open_at else clock_timestamp() + t.open_in * interval '1 second' end
  from unnest(${changes.map(({ bucket }) => bucket)}::text[], ${changes.map(({ hits }) => hits)}::float8[],
    ${changes.map(({ openIn }) => openIn ?? null)}::float8[]) as t (bucket, hits, open_in) where pace.bucket = t.bucket`;

/** Takes one try back from each count, and all from those of who has shown to be the owner. */
export const releaseAttempt = (tx: Tx, buckets: string[], cleared: string[]) => tx`
  with held as (select bucket from pace where bucket = any(${buckets}) order by bucket for update)
  update pace set hits = case when pace.bucket = any(${cleared}) then 0 else greatest(0, hits - 1) end,
    open_at = case when pace.bucket = any(${cleared}) then null else open_at end
  from held where pace.bucket = held.bucket`;

/** Uses work up. @returns false when it was used before, on whatever server */
export const useProofOfWork = async (tx: Tx, hash: string, expiresAt: Date): Promise<boolean> =>
  (
    await tx`insert into spent_work (hash, expires_at) values (${hash}, ${expiresAt}) on conflict (hash) do nothing returning hash`
  ).length > 0;

/**
 * Whether a mail that was sent before may go out again: after a minute, then two, four … up to an hour. A day without one
 * begins it again.
 */
export const isMailDue = async (tx: Tx, bucket: string): Promise<boolean> =>
  (
    await tx`insert into pace (bucket, hits, open_at) values (${bucket}, 1, now() + interval '1 minute')
      on conflict (bucket) do update set hits = least(pace.hits + 1, 7), touched_at = now(),
        open_at = now() + least(60, power(2, pace.hits)) * interval '1 minute' where pace.open_at <= now() returning 1`
  ).length > 0;

// Known devices -----------------------------------------------------------------------------------

/**
 * Whether an account was signed in to in a browser, after the last time that somebody else may have had the account.
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

/** From now on no browser is known until it signs in again: whoever took the account may have signed in in one. */
export const distrustDevices = (tx: Tx, userUuid: string) =>
  tx`update app_user set devices_distrusted_at = clock_timestamp() where uuid = ${userUuid}`;

/** Takes away counts and work that mean nothing any more. */
export const deleteOldAttempts = async (sql: Tx): Promise<void> => {
  await sql`delete from pace where touched_at < now() - interval '1 day'`;
  await sql`delete from spent_work where expires_at < now()`;
};
