import type { Person, Profile, User } from '@skarb/schema/auth';
import type { Localized } from '@skarb/schema/form-value';
import { forEachLanguage } from '@skarb/schema/language';
import { nameKeys } from '@skarb/schema/name-key';
import { getAddress, type Address } from 'viem';
import { conflict, notFound, unauthorized, unprocessable } from '../../platform/http/app-error.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { code, codeOrNull, jsonOrNull, object, truth, written } from '../../platform/db/json.ts';
import { noticeJson, seesHiddenOf, type NoticeJson } from '../hidden/hidden.view.ts';

/** A person as returned by `personJson`: the wallet in lower case, as in the database. */
export type PersonJson = Omit<Person, 'metamaskWallet'> & { metamaskWallet: Address | null };

/** The URL of a user's picture (stored as its CID) at one of the widths that pages use. */
export const pictureUrl = (cid: string | null, width: 320 | 1280): string | null =>
  cid === null ? null : `/media/${cid}/${width}.webp`;

/**
 * SQL condition: the caller may see the wallet of this account. A wallet whose owner has neither published nor traded
 * anything is visible only to its owner. Every public join that finds an account by its wallet includes this condition.
 * @param alias of app_user in the surrounding query
 */
export const isWalletShown = (sql: Tx, alias: string, callerUuid?: string) =>
  callerUuid === undefined
    ? sql`${sql(`${alias}.is_wallet_public`)}`
    : sql`(${sql(`${alias}.is_wallet_public`)} or ${sql(`${alias}.uuid`)} = ${callerUuid})`;

/** SQL of an account's wallet, lower-case; null when the caller may not see it. */
export const shownWallet = (sql: Tx, userUuid: string, callerUuid?: string) =>
  sql`(select w.metamask_wallet from app_user w where w.uuid = ${userUuid} and ${isWalletShown(sql, 'w', callerUuid)})`;

/**
 * SQL condition: the account is blocked, or its deletion is pending. It can accept nothing and is not recommended.
 * @param alias of app_user in the surrounding query
 */
export const isBlockedOrLeaving = (sql: Tx, alias: string): Fragment =>
  sql`(${sql(`${alias}.blocked_at`)} is not null or ${sql(`${alias}.deletion_at`)} is not null)`;

/** SQL that joins the account in this column as `maker`, if it is neither blocked nor leaving. */
export const byRecommended = (sql: Tx, column: string): Fragment =>
  sql`join app_user maker on maker.uuid = ${sql(column)} and not ${isBlockedOrLeaving(sql, 'maker')}`;

/**
 * SQL that builds the jsonb of a person from a row of app_user; null when an outer join found none. A hidden user has
 * no name and no picture; a deleted account has its former wallet.
 * @param alias the table's name or alias in the surrounding query, never from a request
 */
export const personJson = (sql: Tx, alias: string): Fragment =>
  // One fragment: the driver's time for a statement depends on their number.
  sql.unsafe(`case when ${alias}.uuid is not null then jsonb_build_object(
    'uuid', ${alias}.uuid, 'username', case when not ${alias}.is_hidden then ${alias}.username end,
    'name', case when not ${alias}.is_hidden then ${alias}.name end,
    'avatar', case when not ${alias}.is_hidden then '/media/' || ${alias}.avatar || '/320.webp' end,
    'metamaskWallet', case when ${alias}.is_wallet_public then coalesce(${alias}.metamask_wallet, ${alias}.former_wallet) end,
    'isVerified', ${alias}.verified_key is not null and not ${alias}.is_hidden) end`) as unknown as Fragment;
/** SQL of the text of the same JSON, in half of the time. */
export const writtenPerson = (alias: string): string => {
  const shown = (expression: string) => `case when not ${alias}.is_hidden then ${expression} end`;
  const person = written(
    object({
      uuid: code(`${alias}.uuid`),
      username: jsonOrNull(shown(`${alias}.username`)),
      name: jsonOrNull(shown(`${alias}.name`)),
      avatar: codeOrNull(shown(`'/media/' || ${alias}.avatar || '/320.webp'`)),
      metamaskWallet: codeOrNull(
        `case when ${alias}.is_wallet_public then coalesce(${alias}.metamask_wallet, ${alias}.former_wallet) end`,
      ),
      isVerified: truth(`${alias}.verified_key is not null and not ${alias}.is_hidden`),
    }),
  );
  return `case when ${alias}.uuid is not null then ${person} end`;
};
/** A person as sent to clients, the wallet checksummed. */
export const toPerson = (json: PersonJson): Person => ({
  uuid: json.uuid,
  username: json.username,
  name: json.name,
  avatar: json.avatar,
  metamaskWallet: json.metamaskWallet && getAddress(json.metamaskWallet),
  isVerified: json.isVerified,
});

export type UserRow = {
  uuid: string;
  role: User['role'];
  username: string | null;
  game_id: string | null;
  email: string | null;
  is_email_confirmed: boolean;
  password_hash: string | null;
  is_two_factor_authentication_enabled: boolean;
  google_id: string | null;
  phone_number: string | null;
  is_phone_number_confirmed: boolean;
  metamask_wallet: Address | null;
  name: string | null;
  avatar: string | null;
  bio: string | null;
  /** Texts by language; a language without a text is missing. */
  statement: Partial<Localized>;
  links: User['links'];
  /** Of the name that an admin has verified; null without the mark. */
  verified_key: string | null;
  background_img: string | null;
  language: User['language'];
  display_currency: User['displayCurrency'];
  pending_email: string | null;
  blocked_at: Date | null;
  /** The reason shown to the owner of a blocked account; null when it is not blocked. */
  blocked_reason: string | null;
  is_wallet_public: boolean;
  /** When they last asked to buy for themself, while their wallet was not visible. */
  purchase_asked_at: Date | null;
  former_wallet: Address | null;
  erased_at: Date | null;
  /** When the account will be deleted; null when no deletion is requested. */
  deletion_at: Date | null;
  created_at: Date;
  /** When each sign-in method was added and last used; null when that was before `ways_recorded_since`, or never. */
  password_added_at: Date | null;
  password_used_at: Date | null;
  google_added_at: Date | null;
  google_used_at: Date | null;
  wallet_added_at: Date | null;
  wallet_used_at: Date | null;
  ways_recorded_since: Date;
  google_email: string | null;
  /** The owner removed Google: signing in with it does not link it again. */
  is_google_removed: boolean;
};

/** The signed-in user's own record. */
export const toUser = (row: UserRow): User => ({
  uuid: row.uuid,
  role: row.role,
  username: row.username,
  gameId: row.game_id,
  email: row.email,
  isEmailConfirmed: row.is_email_confirmed,
  isTwoFactorAuthenticationEnabled: row.is_two_factor_authentication_enabled,
  googleId: row.google_id,
  phoneNumber: row.phone_number,
  isPhoneNumberConfirmed: row.is_phone_number_confirmed,
  metamaskWallet: row.metamask_wallet && getAddress(row.metamask_wallet),
  name: row.name,
  avatar: pictureUrl(row.avatar, 320),
  bio: row.bio,
  statement: forEachLanguage((language) => row.statement[language] ?? null),
  links: row.links,
  isVerified: row.verified_key !== null,
  backgroundImg: pictureUrl(row.background_img, 1280),
  pendingEmail: row.pending_email,
  hasPassword: row.password_hash !== null,
  language: row.language,
  displayCurrency: row.display_currency,
  deletionAt: row.deletion_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/**
 * The row of a signed-in user.
 * @throws AppError 401 `auth.gone` when the account no longer exists
 */
export const requireUserRow = async (sql: Tx, uuid: string): Promise<UserRow> => {
  const [row] = await sql<UserRow[]>`select * from app_user where uuid = ${uuid}`;
  if (!row) throw unauthorized('auth.gone', 'This account no longer exists');
  return row;
};

/** SQL condition: the name may be taken for that of a verified user other than this one. */
export const isVerifiedName = (sql: Tx, name: string, exceptUuid: string | null): Fragment =>
  sql`exists (select 1 from app_user verified where verified.verified_key = any(${nameKeys(name)}::text[])
    and verified.uuid is distinct from ${exceptUuid}::uuid)`;

/** The user with an id, or undefined when there is none (any more). */
export const getUser = async (sql: Tx, uuid: string): Promise<User | undefined> => {
  const [row] = await sql<UserRow[]>`select * from app_user where uuid = ${uuid}`;
  return row && toUser(row);
};

/**
 * The connected wallet of a user, lower-case.
 * @throws AppError 422 `wallet.missing` when the account has none
 */
export const requireWallet = async (sql: Tx, userUuid: string): Promise<Address> => {
  const [row] = await sql<
    { wallet: Address | null }[]
  >`select metamask_wallet as wallet from app_user where uuid = ${userUuid}`;
  if (!row?.wallet) throw unprocessable('wallet.missing', 'Connect a wallet to your account first');
  return row.wallet;
};

/**
 * The wallet of a user who is about to publish, offer, buy or bid. An account with a pending deletion cannot start
 * anything new.
 * @throws AppError 422 `wallet.missing`, 409 `account.deletionPending`
 */
export const requireTrader = async (sql: Tx, userUuid: string): Promise<Address> => {
  await requireStaying(sql, userUuid);
  return requireWallet(sql, userUuid);
};

/** @throws AppError 409 `account.deletionPending` when the account's deletion is pending */
export const requireStaying = async (sql: Tx, userUuid: string): Promise<void> => {
  const leaving = await sql`select 1 from app_user where uuid = ${userUuid} and deletion_at is not null`;
  if (leaving.length > 0)
    throw conflict('account.deletionPending', 'Your account is about to be deleted. Keep it in your settings first');
};

/**
 * SQL: whether the caller follows a person or a collection; null for the caller's own.
 * @param column of its uuid; `owner` that of the person or of the collection's creator
 */
export const isFollowed = (sql: Tx, column: string, owner: string, callerUuid: string | undefined): Fragment =>
  callerUuid
    ? sql`case when ${sql(owner)} <> ${callerUuid} then
        exists (select 1 from follow where follower_uuid = ${callerUuid} and subject_uuid = ${sql(column)}) end`
    : sql`false`;

/** Of more than so many works, hidden ones are counted, too: to look each up would take as long as the rest of the page. */
const EXACT_MAX = 1000;
/** @param of `table where …`, whose rows have a token_uuid */
const countShown = (sql: Tx, of: Fragment): Fragment => sql`
  (select case when all_of.count > ${EXACT_MAX}::int then all_of.count else (
    select count(*)::int from (select token_uuid from ${of}) one
    where not exists (select 1 from token t where t.uuid = one.token_uuid and t.status = 'minted' and not t.is_counted)) end
  from (select count(*)::int as count from ${of}) all_of)`;

/** Sales of a seller are counted no further. */
const SOLD_CAP = 10_000;

/**
 * A public profile with the counts of its tabs. The gallery and "on sale" belong to the wallet, "created" to the
 * account.
 * @throws AppError 404, also for a hidden user whom the caller may not see
 */
export const getProfile = async (sql: Tx, uuid: string, callerUuid?: string): Promise<Profile> => {
  type Counts = Record<'gallery' | 'on_sale' | 'purchased' | 'created' | 'favorites' | 'sold' | 'followers', number>;
  const isOwn = uuid.toLowerCase() === callerUuid;
  const seesAll = await seesHiddenOf(sql, uuid.toLowerCase(), callerUuid);
  const wallet = seesAll ? sql`metamask_wallet` : sql`case when is_wallet_public then metamask_wallet end`;
  type Row = UserRow & Counts & { is_hidden: boolean; is_followed: boolean | null; hidden: NoticeJson | null };
  const [row] = await sql<Row[]>`
    select app_user.*, case when app_user.is_hidden then ${noticeJson(sql, [['user', 'app_user.uuid']])} end as hidden,
      (select count(*)::int from ownership where owner = ${wallet} ${isOwn ? sql`` : sql`and not ownership.is_hidden`}) as gallery,
      (select count(*)::int from ownership where owner = ${wallet} and on_sale) as on_sale,
      ${countShown(sql, sql`purchase where buyer = ${wallet}`)} as purchased,
      (select count(*)::int from token where creator_uuid = app_user.uuid and ${isOwn ? sql`status <> 'unborn'` : sql`is_counted`}) as created,
      ${countShown(sql, sql`favorite where user_uuid = app_user.uuid`)} as favorites,
      (select count(*)::int from (
        select 1 from history where from_address = ${wallet} and value_eth is not null limit ${SOLD_CAP}) sale) as sold,
      coalesce((select followers from person_count p where p.uuid = app_user.uuid), 0) as followers,
      ${isFollowed(sql, 'app_user.uuid', 'app_user.uuid', callerUuid)} as is_followed
    from app_user where uuid = ${uuid}`;
  if (!row || (row.hidden && !seesAll)) throw notFound('profile');
  const user = toUser(row);
  const shown = row.metamask_wallet ?? row.former_wallet;
  return {
    uuid: user.uuid,
    username: user.username,
    name: user.name,
    avatar: user.avatar,
    bio: user.bio,
    statement: user.statement,
    isVerified: row.verified_key !== null && !row.is_hidden,
    isErased: row.erased_at !== null,
    links: user.links,
    backgroundImg: user.backgroundImg,
    metamaskWallet: shown && (row.is_wallet_public || seesAll) ? getAddress(shown) : null,
    role: user.role,
    createdAt: user.createdAt,
    followerCount: row.followers,
    isFollowed: row.is_followed,
    counts: {
      gallery: row.gallery,
      onSale: row.on_sale,
      purchased: row.purchased,
      created: row.created,
      favorites: row.favorites,
      sold: row.sold,
    },
    hidden: row.hidden,
  };
};
