import type { Tx } from '../../platform/db/database.ts';

export type TwoFactorRow = { secret: string; is_enabled: boolean };

/** The encrypted secret, enabled or not; undefined if the set-up never began. */
export const findTwoFactor = async (tx: Tx, userUuid: string): Promise<TwoFactorRow | undefined> => {
  const [row] = await tx<
    TwoFactorRow[]
  >`select secret, enabled_at is not null as is_enabled from two_factor where user_uuid = ${userUuid}`;
  return row;
};

/** Stores a secret that is not enabled yet and replaces an earlier one. @returns false when one is enabled already */
export const putSecret = async (tx: Tx, userUuid: string, sealed: string): Promise<boolean> => {
  const { count } = await tx`insert into two_factor (user_uuid, secret) values (${userUuid}, ${sealed})
    on conflict (user_uuid) do update set secret = excluded.secret, last_step = 0, created_at = now()
      where two_factor.enabled_at is null`;
  return count > 0;
};

/** Uses up a time step and all earlier ones. @returns false when a code of this step or a later one was already used */
export const useStep = async (tx: Tx, userUuid: string, step: number): Promise<boolean> => {
  const { count } =
    await tx`update two_factor set last_step = ${step} where user_uuid = ${userUuid} and last_step < ${step}`;
  return count > 0;
};

/** Uses a recovery code up. @returns false when it is unknown or used */
export const useRecoveryCode = async (tx: Tx, userUuid: string, hash: string): Promise<boolean> => {
  const { count } = await tx`update recovery_code set used_at = now()
    where user_uuid = ${userUuid} and code_hash = ${hash} and used_at is null`;
  return count > 0;
};

const addRecoveryCodes = (tx: Tx, userUuid: string, hashes: string[]) => tx`
  insert into recovery_code (user_uuid, code_hash) select ${userUuid}, hash from unnest(${hashes}::text[]) as made (hash)`;

/** Replaces all recovery codes of an account. */
export const replaceRecoveryCodes = async (tx: Tx, userUuid: string, hashes: string[]): Promise<void> => {
  await tx`delete from recovery_code where user_uuid = ${userUuid}`;
  await addRecoveryCodes(tx, userUuid, hashes);
};

/**
 * Turns the second factor on and stores its recovery codes.
 * @returns false when it is on already, or the secret was replaced
 */
export const enableTwoFactor = async (
  tx: Tx,
  userUuid: string,
  enabled: { secret: string; step: number; hashes: string[] },
): Promise<boolean> => {
  const { count } = await tx`update two_factor set enabled_at = now(), last_step = ${enabled.step}
    where user_uuid = ${userUuid} and secret = ${enabled.secret} and enabled_at is null`;
  if (count === 0) return false;
  await addRecoveryCodes(tx, userUuid, enabled.hashes);
  await tx`update app_user set is_two_factor_authentication_enabled = true, updated_at = now() where uuid = ${userUuid}`;
  return true;
};

/** Deletes the secret and switches the factor off. Recovery codes are deleted by the row that they refer to. */
export const disableTwoFactor = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from two_factor where user_uuid = ${userUuid}`;
  await tx`update app_user set is_two_factor_authentication_enabled = false, updated_at = now() where uuid = ${userUuid}`;
};
