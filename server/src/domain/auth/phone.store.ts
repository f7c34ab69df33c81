import type { Tx } from '../../platform/db/database.ts';
import { PHONE_CODE_SECONDS, PHONE_CODE_TRIES } from './auth.rules.ts';
import type { UserRow } from './auth.view.ts';

/**
 * Stores the code sent to a number, and replaces an earlier one. The account shows the number at once unless it has a
 * confirmed one.
 */
export const putPhoneCode = async (
  tx: Tx,
  code: { userUuid: string; phoneNumber: string; hash: string },
): Promise<void> => {
  await tx`insert into phone_code (user_uuid, phone_number, code_hash, tries_left, expires_at)
    values (${code.userUuid}, ${code.phoneNumber}, ${code.hash}, ${PHONE_CODE_TRIES}, now() + ${PHONE_CODE_SECONDS} * interval '1 second')
    on conflict (user_uuid) do update set phone_number = excluded.phone_number, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, expires_at = excluded.expires_at`;
  await tx`update app_user set phone_number = ${code.phoneNumber}, updated_at = now()
    where uuid = ${code.userUuid} and not is_phone_number_confirmed`;
};

/** Uses one try at a code. @returns undefined when there is no code, or it is expired or has no tries left */
export const takeTry = async (
  tx: Tx,
  userUuid: string,
): Promise<{ phone_number: string; code_hash: string } | undefined> => {
  const [row] = await tx<{ phone_number: string; code_hash: string }[]>`
    update phone_code set tries_left = tries_left - 1
    where user_uuid = ${userUuid} and tries_left > 0 and expires_at > now() returning phone_number, code_hash`;
  return row;
};

/** Confirms the number of a code, unless a newer code has replaced it. */
export const confirmPhoneNumber = async (
  tx: Tx,
  userUuid: string,
  hash: string,
  phoneNumber: string,
): Promise<UserRow | undefined> => {
  const { count } = await tx`delete from phone_code where user_uuid = ${userUuid} and code_hash = ${hash}`;
  if (count === 0) return undefined;
  const [row] = await tx<UserRow[]>`update app_user set phone_number = ${phoneNumber}, is_phone_number_confirmed = true,
    updated_at = now() where uuid = ${userUuid} returning *`;
  return row;
};

/** Removes the number and its open codes. @returns the account, or undefined if it is deleted */
export const removePhoneNumber = async (tx: Tx, userUuid: string): Promise<UserRow | undefined> => {
  await tx`delete from phone_code where user_uuid = ${userUuid}`;
  const [row] = await tx<UserRow[]>`update app_user set phone_number = null, is_phone_number_confirmed = false,
    updated_at = now() where uuid = ${userUuid} returning *`;
  return row;
};
