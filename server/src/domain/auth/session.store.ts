import { REFRESH_TOKEN_SECONDS, REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/database.ts';
import { unauthorized } from '../../platform/http/app-error.ts';
import type { UserRow } from './auth.view.ts';

/** The origin of a call. */
export type Client = {
  ip: string;
  /** The network address: the IPv4 address, or the /64 prefix that one IPv6 customer has to themselves. */
  networkAddress: string;
  userAgent: string | null;
  /** The hash of the device cookie; null for a client without cookies. */
  deviceHash: string | null;
  /** Identifies the network address and program of a client without cookies (not a browser); null for browsers. */
  programHash?: string | null;
  /** The calling session; null when nobody is signed in. */
  session?: string | null;
  /** The proof of work sent with the call. */
  work?: string | undefined;
};

/** Opens a session without a refresh token. */
export const addSession = (tx: Tx, session: { uuid: string; userUuid: string; client: Client }) =>
  tx`insert into session (uuid, user_uuid, user_agent, ip, device_hash)
    values (${session.uuid}, ${session.userUuid}, ${session.client.userAgent}, ${session.client.ip}, ${session.client.deviceHash})`;

/** Stores a refresh token by its hash, for REFRESH_TOKEN_SECONDS. */
export const addRefreshToken = (tx: Tx, sessionUuid: string, hash: string) =>
  tx`insert into refresh_token (uuid, session_uuid, token_hash, expires_at)
    values (${uuidv7()}, ${sessionUuid}, ${hash}, now() + ${REFRESH_TOKEN_SECONDS} * interval '1 second')`;

/**
 * Uses a refresh token up, once: of two concurrent calls, on any server, the row lock lets one succeed. A token created
 * while its session ends is already invalid, because only the session's state counts.
 */
export const useRefreshToken = async (
  tx: Tx,
  hash: string,
  client: Client,
): Promise<{ session: string; user: UserRow } | undefined> => {
  const [used] = await tx<{ session_uuid: string }[]>`
    update refresh_token set used_at = now()
    where token_hash = ${hash} and used_at is null and expires_at > now()
    returning session_uuid`;
  if (!used) return undefined;
  const [open] = await tx<{ user_uuid: string }[]>`
    update session set last_used_at = now(), ip = ${client.ip}, user_agent = ${client.userAgent},
      device_hash = coalesce(device_hash, ${client.deviceHash})
    where uuid = ${used.session_uuid} and ended_at is null
      and exists (select 1 from app_user where app_user.uuid = user_uuid and blocked_at is null) returning user_uuid`;
  if (!open) return undefined;
  const [user] = await tx<UserRow[]>`select * from app_user where uuid = ${open.user_uuid}`;
  return { session: used.session_uuid, user: user as UserRow };
};

/** Whether a token was copied: it does not come from the session's browser, although that browser keeps its cookie. */
export const isRefreshElsewhere = async (tx: Tx, hash: string, deviceHash: string | null): Promise<boolean> =>
  (
    await tx`select 1 from refresh_token join session on session.uuid = session_uuid
      where token_hash = ${hash} and is_device_seen and device_hash is distinct from ${deviceHash}`
  ).length > 0;

/** Whether a refresh token is that of an account which an admin has blocked. */
export const isRefreshOfBlocked = async (tx: Tx, hash: string): Promise<boolean> =>
  (
    await tx`select 1 from refresh_token join session on session.uuid = session_uuid join app_user on app_user.uuid = user_uuid
      where token_hash = ${hash} and blocked_at is not null`
  ).length > 0;

/**
 * How long a browser may request the successor of a used token again: longer than it waits for a lost answer and for those
 * of its first repetitions.
 */
const GRACE_SECONDS = (6 * REQUEST_TIMEOUT_MS) / 1000;

/** The open session of a token that the same browser used within the last `GRACE_SECONDS`, with its user. */
export const findRecentUse = async (
  tx: Tx,
  hash: string,
  deviceHash: string,
): Promise<{ session: string; user: UserRow } | undefined> => {
  const [user] = await tx<(UserRow & { session_uuid: string })[]>`
    select app_user.*, session.uuid as session_uuid from refresh_token
    join session on session.uuid = session_uuid join app_user on app_user.uuid = user_uuid
    where token_hash = ${hash} and used_at > now() - ${GRACE_SECONDS} * interval '1 second'
      and device_hash = ${deviceHash} and ended_at is null and blocked_at is null`;
  return user && { session: user.session_uuid, user };
};

/** Whether a refresh token was used before: a second use means that it was copied. */
export const isRefreshTokenUsed = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx`select 1 from refresh_token where token_hash = ${hash} and used_at is not null`).length > 0;

/** Whether a session has passed step-up recently, and the call comes from its browser, if that keeps cookies. */
export const isProvedLately = async (
  tx: Tx,
  uuid: string,
  deviceHash: string | null,
  seconds: number,
): Promise<boolean> =>
  (
    await tx`select 1 from session where uuid = ${uuid} and proved_at > now() - ${seconds} * interval '1 second'
      and ended_at is null and (device_hash is not distinct from ${deviceHash} or (not is_device_seen and ${deviceHash}::text is null))`
  ).length > 0;

/** Records that a session has passed step-up in this browser. */
export const markProved = (tx: Tx, uuid: string, deviceHash: string | null) =>
  tx`update session set proved_at = now(), device_hash = coalesce(${deviceHash}, device_hash),
    is_device_seen = is_device_seen or ${deviceHash !== null} where uuid = ${uuid}`;

/** Records that the session's browser keeps its cookie: sensitive calls then require the cookie. */
export const markDeviceSeen = async (tx: Tx, uuid: string, deviceHash: string | null): Promise<void> => {
  if (deviceHash !== null)
    await tx`update session set is_device_seen = true where uuid = ${uuid} and device_hash = ${deviceHash} and not is_device_seen`;
};

/** 401 for a session that was ended, not only its access token. */
export const sessionEnded = () => unauthorized('auth.ended', 'The session has ended, sign in again');

/**
 * Refuses the call if its session has ended meanwhile, because changes requested in an ended session must not take
 * effect. Call it with the account locked.
 * @throws AppError 401 `auth.ended`
 */
export const requireOpenSession = async (tx: Tx, { session = null }: Client): Promise<void> => {
  if (session === null) return;
  const open = await tx`select 1 from session where uuid = ${session} and ended_at is null`;
  if (open.length === 0) throw sessionEnded();
};

/** Ends the session of a refresh token. @param onlyIfUsed only if the token was already used */
export const endSessionOfToken = (tx: Tx, hash: string, onlyIfUsed: boolean) =>
  tx`update session set ended_at = now() where ended_at is null and uuid =
    (select session_uuid from refresh_token where token_hash = ${hash} ${onlyIfUsed ? tx`and used_at is not null` : tx``})`;

/** Ends one of a user's sessions. @returns its browser; undefined when the user has no such open session */
export const endOneSession = async (
  tx: Tx,
  userUuid: string,
  uuid: string,
): Promise<{ device_hash: string | null } | undefined> => {
  const [ended] = await tx<{ device_hash: string | null }[]>`
    update session set ended_at = now() where uuid = ${uuid} and user_uuid = ${userUuid} and ended_at is null returning device_hash`;
  return ended;
};

/** Ends all sessions of a user, except one if given. */
export const endSessions = (tx: Tx, userUuid: string, except?: string) =>
  tx<
    { device_hash: string | null }[]
  >`update session set ended_at = now() where user_uuid = ${userUuid} and ended_at is null
    ${except === undefined ? tx`` : tx`and uuid <> ${except}`} returning device_hash`;

/** Records that a session is in use; at most once a minute, so that most reads cause no write. */
export const touchSession = (sql: Tx, uuid: string) =>
  sql`update session set last_used_at = now() where uuid = ${uuid} and last_used_at < now() - interval '1 minute'`;
