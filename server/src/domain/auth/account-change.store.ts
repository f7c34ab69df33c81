import { uuidv7 } from 'uuidv7';
import { isUniqueViolation, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import type { UserRow } from './auth.view.ts';

export type ChangeKind =
  | 'email'
  | 'password'
  | 'phone'
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'recoveryCodes'
  | 'wallet'
  | 'google'
  | 'passkey'
  | 'passkeyRemoved'
  | 'passwordRemoved'
  | 'googleRemoved'
  | 'walletRemoved'
  | 'signIn'
  | 'deletion';

/** The columns that determine how an account signs in. */
const COLUMNS = [
  'email',
  'is_email_confirmed',
  'password_hash',
  'google_id',
  'metamask_wallet',
  'phone_number',
  'is_phone_number_confirmed',
  'google_email',
  'password_added_at',
  'password_used_at',
  'google_added_at',
  'google_used_at',
  'wallet_added_at',
  'wallet_used_at',
] as const satisfies (keyof UserRow)[];

/** The values of these columns for one account, its passkeys and its second factor. */
type WaysIn = { [K in (typeof COLUMNS)[number]]: Date extends UserRow[K] ? string | null : UserRow[K] } & {
  two_factor: {
    secret: string;
    last_step: number;
    enabled_at: string;
    codes: { code_hash: string; used_at: string | null }[];
  } | null;
  /** Rows of the table; missing in records that are older than passkeys. */
  passkeys?: { uuid: string }[];
};

/**
 * Stores how an account signed in before a change: the columns of the given row, and the passkeys and the second
 * factor that are in the database now.
 */
export const addChange = (
  tx: Tx,
  { user, kind, undoHash, seconds }: { user: UserRow; kind: ChangeKind; undoHash: string; seconds: number },
) => {
  const row = Object.fromEntries(COLUMNS.map((column) => [column, user[column]]));
  return tx`
    insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before)
    select ${uuidv7()}, ${user.uuid}, ${kind}, ${undoHash}, now() + ${seconds} * interval '1 second', ${tx.json(row)} || jsonb_build_object(
      'passkeys', (select coalesce(jsonb_agg(to_jsonb(passkey)), '[]') from passkey where user_uuid = ${user.uuid}),
      'two_factor', (select jsonb_build_object('secret', secret, 'last_step', last_step, 'enabled_at', enabled_at,
        'codes', (select coalesce(jsonb_agg(jsonb_build_object('code_hash', code_hash, 'used_at', used_at)), '[]') from recovery_code
          where recovery_code.user_uuid = two_factor.user_uuid))
        from two_factor where user_uuid = ${user.uuid} and enabled_at is not null))`;
};

export type ChangeRow = { uuid: string; user_uuid: string; created_at: Date; before: WaysIn };

/** The number of changes of a kind that an account has had in the last 24 hours. */
export const countChanges = async (tx: Tx, userUuid: string, kind: ChangeKind): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from account_change
    where user_uuid = ${userUuid} and kind = ${kind} and created_at > now() - interval '1 day'`;
  return row?.count ?? 0;
};

/** The number of changes that an account has had in the last hour; sign-ins on new devices do not count. */
export const countLateChanges = async (tx: Tx, userUuid: string): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from account_change
    where user_uuid = ${userUuid} and kind <> 'signIn' and created_at > now() - interval '1 hour'`;
  return row?.count ?? 0;
};

/** A change that can still be undone. */
export const findChange = async (tx: Tx, undoHash: string): Promise<ChangeRow | undefined> =>
  (
    await tx<ChangeRow[]>`select uuid, user_uuid, created_at, before from account_change
      where undo_hash = ${undoHash} and undone_at is null and expires_at > now()`
  )[0];

/**
 * Restores the sign-in methods that an account had before a change, cancels its deletion, and invalidates the undo
 * links of this change and of all later ones. Deletes an unconfirmed registration with the same address. A wallet or
 * Google account that another account has connected meanwhile stays with that account.
 * @returns false when another account has confirmed the address meanwhile
 */
export const restoreWaysIn = async (tx: SavepointTx, change: ChangeRow): Promise<boolean> => {
  const { before: was, user_uuid: user } = change;
  if (was.email !== null)
    await tx`delete from app_user where lower(email) = lower(${was.email}) and uuid <> ${user} and not is_email_confirmed`;
  try {
    await tx.savepoint(
      (
        inner,
      ) => inner`update app_user set email = ${was.email}, is_email_confirmed = ${was.is_email_confirmed}, pending_email = null,
        password_hash = ${was.password_hash}, phone_number = ${was.phone_number}, is_phone_number_confirmed = ${was.is_phone_number_confirmed},
        google_id = (select ${was.google_id}::text where not exists (select 1 from app_user o where o.google_id = ${was.google_id} and o.uuid <> ${user})),
        -- Google that the undone change had linked stays away: signing in with it does not link it again.
        is_google_removed = is_google_removed or (google_id is not null and ${was.google_id}::text is distinct from google_id),
        google_email = ${was.google_email ?? null}, google_added_at = ${was.google_added_at ?? null}, google_used_at = ${was.google_used_at ?? null},
        password_added_at = ${was.password_added_at ?? null}, password_used_at = ${was.password_used_at ?? null},
        wallet_added_at = ${was.wallet_added_at ?? null}, wallet_used_at = ${was.wallet_used_at ?? null},
        metamask_wallet = (select ${was.metamask_wallet}::text where not exists (select 1 from app_user o where o.metamask_wallet = ${was.metamask_wallet} and o.uuid <> ${user})),
        is_two_factor_authentication_enabled = ${was.two_factor !== null}, deletion_at = null, updated_at = now()
      where uuid = ${user}`,
    );
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  const passkeys = was.passkeys ?? [];
  // Those that remain keep their counters.
  await tx`delete from passkey where user_uuid = ${user} and uuid <> all(${passkeys.map(({ uuid }) => uuid)}::uuid[])`;
  await tx`insert into passkey select * from jsonb_populate_recordset(null::passkey, ${tx.json(passkeys)}) on conflict do nothing`;
  await tx`delete from two_factor where user_uuid = ${user}`;
  await tx`delete from phone_code where user_uuid = ${user}`;
  if (was.two_factor !== null) {
    const { secret, last_step, enabled_at, codes } = was.two_factor;
    await tx`insert into two_factor (user_uuid, secret, last_step, enabled_at) values (${user}, ${secret}, ${last_step}, ${enabled_at}::timestamptz)`;
    await tx`insert into recovery_code (user_uuid, code_hash, used_at)
      select ${user}, code_hash, used_at from jsonb_to_recordset(${tx.json(codes)}) as c (code_hash text, used_at timestamptz)`;
  }
  await tx`update account_change set undone_at = now() where user_uuid = ${user} and undone_at is null
    and created_at >= (select created_at from account_change where uuid = ${change.uuid})`;
  return true;
};
