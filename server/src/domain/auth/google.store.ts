import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { claimUsername, endMailTokens, type SavepointTx } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';
import type { GooglePerson } from './google.rules.ts';

export const findByGoogleId = async (tx: Tx, googleId: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`select * from app_user where google_id = ${googleId}`;
  return row;
};

/** Uses an ID token up. @returns false when it signed somebody in before */
export const useIdToken = async (tx: Tx, token: string, expiresAt: Date): Promise<boolean> => {
  const hash = createHash('sha256').update(token).digest('hex');
  const { count } = await tx`insert into used_id_token (token_hash, expires_at)
    values (${hash}, ${expiresAt}::timestamptz + interval '5 minutes') on conflict do nothing`;
  return count > 0;
};

/**
 * The account of a Google person by his verified address: made, linked, or taken over from a registration that
 * nobody confirmed (whose password and links end, since whoever chose them has not shown that the address is his).
 * @returns 'taken' when the account of the address belongs to another Google account
 */
export const linkGoogle = async (
  tx: SavepointTx,
  person: GooglePerson & { email: string },
): Promise<UserRow | 'taken'> => {
  const uuid = uuidv7();
  const [made] = await tx`insert into app_user (uuid, email, is_email_confirmed, name)
    values (${uuid}, ${person.email}, true, ${person.name}) on conflict (lower(email)) do nothing returning uuid`;
  const [account] = await tx<UserRow[]>`select * from app_user where lower(email) = ${person.email} for update`;
  const { uuid: known, is_email_confirmed, google_id } = account as UserRow;
  if (google_id !== null && google_id !== person.googleId) return 'taken';
  try {
    await tx.savepoint(
      (inner) => inner`update app_user set google_id = ${person.googleId}, is_email_confirmed = true,
        password_hash = ${is_email_confirmed ? inner`password_hash` : null}, name = coalesce(name, ${person.name}),
        updated_at = now() where uuid = ${known}`,
    );
  } catch (error) {
    // The same person's other sign-in, in this very moment and under another address, was quicker.
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
  if (!is_email_confirmed) await endMailTokens(tx, known, ['confirm', 'reset']);
  if (made || (account as UserRow).username === null) await claimUsername(tx, known, null);
  const [row] = await tx<UserRow[]>`select * from app_user where uuid = ${known}`;
  return row as UserRow;
};
