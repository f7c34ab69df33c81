import type { WayIn } from '@skarb/schema/account';
import type { Tx } from '../../platform/db/database.ts';
import type { UserRow } from './auth.view.ts';

/** A method of which an account has at most one. */
export type SingleMethod = Exclude<WayIn['kind'], 'passkey'>;

const USED_COLUMN = {
  password: 'password_used_at',
  google: 'google_used_at',
  wallet: 'wallet_used_at',
} as const satisfies Record<SingleMethod, keyof UserRow>;

/** Records that one of an account's sign-in methods was used, for a sign-in or for step-up. */
export const markMethodUsed = (tx: Tx, userUuid: string, kind: SingleMethod) =>
  tx`update app_user set ${tx(USED_COLUMN[kind])} = now() where uuid = ${userUuid}`;

/** Removes a sign-in method. A removed Google account is not linked again by signing in with it. */
export const deleteSignInMethod = async (tx: Tx, userUuid: string, kind: SingleMethod): Promise<UserRow> => {
  const gone = {
    // The link to a new address goes with the password.
    password: { password_hash: null, password_added_at: null, password_used_at: null, pending_email: null },
    google: {
      google_id: null,
      google_email: null,
      google_added_at: null,
      google_used_at: null,
      is_google_removed: true,
    },
    wallet: { metamask_wallet: null, wallet_added_at: null, wallet_used_at: null },
  }[kind];
  const [row] = await tx<UserRow[]>`update app_user set ${tx({ ...gone, updated_at: new Date() })}
    where uuid = ${userUuid} returning *`;
  return row as UserRow;
};
