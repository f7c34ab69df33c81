import { ACCESS_TOKEN_SECONDS } from '@skarb/schema/limits';
import type { TokensAndUser, User } from '@skarb/schema/auth';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { AppError, unauthorized } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { writeMail, type Language } from '../mail/mail.messages.ts';
import { requireMail, sendMail } from '../mail/mail.service.ts';
import { hashPassword, isPassword } from './auth.password.ts';
import {
  addConfirmToken,
  addSession,
  claimUsername,
  confirmEmail,
  endFamily,
  ensureEmailAccount,
  findByEmail,
  setUnconfirmedPassword,
  useMailToken,
  useRefreshToken,
  type Client,
  type SavepointTx,
} from './auth.store.ts';
import { hashSecret, makeAccessToken, makeSecret } from './auth.tokens.ts';
import { toUser, type UserRow } from './auth.view.ts';

export type { Client } from './auth.store.ts';
type Needs = Pick<Context, 'config' | 'db'>;

/** Opens a session, or goes on with one (a family of refresh tokens), and gives its tokens. */
export const openSession = async (
  tx: Tx,
  config: Needs['config'],
  user: UserRow,
  client: Client,
  family: string = uuidv7(),
): Promise<TokensAndUser> => {
  const refreshToken = makeSecret();
  await addSession(tx, { family, userUuid: user.uuid, hash: hashSecret(refreshToken), client });
  const accessToken = await makeAccessToken(config, { uuid: user.uuid, role: user.role, family });
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, user: toUser(user) };
};

export type Registration = {
  email: string;
  password: string;
  username?: string | undefined;
  language?: Language | undefined;
};

/**
 * Registers an address. Whether it had an account already shows neither in the answer nor in the time
 * it takes: the answer echoes what was asked, and what is the case stands in the mail alone.
 * A username is a wish until the mail is answered.
 */
export const register = async (
  { config, db }: Needs,
  { email, password, username, language = 'en' }: Registration,
): Promise<User> => {
  requireMail(config);
  const passwordHash = await hashPassword(password);
  await db.sql.begin(async (tx) => {
    const account = await ensureEmailAccount(tx, { email, language });
    if (account.is_email_confirmed)
      return sendMail(tx, config, writeMail('exists', account.language, email, `${config.publicUrl}/nfts`));
    await setUnconfirmedPassword(tx, account.uuid, passwordHash);
    const secret = makeSecret();
    await addConfirmToken(tx, {
      hash: hashSecret(secret),
      userUuid: account.uuid,
      email,
      passwordHash,
      username: username ?? null,
    });
    await sendMail(
      tx,
      config,
      writeMail('confirm', language, email, `${config.publicUrl}/confirmation?token=${secret}`),
    );
  });
  return {
    // Of no account: naming the real one would tell a new address from a known one.
    uuid: uuidv7(),
    role: 'USER',
    username: username ?? null,
    gameId: null,
    email,
    isEmailConfirmed: false,
    isTwoFactorAuthenticationEnabled: false,
    googleId: null,
    phoneNumber: null,
    isPhoneNumberConfirmed: false,
    metamaskWallet: null,
    name: null,
    avatar: null,
    bio: null,
    backgroundImg: null,
    pendingEmail: null,
    hasPassword: true,
    language,
    displayCurrency: 'USD',
    createdAt: new Date().toISOString(),
  };
};

/** Confirms an address by the secret of its mail, and signs its owner in. @throws AppError 400 */
export const confirm = async ({ config, db }: Needs, secret: string, client: Client): Promise<TokensAndUser> => {
  const session = await db.sql.begin(async (tx) => {
    const token = await useMailToken(tx, 'confirm', hashSecret(secret));
    if (!token) return null;
    const user = await confirmEmail(tx, token);
    if (user.username === null) await claimUsername(tx as SavepointTx, user.uuid, token.username);
    const [named] = await tx<UserRow[]>`select * from app_user where uuid = ${user.uuid}`;
    return openSession(tx, config, named as UserRow, client);
  });
  if (!session)
    throw new AppError(
      400,
      'mailToken.invalid',
      'This link has expired or was used already. Sign in, or register again to get a new one',
    );
  return session;
};

/**
 * Signs in by e-mail and password. An unknown address, an account without a password and a wrong password
 * answer the same, after the same work.
 * @throws AppError 401 `auth.credentials`, 403 `auth.unconfirmed` (told only to who knows the password)
 */
export const login = async (
  { config, db }: Needs,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<TokensAndUser> => {
  const account = await findByEmail(db.sql, email);
  const isRight = await isPassword(account?.password_hash, password);
  if (!account || !isRight) throw unauthorized('auth.credentials', 'The e-mail or the password is wrong');
  if (!account.is_email_confirmed)
    throw new AppError(
      403,
      'auth.unconfirmed',
      'Confirm your e-mail address first: the link is in the mail we sent you',
    );
  return openSession(db.sql, config, account, client);
};

/**
 * New tokens for a refresh token, which works once. A second use means that somebody has a copy: the whole
 * family ends, whoever holds it.
 * @throws AppError 401 `auth.ended`
 */
export const refresh = async ({ config, db }: Needs, refreshToken: string, client: Client): Promise<TokensAndUser> => {
  const hash = hashSecret(refreshToken);
  // Nothing is thrown inside: the end of the family has to be kept.
  const session = await db.sql.begin(async (tx) => {
    const used = await useRefreshToken(tx, hash);
    if (!used) {
      await endFamily(tx, hash, true);
      return null;
    }
    const [user] = await tx<UserRow[]>`select * from app_user where uuid = ${used.user_uuid}`;
    return openSession(tx, config, user as UserRow, client, used.family);
  });
  if (!session) throw unauthorized('auth.ended', 'The session has ended, sign in again');
  return session;
};

/** Ends the session of a refresh token. An unknown one is no failure: it is signed out already. */
export const logout = async ({ db }: Pick<Context, 'db'>, refreshToken: string): Promise<void> => {
  await endFamily(db.sql, hashSecret(refreshToken), false);
};
