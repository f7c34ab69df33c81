import { deviceOf } from '@skarb/schema/device';
import type { Context } from '../../context.ts';
import type { SavepointTx, Tx } from '../../platform/db/database.ts';
import { AppError, conflict, tooMany } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { canMail, sendMail } from '../mail/mail.service.ts';
import { addChange, countLateChanges, findChange, restoreWaysIn, type ChangeKind } from './account-change.store.ts';
import { endMailTokens, lockAccount } from './auth.store.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import type { UserRow } from './auth.view.ts';
import { forgetDevices } from './account-device.store.ts';
import { distrustDevices } from './attempt-limit.store.ts';
import { endSessions, requireOpenSession, type Client } from './session.store.ts';

/** How long the owner can undo a change of a sign-in method: 7 days. */
const UNDO_SECONDS = 7 * 86_400;

const MAIL = {
  email: 'changed',
  password: 'passwordChanged',
  phone: 'phoneChanged',
  twoFactorOn: 'twoFactorOn',
  twoFactorOff: 'twoFactorOff',
  recoveryCodes: 'recoveryCodesRenewed',
  wallet: 'walletChanged',
  signIn: 'newDevice',
  google: 'googleLinked',
  passkey: 'passkeyAdded',
  passkeyRemoved: 'passkeyRemoved',
  passwordRemoved: 'passwordRemoved',
  googleRemoved: 'googleRemoved',
  walletRemoved: 'walletRemoved',
  deletion: 'deletionAsked',
} as const satisfies Record<ChangeKind, MailKind>;

/**
 * Changes that a signed-in user can make in an hour: each sends a mail, and the mails of all users share one queue. Undo
 * links and password resets need no session and are not limited.
 */
const CHANGES_AN_HOUR = 30;

/** The query of the undo link, which selects the text that the page shows. */
const LINK_QUERY: Partial<Record<ChangeKind, string>> = { signIn: '?of=sign-in', deletion: '?of=deletion' };

/** A time in the format of mails: `2026-11-22 21:10 UTC`. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * When and from where a request came, in the format of mails: `2026-11-22 21:10 UTC · 203.0.113.7 · Firefox, Linux`.
 * Only known names of browsers and systems are shown, because the client controls the rest of its user agent header.
 */
export const requestOriginOf = (now: Date, { ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>): string => {
  const { browser, system } = deviceOf(userAgent);
  const device = [browser, system].filter(Boolean).join(', ');
  return [utcTime(now), ip, device].filter(Boolean).join(' · ');
};

/**
 * Mails a change of a sign-in method to the confirmed address that the account had before the change, with a link that
 * undoes it. Call it in the transaction of the change, with the account locked; for the second factor, call it before
 * the change is written.
 * @param user the account before the change
 * @param values further values for the text of the mail, beside time and network address
 * @throws AppError 401 `auth.ended` when the caller's session has ended meanwhile, 429 after 30 changes in an hour
 */
export const announceChange = async (
  tx: Tx,
  config: Context['config'],
  {
    user,
    kind,
    client,
    values = {},
  }: { user: UserRow; kind: ChangeKind; client: Client; values?: Record<string, string> },
): Promise<void> => {
  await requireOpenSession(tx, client);
  if (!user.email || !user.is_email_confirmed || !canMail(config)) return;
  if (config.hasRateLimits && client.session && (await countLateChanges(tx, user.uuid)) >= CHANGES_AN_HOUR)
    throw tooMany(3600);
  const secret = makeSecret();
  await addChange(tx, { user, kind, undoHash: hashSecret(secret), seconds: UNDO_SECONDS });
  const link = `${config.publicUrl}/undo/${secret}${LINK_QUERY[kind] ?? ''}`;
  const placed = { ...values, place: requestOriginOf(new Date(), client) };
  await sendMail(tx, config, writeMail(MAIL[kind], user.language, user.email, link, placed));
};

/**
 * Undoes a change and all later ones with the secret of the mailed link: restores the earlier sign-in methods and ends
 * all sessions and links of the account. What a wallet signed that the account loses by this is cancelled.
 * @throws AppError 400 `undo.invalid`, 409 `auth.emailTaken`
 */
export const undoChange = async ({ db }: Pick<Context, 'db'>, secret: string): Promise<void> => {
  const hash = hashSecret(secret);
  await db.sql.begin(async (tx) => {
    const asked = await findChange(tx, hash);
    if (asked) await lockAccount(tx, asked.user_uuid);
    // Read again under the lock: a concurrent call may have undone it.
    const change = asked && (await findChange(tx, hash));
    if (!change)
      throw new AppError(400, 'undo.invalid', 'This link has expired or was used already. Set a new password instead');
    if (!(await restoreWaysIn(tx as SavepointTx, change)))
      throw conflict('auth.emailTaken', 'Another account has this e-mail address by now');
    await endMailTokens(tx, change.user_uuid, ['confirm', 'change', 'reset']);
    await endSessions(tx, change.user_uuid);
    await forgetDevices(tx, change.user_uuid, change.created_at);
    await distrustDevices(tx, change.user_uuid);
    await addJob(tx, 'cancel-former', { userUuid: change.user_uuid });
  });
};
