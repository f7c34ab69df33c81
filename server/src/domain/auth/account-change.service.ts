import { deviceOf } from '@skarb/schema/device';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, conflict } from '../../platform/http/app-error.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { canMail, sendMail } from '../mail/mail.service.ts';
import { addChange, findChange, restoreWaysIn, type ChangeKind } from './account-change.store.ts';
import { endMailTokens, lockAccount, type SavepointTx } from './auth.store.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import type { UserRow } from './auth.view.ts';
import { forgetDevices } from './account-device.store.ts';
import { distrustDevices } from './attempt-limit.store.ts';
import { endSessions, requireOpenSession, type Client } from './session.store.ts';

/** How long a change of how one signs in can be undone: 7 days. */
const UNDO_SECONDS = 7 * 86_400;

const MAIL = {
  email: 'changed',
  password: 'passwordChanged',
  phone: 'phoneChanged',
  twoFactorOn: 'twoFactorOn',
  twoFactorOff: 'twoFactorOff',
  wallet: 'walletChanged',
  signIn: 'newDevice',
  google: 'googleLinked',
  passwordRemoved: 'passwordRemoved',
  googleRemoved: 'googleRemoved',
  walletRemoved: 'walletRemoved',
  deletion: 'deletionAsked',
} as const satisfies Record<ChangeKind, MailKind>;

/** Tells the page which words it shows. */
const LINK_QUERY: Partial<Record<ChangeKind, string>> = { signIn: '?of=sign-in', deletion: '?of=deletion' };

/** A moment as mails say it: `2026-11-22 21:10 UTC`. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * When and from where something was asked, as mails say it: `2026-11-22 21:10 UTC · 203.0.113.7 · Firefox, Linux`. Of the
 * browser only known names: whoever asked wrote the rest of its header.
 */
export const placeAndTime = (now: Date, { ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>): string => {
  const { browser, system } = deviceOf(userAgent);
  const device = [browser, system].filter(Boolean).join(', ');
  return [utcTime(now), ip, device].filter(Boolean).join(' · ');
};

/**
 * Mails a change of how one signs in to the confirmed address that the account had before it, with a link that undoes it.
 * Call it in the transaction of the change, with the account locked; for the second factor before the change is written.
 * @param user the account before the change
 * @throws AppError 401 `auth.ended` when the session that asks has ended meanwhile
 * @param values what the mail's words name besides when and from where
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
  const secret = makeSecret();
  await addChange(tx, { user, kind, undoHash: hashSecret(secret), seconds: UNDO_SECONDS });
  const link = `${config.publicUrl}/undo/${secret}${LINK_QUERY[kind] ?? ''}`;
  const placed = { ...values, place: placeAndTime(new Date(), client) };
  await sendMail(tx, config, writeMail(MAIL[kind], user.language, user.email, link, placed));
};

/**
 * Undoes a change and every later one by the link of its mail: the account is signed in to as before, and all its
 * sessions and links end.
 * @throws AppError 400 `undo.invalid`, 409 `auth.emailTaken`
 */
export const undoChange = async ({ db }: Pick<Context, 'db'>, secret: string): Promise<void> => {
  const hash = hashSecret(secret);
  await db.sql.begin(async (tx) => {
    const asked = await findChange(tx, hash);
    if (asked) await lockAccount(tx, asked.user_uuid);
    // Read again under the lock: another call may have undone it meanwhile.
    const change = asked && (await findChange(tx, hash));
    if (!change)
      throw new AppError(400, 'undo.invalid', 'This link has expired or was used already. Set a new password instead');
    if (!(await restoreWaysIn(tx as SavepointTx, change)))
      throw conflict('auth.emailTaken', 'Another account has this e-mail address by now');
    await endMailTokens(tx, change.user_uuid, ['confirm', 'change', 'reset']);
    await endSessions(tx, change.user_uuid);
    await forgetDevices(tx, change.user_uuid, change.created_at);
    await distrustDevices(tx, change.user_uuid);
  });
};
