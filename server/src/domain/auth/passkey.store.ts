import { uuidv7 } from 'uuidv7';
import type { Hex } from 'viem';
import { isUniqueViolation, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import { claimUsername } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';
import { PASSKEY_SECONDS, type NewPasskey } from './passkey.rules.ts';

export type PasskeyRow = {
  uuid: string;
  user_uuid: string;
  credential_id: string;
  public_key: Hex;
  rp_id: string;
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type Challenge = {
  purpose: 'register' | 'use';
  userUuid: string | null;
  newUserUuid?: string | null;
  username?: string | null;
};

/** Stores a challenge by its hash; the oldest of 100,000 is overwritten. */
export const addChallenge = async (tx: Tx, hash: string, given: Challenge): Promise<void> => {
  await tx`
    insert into passkey_challenge (slot, challenge_hash, purpose, user_uuid, new_user_uuid, username, expires_at)
    values (nextval('passkey_challenge_slot'), ${hash}, ${given.purpose}, ${given.userUuid}, ${given.newUserUuid ?? null},
      ${given.username ?? null}, now() + ${PASSKEY_SECONDS} * interval '1 second')
    on conflict (slot) do update set challenge_hash = excluded.challenge_hash, purpose = excluded.purpose,
      user_uuid = excluded.user_uuid, new_user_uuid = excluded.new_user_uuid, username = excluded.username,
      expires_at = excluded.expires_at`;
};

/** Uses a challenge up, once. @returns undefined when it is unknown, expired or used */
export const takeChallenge = async (
  tx: Tx,
  hash: string,
  purpose: Challenge['purpose'],
): Promise<Required<Challenge> | undefined> => {
  const [row] = await tx<
    { user_uuid: string | null; new_user_uuid: string | null; username: string | null; is_open: boolean }[]
  >`
    delete from passkey_challenge where challenge_hash = ${hash} and purpose = ${purpose}
    returning user_uuid, new_user_uuid, username, expires_at > now() as is_open`;
  if (!row?.is_open) return undefined;
  return { purpose, userUuid: row.user_uuid, newUserUuid: row.new_user_uuid, username: row.username };
};

/** The passkeys of an account, oldest first. */
export const findPasskeys = (tx: Tx, userUuid: string): Promise<PasskeyRow[]> =>
  tx<PasskeyRow[]>`select * from passkey where user_uuid = ${userUuid} order by created_at, uuid`;

export const findPasskey = async (tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> =>
  (await tx<PasskeyRow[]>`select * from passkey where credential_id = ${credentialId}`)[0];

/** @returns undefined when an account has it already */
export const addPasskey = async (
  tx: SavepointTx,
  made: NewPasskey & { userUuid: string; rpId: string; name: string },
): Promise<PasskeyRow | undefined> => {
  try {
    const [row] = await tx.savepoint(
      (inner) => inner<PasskeyRow[]>`
        insert into passkey (uuid, user_uuid, credential_id, public_key, rp_id, counter, transports, name)
        values (${uuidv7()}, ${made.userUuid}, ${made.credentialId}, ${made.publicKey}, ${made.rpId}, ${made.counter},
          ${made.transports}, ${made.name}) returning *`,
    );
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};

/**
 * Records a use of a passkey; the caller holds the account's lock.
 * @returns why not: it was removed meanwhile, or its counter has not grown although the device counts
 */
export const markPasskeyUsed = async (
  tx: Tx,
  uuid: string,
  counter: number,
): Promise<'removed' | 'counter' | undefined> => {
  const { count } = await tx`
    update passkey set counter = ${counter}, last_used_at = now()
    where uuid = ${uuid} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  if (count > 0) return undefined;
  return (await tx`select 1 from passkey where uuid = ${uuid}`).length > 0 ? 'counter' : 'removed';
};

export const deletePasskey = (tx: Tx, userUuid: string, uuid: string) =>
  tx`delete from passkey where user_uuid = ${userUuid} and uuid = ${uuid}`;

/** Creates the account of a new person who has only a passkey. */
export const addPasskeyAccount = async (tx: SavepointTx, uuid: string, username: string | null): Promise<UserRow> => {
  await tx`insert into app_user (uuid) values (${uuid})`;
  await claimUsername(tx, uuid, username);
  return (await tx<UserRow[]>`select * from app_user where uuid = ${uuid} for update`)[0] as UserRow;
};
