import type { TokensAndUser } from '@skarb/schema/auth';
import { ACCESS_TOKEN_SECONDS } from '@skarb/schema/limits';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { forbidden, notFound, unauthorized } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { callOffChange, lockAccount, lockSignIn, makeAdmin } from './auth.store.ts';
import { hashSecret, makeAccessToken, makeSecret, readAccessToken, succeedingToken } from './auth.tokens.ts';
import { toUser, type UserRow } from './auth.view.ts';
import { noteSignIn } from './new-device.service.ts';
import {
  addRefreshToken,
  addSession,
  endOneSession,
  endSessionOfToken,
  endSessions,
  findRecentUse,
  isRefreshElsewhere,
  isRefreshOfBlocked,
  isRefreshTokenUsed,
  markDeviceSeen,
  sessionEnded,
  touchSession,
  useRefreshToken,
  type Client,
} from './session.store.ts';
import { getOpenSession } from './session.view.ts';

export { requireOpenSession, type Client } from './session.store.ts';
type Needs = Pick<Context, 'config' | 'db'>;

/**
 * The columns that credentials were checked against: if one of them changes before the session opens, the sign-in
 * fails.
 */
const SIGN_IN_COLUMNS = [
  'email',
  'is_email_confirmed',
  'password_hash',
  'google_id',
  'metamask_wallet',
  'is_two_factor_authentication_enabled',
] as const satisfies (keyof UserRow)[];

const changedMeanwhile = () =>
  unauthorized('auth.changed', 'How this account is signed in to has changed in this very moment: sign in again');

/**
 * Opens a session and returns its first tokens: the last step of every sign-in method. The account that has confirmed
 * the address of ADMIN_EMAIL becomes an admin here.
 * @param user the account as it was when its credentials were checked. If it has changed since, the sign-in fails, so
 * that a sign-in in progress does not outlive a reset or undo that ends all sessions
 * @param asked the account as it was when its second factor was checked, if it had one; undefined when there was none to
 * check yet
 * @throws AppError 401 `auth.changed`, 403 `auth.blocked`, with the reason
 */
export const openSession = async (
  tx: Tx,
  context: Pick<Context, 'config' | 'notifyNewDevice'>,
  user: UserRow,
  client: Client,
  asked: UserRow | undefined,
): Promise<TokensAndUser> => {
  const { config } = context;
  const now = await lockSignIn(tx, user.uuid);
  if (!now || SIGN_IN_COLUMNS.some((column) => now[column] !== user[column])) throw changedMeanwhile();
  const wasAsked = asked?.uuid === now.uuid && asked.is_two_factor_authentication_enabled;
  if (now.is_two_factor_authentication_enabled && !wasAsked) throw changedMeanwhile();
  user = now;
  // Only the owner sees the reason: all credentials were checked before.
  if (user.blocked_at !== null)
    throw forbidden('auth.blocked', `This account is blocked: ${user.blocked_reason ?? ''}`);
  const isNamedAdmin =
    config.adminEmail !== undefined && user.is_email_confirmed && user.email?.toLowerCase() === config.adminEmail;
  if (isNamedAdmin && user.role !== 'ADMIN') {
    await makeAdmin(tx, user.uuid);
    await recordAudit(tx, {
      adminUuid: null,
      act: 'user.role',
      subjectType: 'user',
      subjectUuid: user.uuid,
      detail: { role: { from: user.role, to: 'ADMIN' }, by: 'ADMIN_EMAIL' },
    });
  }
  const session = uuidv7();
  await addSession(tx, { uuid: session, userUuid: user.uuid, client });
  const refreshToken = makeSecret();
  await addRefreshToken(tx, session, hashSecret(refreshToken));
  await noteSignIn(tx, context, user, client);
  return tokensOf(config, isNamedAdmin ? { ...user, role: 'ADMIN' } : user, session, refreshToken);
};

const tokensOf = async (
  config: Needs['config'],
  user: UserRow,
  session: string,
  refreshToken: string,
): Promise<TokensAndUser> => ({
  accessToken: await makeAccessToken(config, { uuid: user.uuid, session }),
  refreshToken,
  expiresIn: ACCESS_TOKEN_SECONDS,
  user: toUser(user),
});

/**
 * The caller that a bearer token identifies. Its session must still be open, and the role is the current one. Each call
 * reads one row by primary key, so that the tokens of an ended session stop working at once, on every server.
 * @throws AppError 401 `auth.expired`, `auth.invalid`, `auth.ended`
 */
export const readCaller = async ({ config, db }: Needs, token: string): Promise<Caller> => {
  const named = await readAccessToken(config, token);
  const open = await getOpenSession(db.sql, named.session);
  if (!open || open.userUuid !== named.uuid) throw sessionEnded();
  // A call must not fail because this update failed.
  if (open.isUntouched) await touchSession(db.sql, named.session).catch(() => {});
  return { uuid: named.uuid, role: open.role, session: named.session };
};

/**
 * Exchanges a refresh token, which works once, for new tokens. A browser that lost the answer or sent concurrent
 * requests gets the latest unused successor for a minute, from any server. Any other second use means that the token was
 * copied, as does a use outside the browser whose cookie the session has seen: the session then ends for everyone.
 * @throws AppError 401 `auth.ended`, `auth.endedByBlock`
 */
export const refresh = async ({ config, db }: Needs, refreshToken: string, client: Client): Promise<TokensAndUser> => {
  const hash = hashSecret(refreshToken);
  // The transaction must not throw, because the end of the session has to be committed.
  const tokens = await db.sql.begin(async (tx) => {
    const isElsewhere = await isRefreshElsewhere(tx, hash, client.deviceHash);
    const used = isElsewhere ? undefined : await useRefreshToken(tx, hash, client);
    if (used) {
      const next = succeedingToken(config, refreshToken);
      await addRefreshToken(tx, used.session, hashSecret(next));
      return tokensOf(config, used.user, used.session, next);
    }
    const recent = client.deviceHash === null ? undefined : await findRecentUse(tx, hash, client.deviceHash);
    if (recent) {
      let next = succeedingToken(config, refreshToken);
      while (await isRefreshTokenUsed(tx, hashSecret(next))) next = succeedingToken(config, next);
      return tokensOf(config, recent.user, recent.session, next);
    }
    await endSessionOfToken(tx, hash, !isElsewhere);
    return null;
  });
  if (tokens) return tokens;
  throw (await isRefreshOfBlocked(db.sql, hash))
    ? unauthorized('auth.endedByBlock', 'The session has ended because this account is blocked: sign in to read why')
    : sessionEnded();
};

/** Records that the session's browser keeps its device cookie: sensitive calls then require the cookie. */
export const noteDevice = ({ db }: Pick<Context, 'db'>, caller: Caller, client: Client): Promise<void> =>
  markDeviceSeen(db.sql, caller.session, client.deviceHash);

/** Ends the session of a refresh token. An unknown token is not an error: its session has already ended. */
export const logout = async ({ db }: Pick<Context, 'db'>, refreshToken: string): Promise<void> => {
  await endSessionOfToken(db.sql, hashSecret(refreshToken), false);
};

/**
 * Ends one of the caller's sessions, and cancels a change of address requested by its device.
 * @throws AppError 404 when the caller has no such open session
 */
export const endSession = async ({ db }: Pick<Context, 'db'>, caller: Caller, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    // Lock the account before its sessions, in the same order as a reset and an undo.
    await lockAccount(tx, caller.uuid);
    const ended = await endOneSession(tx, caller.uuid, uuid);
    if (!ended) throw notFound('session');
    await callOffChange(tx, caller.uuid, [ended.device_hash]);
  });
};

/**
 * Ends all sessions of the caller except the current one, and cancels a change of address requested by their devices.
 */
export const endOtherSessions = async ({ db }: Pick<Context, 'db'>, caller: Caller): Promise<void> => {
  await db.sql.begin(async (tx) => {
    await lockAccount(tx, caller.uuid);
    const ended = await endSessions(tx, caller.uuid, caller.session);
    await callOffChange(
      tx,
      caller.uuid,
      ended.map(({ device_hash }) => device_hash),
    );
  });
};
