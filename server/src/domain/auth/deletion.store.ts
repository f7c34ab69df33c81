/** The deletion of accounts: its date, and what it erases and keeps. */
import { isReferenced, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import { deleteCallsOf } from '../../platform/http/idempotency.ts';
import { deleteCountersOf } from '../../platform/http/rate-limit.ts';
import type { Owner } from '../../platform/own-data.ts';
import type { UserRow } from './auth.view.ts';

/** Schedules the deletion of an account in a number of days; a pending deletion keeps its date. @returns the date */
export const setDeletion = async (tx: Tx, uuid: string, days: number): Promise<Date> => {
  const [row] = await tx<{ deletion_at: Date }[]>`
    update app_user set deletion_at = coalesce(deletion_at, now() + ${days} * interval '1 day'), updated_at = now()
    where uuid = ${uuid} returning deletion_at`;
  return (row as { deletion_at: Date }).deletion_at;
};

/** Moves the date of a deletion to a number of days from now. @returns the new date */
export const putOffDeletion = async (tx: Tx, uuid: string, days: number): Promise<Date> => {
  const [row] = await tx<{ deletion_at: Date }[]>`
    update app_user set deletion_at = now() + ${days} * interval '1 day' where uuid = ${uuid} returning deletion_at`;
  return (row as { deletion_at: Date }).deletion_at;
};

/** Cancels a pending deletion. */
export const clearDeletion = (tx: Tx, uuid: string) =>
  tx`update app_user set deletion_at = null, updated_at = now() where uuid = ${uuid} and deletion_at is not null`;

/** Accounts whose deletion date has passed. */
export const findDueDeletions = async (sql: Tx): Promise<string[]> => {
  const rows = await sql<
    { uuid: string }[]
  >`select uuid from app_user where deletion_at <= now() order by deletion_at limit 100`;
  return rows.map(({ uuid }) => uuid);
};

/**
 * Locks an account whose deletion date has passed; undefined when another worker has locked it, or the deletion was
 * cancelled.
 */
export const lockDueDeletion = async (tx: Tx, uuid: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`
    select * from app_user where uuid = ${uuid} and deletion_at <= now() for update skip locked`;
  return row;
};

/**
 * Erases the personal data of an account and its sign-in methods. The empty row stays, with the wallet as former wallet
 * if others could see it.
 */
export const eraseAccount = async (tx: Tx, { uuid, wallet, contacts }: Owner): Promise<void> => {
  // Tokens are deleted with their sessions, recovery codes with their second factor.
  await tx`delete from session where user_uuid = ${uuid}`;
  await tx`delete from mail_token where user_uuid = ${uuid}`;
  await tx`delete from two_factor where user_uuid = ${uuid}`;
  await tx`delete from phone_code where user_uuid = ${uuid}`;
  await tx`delete from account_change where user_uuid = ${uuid}`;
  await tx`delete from account_device where user_uuid = ${uuid}`;
  await tx`delete from passkey where user_uuid = ${uuid}`;
  await tx`delete from passkey_challenge where user_uuid = ${uuid}`;
  await deleteCountersOf(tx, [uuid, ...contacts]);
  // Other attempt counters identify their subject by a keyed hash.
  await tx`delete from pace where bucket = ${`exists ${uuid}`}`;
  await deleteCallsOf(tx, uuid);
  await tx`delete from siwe_nonce where address = ${wallet} or user_uuid = ${uuid}`;
  await tx`
    update app_user set username = null, game_id = null, email = null, is_email_confirmed = false, pending_email = null, password_hash = null,
      is_two_factor_authentication_enabled = false, google_id = null, phone_number = null, is_phone_number_confirmed = false,
      former_wallet = case when is_wallet_public then coalesce(metamask_wallet, former_wallet) end, metamask_wallet = null, purchase_asked_at = null,
      name = null, verified_key = null, bio = null, statement = '{}', links = '[]', avatar = null, background_img = null, google_email = null, is_google_removed = false,
      password_added_at = null, password_used_at = null, google_added_at = null, google_used_at = null, wallet_added_at = null, wallet_used_at = null,
      language = 'en', display_currency = 'USD',
      deletion_at = null, erased_at = now(), updated_at = now()
    where uuid = ${uuid}`;
  await tx`update person_count set is_erased = true where uuid = ${uuid}`;
};

/** Deletes the row of an account unless public records refer to it. */
export const dropAccount = async (tx: SavepointTx, uuid: string): Promise<void> => {
  try {
    await tx.savepoint((inner) => inner`delete from app_user where uuid = ${uuid}`);
  } catch (error) {
    if (!isReferenced(error)) throw error;
  }
};
