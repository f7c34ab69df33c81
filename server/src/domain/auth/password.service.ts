import type { Context } from '../../context.ts';
import { AppError, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { requireMail, sendMail } from '../mail/mail.service.ts';
import { announceChange } from './account-change.service.ts';
import { hashPassword, isPassword } from './auth.password.ts';
import { RESET_SECONDS } from './auth.rules.ts';
import {
  addMailToken,
  claimUsername,
  endMailTokens,
  findByEmail,
  findMailToken,
  lockAccount,
  requireAccount,
  setPassword,
  useMailToken,
  type SavepointTx,
} from './auth.store.ts';
import { checkNewPassword } from './password.rules.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import { requireUserRow } from './auth.view.ts';
import { endSessions, type Client } from './session.store.ts';
import { requireStepUp } from './step-up.service.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/**
 * Asks for a link to a new password. The call does the same work whoever's address it is: a job of the worker finds
 * out whether there is such an account.
 * @throws AppError 503 when this server cannot send mail
 */
export const requestReset = async ({ config, db }: Needs, email: string): Promise<void> => {
  requireMail(config);
  await addJob(db.sql, 'mail-reset', { email });
};

/** The worker's part: the mail, where there is such an account. */
export const mailReset = async ({ config, db }: Needs, email: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) return;
    const secret = makeSecret();
    const hash = hashSecret(secret);
    await addMailToken(tx, { purpose: 'reset', hash, userUuid: account.uuid, email, seconds: RESET_SECONDS });
    const link = `${config.publicUrl}/reset-password/${secret}`;
    await sendMail(tx, config, writeMail('reset', account.language, email, link));
  });
};

/**
 * Sets a new password by the secret of a mail. Whoever answered the mail has shown that the address is his: it is
 * confirmed. All sessions and all other links end, and so does a change of address under way.
 * @throws AppError 400 `resetToken.invalid`, `password.breached`, `password.own`; the link then stays good
 */
export const resetPassword = async (
  { config, db }: Needs,
  secret: string,
  password: string,
  client: Client,
): Promise<void> => {
  checkNewPassword(password);
  const passwordHash = await hashPassword(password);
  const hash = hashSecret(secret);
  const isDone = await db.sql.begin(async (tx) => {
    const token = await findMailToken(tx, ['reset'], hash);
    const account = token && (await lockAccount(tx, token.user_uuid));
    if (!account || !(await useMailToken(tx, hash))) return false;
    checkNewPassword(password, [account.email, account.username]);
    await announceChange(tx, config, { user: account, kind: 'password', client });
    await setPassword(tx, account.uuid, passwordHash);
    await endMailTokens(tx, account.uuid, ['confirm', 'change', 'reset']);
    await endSessions(tx, account.uuid);
    if (account.username === null) await claimUsername(tx as SavepointTx, account.uuid, null);
    return true;
  });
  if (!isDone)
    throw new AppError(400, 'resetToken.invalid', 'This link has expired or was used already. Ask for a new one');
};

/**
 * Changes the caller's password, or sets the first one of who signed up by Google or wallet. His other sessions end.
 * @throws AppError 400 naming `currentPassword` or `password` (`password.breached`, `password.own`), 403 `auth.stepUpRequired` for a first one, 422 `auth.emailMissing`
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
    if (!(await isPassword(user.password_hash, currentPassword)))
      throw wrongCurrent('isRight', 'The current password is wrong');
  } else await requireStepUp(db.sql, caller, client);
  checkNewPassword(password, [user.email, user.username]);
  const passwordHash = await hashPassword(password);
  await db.sql.begin(async (tx) => {
    const locked = await requireAccount(tx, caller.uuid);
    // Somebody else changed it in this very moment: what was checked above no longer holds.
    if (locked.password_hash !== user.password_hash) throw wrongCurrent('isRight', 'The current password is wrong');
    await announceChange(tx, config, { user: locked, kind: 'password', client });
    await setPassword(tx, caller.uuid, passwordHash);
    await endMailTokens(tx, caller.uuid, ['change', 'reset']);
    await endSessions(tx, caller.uuid, caller.session);
  });
};

const wrongCurrent = (constraint: string, message: string) =>
  new AppError(400, 'auth.passwordWrong', message, {
    fields: [{ property: 'currentPassword', constraints: { [constraint]: message } }],
  });
