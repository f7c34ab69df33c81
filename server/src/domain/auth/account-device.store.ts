import type { Tx } from '../../platform/db/database.ts';

/**
 * A device of an account, identified by the hash of its cookie, or without cookies by the hash of network address and
 * program name.
 */
export type Device = { key: string; isBrowser: boolean };

/**
 * Whether the account has signed in with one of these devices, with any device, and with any browser, before this
 * sign-in.
 */
export const findDevices = async (
  tx: Tx,
  userUuid: string,
  keys: string[],
): Promise<{ isKnown: boolean; hasAny: boolean; hasBrowser: boolean }> => {
  const [row] = await tx<{ is_known: boolean; has_any: boolean; has_browser: boolean }[]>`
    select coalesce(bool_or(key = any(${keys})), false) as is_known, count(*) > 0 as has_any,
      coalesce(bool_or(is_browser), false) as has_browser
    from account_device where user_uuid = ${userUuid}`;
  return { isKnown: !!row?.is_known, hasAny: !!row?.has_any, hasBrowser: !!row?.has_browser };
};

/** The maximum number of devices per account; the least recently used ones are deleted. */
const MOST = 100;

/** Records that these devices have signed in. */
export const putDevices = async (tx: Tx, userUuid: string, devices: Device[]): Promise<void> => {
  await tx`insert into account_device (user_uuid, key, is_browser)
    select ${userUuid}, key, is_browser = 'true'
    from unnest(${devices.map(({ key }) => key)}::text[], ${devices.map(({ isBrowser }) => String(isBrowser))}::text[]) as d (key, is_browser)
    on conflict (user_uuid, key) do update set last_used_at = now(), is_browser = account_device.is_browser or excluded.is_browser`;
  await tx`delete from account_device where user_uuid = ${userUuid} and key in (
    select key from account_device where user_uuid = ${userUuid} order by last_used_at desc, key offset ${MOST})`;
};

/** Deletes the devices that signed in for the first time at or after `since`. */
export const forgetDevices = (tx: Tx, userUuid: string, since: Date) =>
  tx`delete from account_device where user_uuid = ${userUuid} and first_used_at >= ${since}`;

/** Deletes devices that cannot appear again: browsers keep cookies for at most 400 days. */
export const sweepDevices = (sql: Tx) =>
  sql`delete from account_device where last_used_at < now() - interval '400 days'`;
