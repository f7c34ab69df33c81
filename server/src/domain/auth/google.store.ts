import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { isUniqueViolation, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import { claimUsername, endMailTokens } from './auth.store.ts';
import { isVerifiedName, type UserRow } from './auth.view.ts';
import type { GooglePerson } from './google.rules.ts';

export const findByGoogleId = async (tx: Tx, googleId: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`select * from app_user where google_id = ${googleId}`;
  return row;
};

/** Uses an ID token up. @returns false when it was used before */
export const useIdToken = async (tx: Tx, token: string, expiresAt: Date): Promise<boolean> => {
  const hash = createHash('sha256').update(token).digest('hex');
  const { count } = await tx`insert into used_id_token (token_hash, expires_at)
    values (${hash}, ${expiresAt}::timestamptz + interval '5 minutes') on conflict do nothing`;
  return count > 0;
};

/** Links a Google account. @returns undefined when another account has it */
export const setGoogle = async (
  tx: SavepointTx,
  userUuid: string,
  { googleId, email }: GooglePerson,
): Promise<UserRow | undefined> => {
  try {
    const [row] = await tx.savepoint(
      (inner) => inner<UserRow[]>`update app_user set google_id = ${googleId}, google_email = ${email},
          google_added_at = case when google_id is distinct from ${googleId} then now() else google_added_at end,
          is_google_removed = false, updated_at = now()
        where uuid = ${userUuid} returning *`,
    );
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};

/**
 * The account for a Google account's verified address: created, linked, or taken over from an unconfirmed registration
 * (whose password and links are removed, since their creator has not proved that they own the address). Google's name is
 * left out if it may be taken for that of a verified user: nobody chose it here. A verified account keeps the name that it
 * was verified under.
 * @returns the account, and its earlier row when it was linked just now; 'taken' when the account of the address has
 * another Google account, 'removed' when its owner removed Google
 */
export const linkGoogle = async (
  tx: SavepointTx,
  person: GooglePerson & { email: string },
): Promise<{ account: UserRow; before: UserRow | null } | 'taken' | 'removed'> => {
  const uuid = uuidv7();
  const name = tx`case when not ${isVerifiedName(tx, person.name ?? '', null)} then ${person.name}::text end`;
  const [made] = await tx`insert into app_user (uuid, email, is_email_confirmed, name)
    values (${uuid}, ${person.email}, true, ${name}) on conflict (lower(email)) do nothing returning uuid`;
  const [account] = await tx<UserRow[]>`select * from app_user where lower(email) = ${person.email} for update`;
  const before = account as UserRow;
  const { uuid: known, is_email_confirmed, google_id } = before;
  if (google_id !== null && google_id !== person.googleId) return 'taken';
  if (google_id === null && before.is_google_removed) return 'removed';
  // A concurrent sign-in of the same Google account with another address may have linked it first.
  if (!(await setGoogle(tx, known, person))) return 'taken';
  await tx`update app_user set is_email_confirmed = true,
    name = case when verified_key is null then coalesce(name, ${name}) else name end where uuid = ${known}`;
  if (!is_email_confirmed) {
    await tx`update app_user set password_hash = null, password_added_at = null where uuid = ${known}`;
    await endMailTokens(tx, known, ['confirm', 'reset']);
  }
  if (made || before.username === null) await claimUsername(tx, known, null);
  const [row] = await tx<UserRow[]>`select * from app_user where uuid = ${known}`;
  return { account: row as UserRow, before: made || google_id !== null ? null : before };
};
