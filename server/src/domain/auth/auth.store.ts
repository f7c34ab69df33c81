import type { LocalizedInput } from '@skarb/schema/form-value';
import type { Language } from '@skarb/schema/language';
import type { ProfileLink } from '@skarb/schema/link';
import type { Address } from 'viem';
import { uuidv7 } from 'uuidv7';
import { isUniqueViolation, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import { unauthorized } from '../../platform/http/app-error.ts';
import { deleteOldCalls } from '../../platform/http/idempotency.ts';
import { deleteOldCounters } from '../../platform/http/rate-limit.ts';
import { sweepDevices } from './account-device.store.ts';
import { usernameCandidates } from './auth.rules.ts';
import { deleteOldAttempts } from './attempt-limit.store.ts';
import { isVerifiedName, type UserRow } from './auth.view.ts';
import { SIWE_SECONDS, type SiwePurpose } from './siwe.rules.ts';

// Accounts ---------------------------------------------------------------------------------

/** @param email in lower case */
export const findByEmail = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`select * from app_user where lower(email) = ${email}`;
  return row;
};

/**
 * Creates an unconfirmed account, or returns the one that has the address. The row stays locked until the end of the
 * transaction.
 */
export const ensureEmailAccount = async (tx: Tx, account: { email: string; language: string }): Promise<UserRow> => {
  await tx`insert into app_user (uuid, email, language) values (${uuidv7()}, ${account.email}, ${account.language})
    on conflict (lower(email)) do nothing`;
  const [row] = await tx<UserRow[]>`select * from app_user where lower(email) = ${account.email} for update`;
  return row as UserRow;
};

/** Sets the password of a registration; does nothing once its address is confirmed. */
export const setUnconfirmedPassword = (tx: Tx, uuid: string, passwordHash: string) =>
  tx`update app_user set password_hash = ${passwordHash}, updated_at = now() where uuid = ${uuid} and not is_email_confirmed`;

/** Sets a password permanently, marks the address as confirmed, and cancels a pending change of address. */
export const setPassword = (tx: Tx, uuid: string, passwordHash: string) =>
  tx`update app_user set password_hash = ${passwordHash}, password_added_at = now(), password_used_at = null, is_email_confirmed = true, pending_email = null,
    updated_at = now() where uuid = ${uuid}`;

/** Makes a user an admin, whatever their role. */
export const makeAdmin = (tx: Tx, uuid: string) =>
  tx`update app_user set role = 'ADMIN', updated_at = now() where uuid = ${uuid}`;

/** Sets a role; a user who has created a collection is at least a CREATOR. @returns the role that was set */
export const setRole = async (tx: Tx, uuid: string, role: UserRow['role']): Promise<UserRow['role']> => {
  const [row] = await tx<Pick<UserRow, 'role'>[]>`
    update app_user set updated_at = now(), role = case when ${role} = 'USER'
        and exists (select 1 from collection where creator_uuid = app_user.uuid) then 'CREATOR' else ${role} end
    where uuid = ${uuid} returning role`;
  return row?.role ?? role;
};

/** Blocks an account with a reason for its owner, or unblocks it (null). */
export const setBlock = (tx: Tx, uuid: string, reason: string | null) =>
  tx`update app_user set blocked_at = ${reason === null ? null : tx`now()`}, blocked_reason = ${reason}, updated_at = now()
    where uuid = ${uuid}`;

/** Gives a user the verified mark under the key of their name, or takes it away (null). */
export const setUserVerified = async (tx: Tx, uuid: string, key: string | null): Promise<void> => {
  await tx`update app_user set verified_key = ${key}, updated_at = now() where uuid = ${uuid}`;
};

/**
 * Grants or revokes the admin role if the address is confirmed.
 * @returns the account before the change, and its role now
 */
export const setAdmin = async (
  tx: Tx,
  email: string,
  isAdmin: boolean,
): Promise<{ user: UserRow; role: UserRow['role'] } | undefined> => {
  const before = await findByEmail(tx, email);
  if (!before) return undefined;
  await tx`update app_user set updated_at = now(), role = case when ${isAdmin} then 'ADMIN'
      when exists (select 1 from collection where creator_uuid = app_user.uuid) then 'CREATOR' else 'USER' end
    where lower(email) = ${email} and is_email_confirmed and (role = 'ADMIN') <> ${isAdmin}`;
  return { user: before, role: (await findByEmail(tx, email))?.role ?? before.role };
};

/**
 * Locks an account until the transaction ends. Every change of sign-in methods calls it, so that such changes run one
 * after the other.
 */
export const lockAccount = async (tx: Tx, uuid: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`select * from app_user where uuid = ${uuid} for update`;
  return row;
};

/**
 * The same for a sign-in or an edit of the profile, which change no sign-in method: rows that refer to the account can be
 * written meanwhile.
 */
export const lockSignIn = async (tx: Tx, uuid: string): Promise<UserRow | undefined> =>
  (await tx<UserRow[]>`select * from app_user where uuid = ${uuid} for no key update`)[0];

/** `lockAccount` for a signed-in user. @throws AppError 401 `auth.gone` */
export const requireAccount = async (tx: Tx, uuid: string): Promise<UserRow> => {
  const row = await lockAccount(tx, uuid);
  if (!row) throw unauthorized('auth.gone', 'This account no longer exists');
  return row;
};

/**
 * Records that somebody whose wallet is not visible asks to buy for themself: the purchase will make it visible (migration
 * 0168). At most once an hour: it counts for a day.
 */
export const recordPurchaseAsk = (sql: Tx, uuid: string) => sql`
  update app_user set purchase_asked_at = now() where uuid = ${uuid} and not is_wallet_public
    and (purchase_asked_at is null or purchase_asked_at < now() - interval '1 hour')`;

/**
 * Confirms the address and invalidates its other confirmation links.
 * @param isOwn whether the link was opened in the browser that requested it: only then does the registration's password
 * apply
 */
export const confirmEmail = async (tx: Tx, token: MailTokenRow, isOwn: boolean): Promise<UserRow> => {
  const [row] = await tx<UserRow[]>`
    update app_user set is_email_confirmed = true, email = ${token.email},
      password_hash = ${isOwn ? tx`coalesce(${token.password_hash}, password_hash)` : null},
      password_added_at = ${isOwn ? tx`now()` : null}, password_used_at = null, updated_at = now()
    where uuid = ${token.user_uuid} returning *`;
  await endMailTokens(tx, token.user_uuid, ['confirm']);
  return row as UserRow;
};

/** The account of a wallet, created when there is none. */
export const ensureWalletAccount = async (tx: SavepointTx, wallet: Address): Promise<UserRow> => {
  const uuid = uuidv7();
  const [made] =
    await tx`insert into app_user (uuid, metamask_wallet, wallet_added_at) values (${uuid}, ${wallet}, now())
    on conflict (metamask_wallet) do nothing returning uuid`;
  if (made) await claimUsername(tx, uuid, null);
  return (await findByWallet(tx, wallet)) as UserRow;
};

/** @param wallet lower-case */
export const findByWallet = async (tx: Tx, wallet: Address): Promise<UserRow | undefined> =>
  (await tx<UserRow[]>`select * from app_user where metamask_wallet = ${wallet}`)[0];

/** @returns undefined when the wallet belongs to another account */
export const connectWallet = async (
  tx: SavepointTx,
  userUuid: string,
  wallet: Address,
): Promise<UserRow | undefined> => {
  try {
    const [row] = await tx.savepoint(
      (inner) =>
        inner<UserRow[]>`update app_user set metamask_wallet = ${wallet}, updated_at = now(),
          wallet_added_at = case when metamask_wallet is distinct from ${wallet} then now() else wallet_added_at end,
          wallet_used_at = case when metamask_wallet is distinct from ${wallet} then null else wallet_used_at end
        where uuid = ${userUuid} returning *`,
    );
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};

/** Gives an account without a username the first candidate that is free and not taken for a verified user's name. */
export const claimUsername = async (tx: SavepointTx, userUuid: string, preferred: string | null): Promise<void> => {
  for (const candidate of usernameCandidates(preferred, Math.random)) {
    try {
      const { count } = await tx.savepoint(
        (inner) => inner`update app_user set username = ${candidate} where uuid = ${userUuid} and username is null
          and not exists (select 1 from app_user other where lower(other.username) = lower(${candidate}))
          and not ${isVerifiedName(inner, candidate, userUuid)}`,
      );
      if (count > 0) return;
    } catch (error) {
      // A concurrent transaction took the name: try the next one.
      if (!isUniqueViolation(error)) throw error;
    }
  }
};

export type ProfileChange = Partial<
  Record<'username' | 'gameId' | 'name' | 'bio' | 'avatar' | 'backgroundImg', string | null>
> & {
  /** Texts by language; '' removes one. Languages that are not named keep theirs. */
  statement?: LocalizedInput | undefined;
  links?: ProfileLink[] | undefined;
  /** Takes the verified mark away. */
  isUnverified?: boolean;
};

const PROFILE_COLUMNS = {
  username: 'username',
  gameId: 'game_id',
  name: 'name',
  bio: 'bio',
  avatar: 'avatar',
  backgroundImg: 'background_img',
} as const satisfies Record<Exclude<keyof ProfileChange, 'statement' | 'links' | 'isUnverified'>, string>;

/** @returns 'taken' when another account has the username, undefined when the account no longer exists */
export const changeProfile = async (
  tx: SavepointTx,
  userUuid: string,
  { statement, links, isUnverified, ...texts }: ProfileChange,
): Promise<UserRow | 'taken' | undefined> => {
  const values = Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      value === undefined ? [] : [[PROFILE_COLUMNS[key as keyof typeof texts], value]],
    ),
  );
  const written = Object.entries(statement ?? {}).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, text || null]],
  );
  try {
    const [row] = await tx.savepoint(
      (inner) =>
        inner<UserRow[]>`update app_user set ${inner({ ...values, updated_at: new Date() })},
            statement = jsonb_strip_nulls(statement || ${JSON.stringify(Object.fromEntries(written))}::text::jsonb),
            verified_key = ${isUnverified ? null : inner`verified_key`},
            links = coalesce(${links ? JSON.stringify(links) : null}::text::jsonb, links)
          where uuid = ${userUuid} returning *`,
    );
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
};

/** Changes the given settings and leaves the others. @returns the account, or undefined if it is deleted */
export const putSettings = async (
  tx: Tx,
  userUuid: string,
  { language, displayCurrency }: { language?: string | undefined; displayCurrency?: string | undefined },
): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`update app_user set language = coalesce(${language ?? null}, language),
    display_currency = coalesce(${displayCurrency ?? null}, display_currency), updated_at = now()
    where uuid = ${userUuid} returning *`;
  return row;
};

// Links sent by mail ---------------------------------------------------------------------------

/** 'confirm' completes a registration, 'change' confirms a new address of an account, 'reset' sets a new password. */
export type Purpose = 'confirm' | 'change' | 'reset';
export type MailTokenRow = {
  purpose: Purpose;
  user_uuid: string;
  email: string;
  password_hash: string | null;
  username: string | null;
  /** The browser that requested the link; null for a client without cookies. */
  device_hash: string | null;
  /** Of a registration: the language of its mail, and the path of the site where the link leads on to. */
  language: Language | null;
  next: string | null;
};

/** Stores a link for `seconds`, by the hash of its secret; the secret itself is only in the mail. */
export const addMailToken = (
  tx: Tx,
  token: {
    purpose: Purpose;
    hash: string;
    userUuid: string;
    email: string;
    seconds: number;
    passwordHash?: string | null;
    username?: string | null;
    deviceHash?: string | null;
    language?: Language | null;
    next?: string | null;
    /** The value that the link's secret is derived from. */
    seed: string;
  },
) =>
  tx`insert into mail_token (token_hash, purpose, user_uuid, email, password_hash, username, device_hash, language, next, seed, expires_at)
    values (${token.hash}, ${token.purpose}, ${token.userUuid}, ${token.email}, ${token.passwordHash ?? null},
      ${token.username ?? null}, ${token.deviceHash ?? null}, ${token.language ?? null}, ${token.next ?? null}, ${token.seed},
      now() + ${token.seconds} * interval '1 second')`;

/**
 * Reuses the open link of the same kind that the same browser requested before, if at least half of its lifetime
 * remains. What the new registration says replaces what the earlier one said; a username or a way back that it leaves out
 * stays.
 */
export const takeOpenMailToken = async (
  tx: Tx,
  token: Parameters<typeof addMailToken>[1],
): Promise<(MailTokenRow & { seed: string; token_hash: string }) | undefined> => {
  const [row] = await tx<(MailTokenRow & { seed: string; token_hash: string })[]>`
    update mail_token set password_hash = ${token.passwordHash ?? null}, username = coalesce(${token.username ?? null}, username),
      language = coalesce(${token.language ?? null}, language), next = coalesce(${token.next ?? null}, next)
    where token_hash = (select token_hash from mail_token where user_uuid = ${token.userUuid} and purpose = ${token.purpose}
      and email = ${token.email} and device_hash is not distinct from ${token.deviceHash ?? null} and seed is not null
      and used_at is null and expires_at > now() + ${token.seconds / 2} * interval '1 second' order by expires_at desc limit 1)
    returning *`;
  return row;
};

/** Reads a link without using it up. @returns undefined when it is unknown, expired or used */
export const findMailToken = async (tx: Tx, purposes: Purpose[], hash: string): Promise<MailTokenRow | undefined> => {
  const [row] = await tx<MailTokenRow[]>`
    select * from mail_token
    where token_hash = ${hash} and purpose = any(${purposes}) and used_at is null and expires_at > now()`;
  return row;
};

/** The seed of a browser's newest registration link to an address, an open one first; none for a client without cookies. */
export const findRegistrationSeed = async (
  tx: Tx,
  email: string,
  deviceHash: string | null,
): Promise<{ seed: string; is_used: boolean } | undefined> => {
  const [row] = await tx<{ seed: string; is_used: boolean }[]>`
    select seed, used_at is not null as is_used from mail_token where user_uuid = (select uuid from app_user where lower(email) = ${email})
      and purpose = 'confirm' and email = ${email} and device_hash = ${deviceHash} and seed is not null
      and expires_at > now() order by used_at is null desc, expires_at desc limit 1`;
  return row;
};

/** The newest open registration of an address in one browser, or with one password; undefined if there is none. */
export const findOpenRegistration = async (
  tx: Tx,
  email: string,
  of: { deviceHash: string | null } | { passwordHash: string | null },
): Promise<MailTokenRow | undefined> =>
  (
    await tx<MailTokenRow[]>`select * from mail_token
      where user_uuid = (select uuid from app_user where lower(email) = ${email} and not is_email_confirmed)
        and purpose = 'confirm' and email = ${email} and used_at is null and expires_at > now()
        and ${'deviceHash' in of ? tx`device_hash = ${of.deviceHash}` : tx`password_hash = ${of.passwordHash}`}
      order by expires_at desc limit 1`
  )[0];

/** Uses a link up; the caller holds the account's lock. @returns false when another call already used it */
export const useMailToken = async (tx: Tx, hash: string): Promise<boolean> => {
  const { count } =
    await tx`update mail_token set used_at = now() where token_hash = ${hash} and used_at is null and expires_at > now()`;
  return count > 0;
};

/** Invalidates all unused links of these kinds of an account. */
export const endMailTokens = (tx: Tx, userUuid: string, purposes: Purpose[]) =>
  tx`update mail_token set used_at = now() where user_uuid = ${userUuid} and purpose = any(${purposes}) and used_at is null`;

/**
 * Cancels a change of address that was requested in one of these browsers, or by a client without cookies. Otherwise
 * its link would sign the requester in after their session has ended.
 */
export const callOffChange = async (tx: Tx, userUuid: string, deviceHashes: (string | null)[]): Promise<void> => {
  const { count } = await tx`update mail_token set used_at = now() where user_uuid = ${userUuid} and purpose = 'change'
    and used_at is null and (device_hash is null or device_hash = any(${deviceHashes.filter((hash) => hash !== null)}::text[]))`;
  if (count > 0) await tx`update app_user set pending_email = null where uuid = ${userUuid}`;
};

// Wallet sign-in -------------------------------------------------------------------------------

/** Stores the nonce of a message to sign, bound to the wallet, the purpose and, for a signed-in user, the account. */
export const addNonce = (
  tx: Tx,
  given: { nonce: string; wallet: Address; purpose: SiwePurpose; statement: string; userUuid: string | null },
) =>
  tx`insert into siwe_nonce (nonce, address, purpose, statement, user_uuid, expires_at)
    values (${given.nonce}, ${given.wallet}, ${given.purpose}, ${given.statement}, ${given.userUuid},
      now() + ${SIWE_SECONDS} * interval '1 second')`;

/**
 * The purpose for which a nonce was issued to a wallet.
 * @returns undefined when it is unknown, expired, used, or of another wallet
 */
export const findNonce = async (
  tx: Tx,
  nonce: string,
  wallet: Address,
): Promise<{ purpose: SiwePurpose; statement: string; user_uuid: string | null } | undefined> =>
  (
    await tx<{ purpose: SiwePurpose; statement: string; user_uuid: string | null }[]>`
      select purpose, statement, user_uuid from siwe_nonce
      where nonce = ${nonce} and address = ${wallet} and used_at is null and expires_at > now()`
  )[0];

/** Uses a nonce up. @returns false when it is unknown, expired, used, or of another wallet */
export const useNonce = async (tx: Tx, nonce: string, wallet: Address): Promise<boolean> => {
  const { count } = await tx`update siwe_nonce set used_at = now()
    where nonce = ${nonce} and address = ${wallet} and used_at is null and expires_at > now()`;
  return count > 0;
};

/** Deletes expired records. */
export const sweepAccounts = async (sql: Tx): Promise<void> => {
  await sql`delete from siwe_nonce where expires_at < now() - interval '1 hour'`;
  await sql`delete from mail_token where expires_at < now() - interval '7 days'`;
  await sql`delete from used_id_token where expires_at < now()`;
  await sql`delete from phone_code where expires_at < now()`;
  await sql`delete from passkey_challenge where expires_at < now()`;
  await sql`delete from refresh_token where expires_at < now()`;
  await sql`delete from account_change where expires_at < now()`;
  await sweepDevices(sql);
  await deleteOldAttempts(sql);
  // Ended sessions are kept for an hour, so that copied tokens are still recognized; no access token lives longer than
  // that.
  await sql`delete from session where (ended_at is null or ended_at < now() - interval '1 hour')
    and not exists (select 1 from refresh_token where session_uuid = session.uuid)`;
  await deleteOldCounters(sql);
  await deleteOldCalls(sql);
  // Registrations that were never confirmed: frees the address.
  await sql`delete from app_user where not is_email_confirmed and email is not null and metamask_wallet is null and google_id is null
    and created_at < now() - interval '8 days' and not exists (select 1 from mail_token where user_uuid = app_user.uuid)
    and not exists (select 1 from passkey where user_uuid = app_user.uuid)`;
};

/** Makes a user who creates a collection or a token a creator. */
export const makeCreator = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`update app_user set role = 'CREATOR', updated_at = now() where uuid = ${userUuid} and role = 'USER'`;
};

/** Updates the hidden flag of an account from the table `hidden`. */
export const updateUserHidden = async (tx: Tx, uuid: string): Promise<void> => {
  await tx`
    update app_user set is_hidden = exists (select 1 from hidden where subject_type = 'user' and subject_uuid = app_user.uuid), updated_at = now()
    where uuid = ${uuid}`;
};
