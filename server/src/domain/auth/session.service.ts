import type { TokensAndUser } from '@skarb/schema/auth';
import { ACCESS_TOKEN_SECONDS } from '@skarb/schema/limits';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { forbidden, notFound, unauthorized } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/audit.ts';
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
  isRefreshTokenUsed,
  markDeviceSeen,
  sessionEnded,
  touchSession,
  useRefreshToken,
  type Client,
} from './session.store.ts';
import { getOpenSession } from './session.view.ts';

export type { Client } from './session.store.ts';
type Needs = Pick<Context, 'config' | 'db'>;

/** What a proof was checked against: where one of these has changed meanwhile, it proves nothing. */
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
 * Opens a session and gives its first tokens: the end of every way to sign in. Whoever confirmed the address of
 * ADMIN_EMAIL is an admin from then on.
 * @param user the account as it was when its proofs were checked: one that has changed since is signed in to by nobody, so
 * that a sign-in under way does not outlive the reset or undo that ends all sessions
 * @param asked the account whose second factor was asked for, where it has one
 * @throws AppError 401 `auth.changed`, 403 `auth.blocked`, with the reason
 */
export const openSession = async (
  tx: Tx,
  context: Pick<Context, 'config' | 'notifyNewDevice'>,
  user: UserRow,
  client: Client,
  asked: UserRow | undefined = user,
): Promise<TokensAndUser> => {
  const { config } = context;
  const now = await lockSignIn(tx, user.uuid);
  if (!now || SIGN_IN_COLUMNS.some((column) => now[column] !== user[column])) throw changedMeanwhile();
  const wasAsked = asked?.uuid === now.uuid && asked.is_two_factor_authentication_enabled;
  if (now.is_two_factor_authentication_enabled && !wasAsked) throw changedMeanwhile();
  user = now;
  // Told to its owner alone: everything that proves him was asked before.
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
 * Who a bearer token speaks for: its session must still be open, and the role is the one of this moment. One read
 * by primary key for each call, so that an ended session's tokens stop at once, on every server.
 * @throws AppError 401 `auth.expired`, `auth.invalid`, `auth.ended`
 */
export const readCaller = async ({ config, db }: Needs, token: string): Promise<Caller> => {
  const named = await readAccessToken(config, token);
  const open = await getOpenSession(db.sql, named.session);
  if (!open || open.userUuid !== named.uuid) throw sessionEnded();
  // Nobody's call fails because this could not be noted.
  if (open.isUntouched) await touchSession(db.sql, named.session).catch(() => {});
  return { uuid: named.uuid, role: open.role, session: named.session };
};

/**
 * New tokens for a refresh token, which works once. A browser that lost the answer, or asked several times at once, gets
 * the same successor again within 10 s, from any server. Any other second use means that somebody has a copy, and so does
 * any use outside of the browser whose cookie the session has seen: the session ends, whoever holds it.
 * @throws AppError 401 `auth.ended`
 */
export const refresh = async ({ config, db }: Needs, refreshToken: string, client: Client): Promise<TokensAndUser> => {
  const hash = hashSecret(refreshToken);
  // Nothing is thrown inside: the end of the session has to be kept.
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
  if (!tokens) throw sessionEnded();
  return tokens;
};

/** Notes that the session's browser keeps its device cookie: sensitive calls have to bring it from then on. */
export const noteDevice = ({ db }: Pick<Context, 'db'>, caller: Caller, client: Client): Promise<void> =>
  markDeviceSeen(db.sql, caller.session, client.deviceHash);

/** Ends the session of a refresh token. An unknown one is no failure: it is signed out already. */
export const logout = async ({ db }: Pick<Context, 'db'>, refreshToken: string): Promise<void> => {
  await endSessionOfToken(db.sql, hashSecret(refreshToken), false);
};

/** Ends one of the caller's sessions, and a change of address that was asked for in it. @throws AppError 404 when he has no such session open */
export const endSession = async ({ db }: Pick<Context, 'db'>, caller: Caller, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    // The account before its sessions, as a reset and an undo take them.
    await lockAccount(tx, caller.uuid);
    const ended = await endOneSession(tx, caller.uuid, uuid);
    if (!ended) throw notFound('session');
    await callOffChange(tx, caller.uuid, [ended.device_hash]);
  });
};

/** Ends all sessions of the caller but the one that asks, and a change of address that was asked for in them. */
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
