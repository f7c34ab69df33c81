import type { WayIn } from '@skarb/schema/account';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { AppError, refusedField, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { addJob, type Jobs } from '../../platform/queue/queue.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { requireMail, sendMail } from '../mail/mail.service.ts';
import { announceChange, requestOriginOf } from './account-change.service.ts';
import { hashPassword } from './auth.password.ts';
import { RESET_SECONDS } from './auth.rules.ts';
import {
  claimUsername,
  endMailTokens,
  findByEmail,
  findMailToken,
  lockAccount,
  requireAccount,
  setPassword,
  useMailToken,
} from './auth.store.ts';
import { checkNewPassword } from './password.rules.ts';
import { hashSecret } from './auth.tokens.ts';
import { requireUserRow } from './auth.view.ts';
import { issueLink } from './mail-link.ts';
import { countAttempt } from './attempt-limit.service.ts';
import { distrustDevices, isKnownDevice } from './attempt-limit.store.ts';
import { endSessions, type Client } from './session.store.ts';
import { findLateWays, removeLateWays } from './sign-in-method.service.ts';
import { isOwnPassword, requireStepUp } from './step-up.service.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/**
 * Requests a password reset link. The call does the same work for every address: a job of the worker checks whether an
 * account exists.
 * @param of.next a path of the site, where the link leads on to after the next sign-in
 * @throws AppError 429 `auth.slowDown` to a network address with hundreds of requests, 503 when this server cannot send
 * mail
 */
export const requestReset = async (
  { config, db }: Needs,
  { email, next }: { email: string; next?: string | undefined },
  client: Client,
): Promise<void> => {
  requireMail(config);
  await countAttempt({ config, db }, 'reset', client);
  const requestOrigin = requestOriginOf(new Date(), client);
  await addJob(db.sql, 'mail-reset', { email, next, deviceHash: client.deviceHash, place: requestOrigin });
};

/**
 * The worker's part: mails the link if the account exists. A repeated request gets the same link (see `issueLink`);
 * from a known device it is always mailed.
 */
export const mailReset = async (
  { config, db }: Needs,
  { email, next, deviceHash, place: requestOrigin }: Jobs['mail-reset'],
): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const found = await findByEmail(tx, email);
    const account = found && (await lockAccount(tx, found.uuid));
    if (!account) return;
    const isOwner = await isKnownDevice(tx, { user: account.uuid }, deviceHash);
    const wanted = { purpose: 'reset', userUuid: account.uuid, email, seconds: RESET_SECONDS } as const;
    const secret = await issueLink(tx, config, wanted, isOwner);
    if (secret === null) return;
    const query = next ? `?${new URLSearchParams({ next })}` : '';
    const link = `${config.publicUrl}/reset-password/${secret}${query}`;
    await sendMail(tx, config, writeMail('reset', account.language, email, link, { place: requestOrigin }));
  });
};

/** The address of a reset link, and the sign-in methods that it may remove (`lateWaysOf`); neither for a link that is not valid. */
export const lookAtReset = async (
  { config, db }: Needs,
  secret: string,
): Promise<{ ways: WayIn[]; email: string | null }> => {
  const token = await findMailToken(db.sql, ['reset'], hashSecret(secret));
  if (!token) return { ways: [], email: null };
  const account = await requireUserRow(db.sql, token.user_uuid);
  return { ways: await findLateWays(db.sql, config, account), email: account.email };
};

/**
 * Sets a new password with the secret of a mail. Reading the mail proves that the user owns the address, so the address
 * is confirmed. Ends all sessions, invalidates all other links, and cancels a pending change of address.
 * @param removedWays ids of sign-in methods to remove, of those that `lookAtReset` lists: somebody else may have added them
 * @throws AppError 400 `resetToken.invalid`, `password.breached`, `password.own`, 404 `way.notFound`; a refusal leaves the
 * link valid
 */
export const resetPassword = async (
  { config, db }: Needs,
  {
    token: secret,
    password,
    removedWays = [],
  }: { token: string; password: string; removedWays?: string[] | undefined },
  client: Client,
): Promise<void> => {
  checkNewPassword(password);
  const hash = hashSecret(secret);
  // Checked first, so that an unknown link costs no hashing.
  if (!(await findMailToken(db.sql, ['reset'], hash))) throw staleLink();
  const passwordHash = await hashPassword(password, { owner: client.networkAddress });
  const isDone = await db.sql.begin(async (tx) => {
    const token = await findMailToken(tx, ['reset'], hash);
    const account = token && (await lockAccount(tx, token.user_uuid));
    if (!account || !(await useMailToken(tx, hash))) return false;
    checkNewPassword(password, [account.email, account.username]);
    await announceChange(tx, config, { user: account, kind: 'password', client });
    await setPassword(tx, account.uuid, passwordHash);
    await removeLateWays(tx, config, account, removedWays);
    await endMailTokens(tx, account.uuid, ['confirm', 'change', 'reset']);
    await endSessions(tx, account.uuid);
    await distrustDevices(tx, account.uuid);
    if (account.username === null) await claimUsername(tx as SavepointTx, account.uuid, null);
    return true;
  });
  if (!isDone) throw staleLink();
};

const staleLink = () =>
  new AppError(400, 'resetToken.invalid', 'This link has expired or was used already. Ask for a new one');

/**
 * Changes the caller's password, or sets the first one of a user who signed up with Google or a wallet. Ends the user's
 * other sessions.
 * @throws AppError 400 naming `currentPassword` or `password` (`password.breached`, `password.own`), 429
 * `auth.slowDown`, 403 `auth.stepUpRequired` for a first one, 422 `auth.emailMissing`
 */
export const changePassword = async (
  { config, db }: Needs,
  caller: Caller,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
  client: Client,
): Promise<void> => {
  const user = await requireUserRow(db.sql, caller.uuid);
  if (!user.email || !user.is_email_confirmed)
    throw unprocessable(
      'auth.emailMissing',
      'Add an e-mail address and confirm it first: it is what one signs in with',
    );
  if (user.password_hash !== null) {
    if (currentPassword === undefined) throw wrongCurrent('isNotEmpty', 'required');
    if (!(await isOwnPassword({ config, db }, user, currentPassword, client)))
      throw wrongCurrent('isRight', 'The current password is wrong');
  } else await requireStepUp(db.sql, caller, client);
  checkNewPassword(password, [user.email, user.username]);
  const passwordHash = await hashPassword(password, { owner: user.uuid });
  await db.sql.begin(async (tx) => {
    const locked = await requireAccount(tx, caller.uuid);
    // A concurrent call changed the password: the check above no longer applies.
    if (locked.password_hash !== user.password_hash) throw wrongCurrent('isRight', 'The current password is wrong');
    await announceChange(tx, config, { user: locked, kind: 'password', client });
    await setPassword(tx, caller.uuid, passwordHash);
    await endMailTokens(tx, caller.uuid, ['change', 'reset']);
    await endSessions(tx, caller.uuid, caller.session);
  });
};

const wrongCurrent = (constraint: string, message: string) =>
  refusedField('currentPassword', 'auth.passwordWrong', message, constraint);
