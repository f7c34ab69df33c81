import type { TokensAndUser, User } from '@skarb/schema/auth';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { AppError, forbidden, refusedField, unauthorized } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { forEachLanguage, type Language } from '@skarb/schema/language';
import { requireMail } from '../mail/mail.service.ts';
import { requestOriginOf } from './account-change.service.ts';
import { hashPassword, isPassword } from './auth.password.ts';
import { checkNewPassword } from './password.rules.ts';
import {
  claimUsername,
  confirmEmail,
  ensureEmailAccount,
  findByEmail,
  findMailToken,
  lockAccount,
  setUnconfirmedPassword,
  useMailToken,
} from './auth.store.ts';
import { hashSecret } from './auth.tokens.ts';
import { requireUserRow } from './auth.view.ts';
import { finishEmailChange } from './email.service.ts';
import { findRegistration, mailCodeOf } from './mail-link.ts';
import { checkAttempt, countAttempt } from './attempt-limit.service.ts';
import { isKnownDevice, type MailSlot } from './attempt-limit.store.ts';
import { continueRegistration, mailOwner, openRegistration, takeRegistrationSlot } from './registration.service.ts';
import { openSession, type Client } from './session.service.ts';
import { requireSecondFactor, type SecondFactor } from './two-factor.service.ts';
import { markMethodUsed } from './sign-in-method.store.ts';
import { requireOwnUserName } from './user-name.service.ts';

export { recordPurchaseAsk, requireAccount } from './auth.store.ts';
export {
  clearDeletion,
  dropAccount,
  findDueDeletions,
  lockDueDeletion,
  putOffDeletion,
  setDeletion,
} from './deletion.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;
type SignInNeeds = Needs & Pick<Context, 'notifyNewDevice'>;

export type Registration = {
  email: string;
  password: string;
  username?: string | undefined;
  language?: Language | undefined;
  /** A path of the site, where the mail's link leads on to. */
  next?: string | undefined;
};

/**
 * Registers an address. Neither the answer nor its duration reveals whether the address already had an account: the
 * answer repeats the request, and only the mail says which case applies. A username is not reserved until the address
 * is confirmed. Each browser's registration has its own link, which requests from other browsers do not invalidate.
 * @throws AppError 400 as `requireOwnUserName`, `password.breached`, `password.own`, 429 `auth.slowDown`, 503 `auth.busy`, 503 when this server
 * cannot send mail
 */
export const register = async (
  { config, db }: Needs,
  { email, password, username, language = 'en', next }: Registration,
  client: Client,
): Promise<{ user: User; mail: MailSlot }> => {
  requireMail(config);
  checkNewPassword(password, [email, username]);
  await requireOwnUserName(db.sql, null, { username });
  await countAttempt({ config, db }, 'mail', client, { subject: email });
  const passwordHash = await hashPassword(password, { owner: client.networkAddress });
  const mail = await db.sql.begin(async (tx) => {
    const account = await ensureEmailAccount(tx, { email, language });
    const slot = await takeRegistrationSlot(tx, config, email, client.deviceHash);
    if (account.is_email_confirmed) {
      if (slot.isSent) await mailOwner(tx, config, account, email);
      return slot;
    }
    await setUnconfirmedPassword(tx, account.uuid, passwordHash);
    const registered = { passwordHash, username, language, next, deviceHash: client.deviceHash };
    const requestOrigin = slot.isSent ? requestOriginOf(new Date(), client) : null;
    await openRegistration(tx, config, { account, email, requestOrigin }, registered);
    return slot;
  });
  const user: User = {
    // A random uuid: the real one would distinguish a new address from a known one.
    uuid: uuidv7(),
    role: 'USER',
    isVerified: false,
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
    statement: forEachLanguage(() => null),
    links: [],
    backgroundImg: null,
    pendingEmail: null,
    hasPassword: true,
    language,
    displayCurrency: 'USD',
    deletionAt: null,
    createdAt: new Date().toISOString(),
  };
  return { user, mail };
};

/** What each sign-in method needs besides its own credential. */
export type SignIn = SecondFactor & { client: Client; rateLimit: RateLimit };

/**
 * Confirms an address with the secret of its mail, of a registration or of a change, and signs the user in. The reader
 * of the mail may not be the person who requested it. In another browser, a registration's password is therefore
 * discarded, and a change of address is refused.
 * @param isFrom whether the call comes from the browser with a device hash
 * @throws AppError 400 `mailToken.invalid`, 401 as `login`, 403 `mailToken.otherBrowser`, 409 `auth.emailTaken`
 */
export const confirm = async (
  context: SignInNeeds,
  secret: string,
  { isFrom, ...signIn }: SignIn & { isFrom: (deviceHash: string | null) => boolean },
): Promise<TokensAndUser> => {
  const { config, db } = context;
  const { client } = signIn;
  const hash = hashSecret(secret);
  const asked = await findMailToken(db.sql, ['confirm', 'change'], hash);
  if (!asked) throw staleLink();
  const isOwn = isFrom(asked.device_hash);
  if (asked.purpose === 'change' && !isOwn)
    throw forbidden('mailToken.otherBrowser', 'Open this link in the browser in which you requested the new address');
  // Before the link is used up, so that the user can open it again with the code.
  const known = await requireUserRow(db.sql, asked.user_uuid);
  await requireSecondFactor({ config, db }, known, signIn);
  return db.sql.begin(async (tx) => {
    const account = await lockAccount(tx, asked.user_uuid);
    if (!account || !(await useMailToken(tx, hash))) throw staleLink();
    const user =
      asked.purpose === 'change'
        ? await finishEmailChange(tx as SavepointTx, config, account, asked.email, client)
        : await confirmEmail(tx, asked, isOwn);
    if (user.username === null) await claimUsername(tx as SavepointTx, user.uuid, asked.username);
    return openSession(tx, context, await requireUserRow(tx, user.uuid), client, known);
  });
};

/**
 * The same by the code of a registration's mail, typed into the browser that registered. A code has six digits: tries are
 * delayed as those of passwords are, and 50 a day are checked for each browser. All browsers together have 500 for an
 * address: anybody can register it in browsers of theirs. The link works at any time.
 * @throws AppError 400 naming `code` (`mailCode.wrong`, or `mailCode.used` when the link
 * was opened elsewhere), 429 `auth.slowDown`, `mailCode.closed`, and as `confirm`
 */
export const confirmByCode = async (
  context: SignInNeeds,
  { email, code }: { email: string; code: string },
  signIn: SignIn,
): Promise<TokensAndUser> => {
  const { config, db } = context;
  const { client, rateLimit } = signIn;
  const wrong = () => refusedField('code', 'mailCode.wrong', 'This is not the code of the newest mail', 'isRight');
  const registration = await findRegistration(db.sql, config, { email, deviceHash: client.deviceHash });
  if (!registration) throw wrong();
  const { secret, isUsed } = registration;
  const attempt = await countAttempt({ config, db }, 'mailCode', client, { subject: email });
  const isRight = await checkAttempt(attempt, async () => {
    const closed = (error: unknown): never => {
      if (!(error instanceof AppError)) throw error;
      const words = 'Too many codes were tried for this address today: open the link in the mail instead';
      throw new AppError(429, 'mailCode.closed', words, { retryAfterSeconds: error.retryAfterSeconds ?? 3600 });
    };
    const key = `${email} ${client.deviceHash}`;
    await rateLimit({ name: 'mail-code-day', key, max: 50, seconds: 86_400 }).catch(closed);
    // After the browser's own limit: a refused try does not count for the address.
    await rateLimit({ name: 'mail-code-address', key: email, max: 500, seconds: 86_400 }).catch(closed);
    return mailCodeOf(config, secret) === code;
  });
  if (!isRight) throw wrong();
  // Whoever has the code reads the mail, so they may know it.
  if (isUsed) throw refusedField('code', 'mailCode.used', 'The address is confirmed: sign in', 'isUnused');
  return confirm(context, secret, { ...signIn, isFrom: () => true });
};

const staleLink = () =>
  new AppError(
    400,
    'mailToken.invalid',
    'This link has expired or was used already. Sign in, or register again to get a new one',
  );

/**
 * Signs in with e-mail and password. An unknown address, an account without a password and a wrong password get the
 * same answer, take the same time, and are counted the same.
 * @throws AppError 429 `auth.slowDown`, 503 `auth.busy`, 401 `auth.credentials`; after a correct password also 403
 * `auth.unconfirmed`, 401 `auth.codeRequired`, 401 `auth.codeWrong`
 */
export const login = async (
  context: SignInNeeds,
  { email, password }: { email: string; password: string },
  signIn: SignIn,
): Promise<TokensAndUser> => {
  const { config, db } = context;
  const { client, rateLimit } = signIn;
  const isKnown = await isKnownDevice(db.sql, { email }, client.deviceHash);
  const attempt = await countAttempt({ config, db }, 'password', client, { subject: email, isKnown });
  const account = await findByEmail(db.sql, email);
  const hasher = { owner: (isKnown && client.deviceHash) || client.networkAddress, isKnown };
  const isRight = await checkAttempt(attempt, () => isPassword(account?.password_hash, password, hasher));
  if (!account || !isRight) throw unauthorized('auth.credentials', 'The e-mail or the password is wrong');
  // Each sign-in creates a session. Only callers who know the password reach this limit, so nobody else can exhaust it.
  await rateLimit({ name: 'sign-in', key: `${account.uuid} ${hasher.owner}`, max: 60, seconds: 60 });
  if (!account.is_email_confirmed) {
    await continueRegistration({ config, db }, account, email, client);
    throw new AppError(
      403,
      'auth.unconfirmed',
      'Confirm your e-mail address first: the code and the link are in the mail we sent you',
    );
  }
  await requireSecondFactor({ config, db }, account, signIn);
  return db.sql.begin(async (tx) => {
    await markMethodUsed(tx, account.uuid, 'password');
    return openSession(tx, context, account, client, account);
  });
};
