import type { Tx } from '../../platform/db/database.ts';
import type { OwnData, Owner } from '../../platform/own-data.ts';
import { eraseAccount } from './deletion.store.ts';

/** The CIDs of a profile's pictures. */
const picturesOf = async (tx: Tx, { uuid }: Owner): Promise<string[]> => {
  const rows = await tx<{ cid: string }[]>`
    select unnest(array_remove(array[avatar, background_img], null)) as cid from app_user where uuid = ${uuid}`;
  return rows.map(({ cid }) => cid);
};

/** The account itself and its sign-in methods. */
export const authOwnData: OwnData = {
  tables: [
    'app_user',
    'session',
    'refresh_token',
    'mail_token',
    'two_factor',
    'recovery_code',
    'phone_code',
    'account_change',
    'account_device',
    'passkey',
    'passkey_challenge',
    // Deleted by a trigger when the account is erased.
    'wallet_person',
    'person_count',
  ],
  topics: {
    profile: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, role, username, game_id, email, is_email_confirmed, pending_email, password_hash is not null as has_password,
        is_two_factor_authentication_enabled, google_id, phone_number, is_phone_number_confirmed, metamask_wallet, is_wallet_public, purchase_asked_at,
        name, verified_key, bio, statement, links, avatar, background_img, language, display_currency, is_hidden, blocked_at, blocked_reason, google_email, is_google_removed,
        password_added_at, password_used_at, google_added_at, google_used_at, wallet_added_at, wallet_used_at, ways_recorded_since,
        devices_distrusted_at, deletion_at, created_at, updated_at
      from app_user where uuid = ${uuid}`,
    'profile-numbers': (sql, { uuid }) => sql`
      select uuid::text as key, works, volume::text as volume, followers, first_minted_at from person_count where uuid = ${uuid}`,
    sessions: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, user_agent, ip, created_at, last_used_at, proved_at, ended_at from session where user_uuid = ${uuid}`,
    'account-changes': (sql, { uuid }) => sql`
      select uuid::text as key, kind, created_at, undone_at, before ->> 'email' as email_before, before ->> 'phone_number' as phone_number_before,
        before ->> 'google_id' as google_id_before, before ->> 'metamask_wallet' as metamask_wallet_before
      from account_change where user_uuid = ${uuid}`,
    'mailed-links': (sql, { uuid }) => sql`
      select to_char(created_at at time zone 'utc', 'YYYYMMDDHH24MISSUS') || left(token_hash, 8) as key, purpose, email, username, language, next, created_at, expires_at, used_at
      from mail_token where user_uuid = ${uuid}`,
    'two-factor': (sql, { uuid }) => sql`
      select user_uuid::text as key, enabled_at, created_at,
        (select count(*)::int from recovery_code r where r.user_uuid = t.user_uuid and r.used_at is null) as recovery_codes_left
      from two_factor t where user_uuid = ${uuid}`,
    passkeys: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, credential_id, public_key, rp_id, counter, transports, name, created_at, last_used_at
      from passkey where user_uuid = ${uuid}`,
    wallets: (sql, { uuid }) => sql`select wallet as key, wallet from wallet_person where person = ${uuid}`,
    devices: (sql, { uuid }) => sql`
      select key, is_browser, first_used_at, last_used_at from account_device where user_uuid = ${uuid}`,
    'phone-codes': (sql, { uuid }) =>
      sql`select user_uuid::text as key, phone_number, expires_at from phone_code where user_uuid = ${uuid}`,
  },
  files: (sql, { uuid }) => sql`
    select 'avatar' as key, 'profile/avatar' as name, avatar as cid from app_user where uuid = ${uuid} and avatar is not null
    union all
    select 'background', 'profile/background', background_img from app_user where uuid = ${uuid} and background_img is not null`,
  obstacles: async (sql, { uuid }) => {
    const [row] = await sql<{ is_admin: boolean; is_blocked: boolean }[]>`
      select role = 'ADMIN' as is_admin, blocked_at is not null as is_blocked from app_user where uuid = ${uuid}`;
    const own = { uuid: null, name: null, isBlocking: true };
    return [
      ...(row?.is_admin ? [{ ...own, kind: 'ADMIN' as const }] : []),
      ...(row?.is_blocked ? [{ ...own, kind: 'BLOCKED' as const }] : []),
    ];
  },
  erase: async (tx, owner) => {
    const pictures = await picturesOf(tx, owner);
    await eraseAccount(tx, owner);
    return pictures;
  },
};
