import type { User } from '@skarb/schema/auth';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/http/app-error.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { requireMail, sendMail } from '../mail/mail.service.ts';
import { announceChange, requestOriginOf } from './account-change.service.ts';
import { CONFIRM_SECONDS } from './auth.rules.ts';
import { endMailTokens, findByEmail, lockAccount } from './auth.store.ts';
import { requireUserRow, toUser, type UserRow } from './auth.view.ts';
import { changeEmail, setPendingEmail } from './email.store.ts';
import { issueLink } from './mail-link.ts';
import { requireOpenSession, type Client } from './session.store.ts';

/**
 * Requests a change of address: mails a link to the new address and a warning to the current one, which stays in use
 * until the link is opened. Requesting the current address cancels a pending change. Only the mailbox of the new
 * address learns whether it already has an account.
 * @throws AppError 503 when this server cannot send mail
 */
export const requestEmailChange = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  userUuid: string,
  email: string,
  client: Client,
): Promise<User> => {
  requireMail(config);
  return db.sql.begin(async (tx) => {
    const user = (await lockAccount(tx, userUuid)) ?? (await requireUserRow(tx, userUuid));
    await requireOpenSession(tx, client);
    // A repeated request for the same address keeps its link valid.
    if (email !== user.pending_email) await endMailTokens(tx, userUuid, ['change']);
    if (email === user.email?.toLowerCase()) {
      await setPendingEmail(tx, userUuid, null);
      return toUser({ ...user, pending_email: null });
    }
    await setPendingEmail(tx, userUuid, email);
    const holder = await findByEmail(tx, email);
    if (holder?.is_email_confirmed)
      await sendMail(tx, config, writeMail('exists', holder.language, email, `${config.publicUrl}/nfts`));
    else {
      const secret = await issueLink(tx, config, {
        purpose: 'change',
        userUuid,
        email,
        seconds: CONFIRM_SECONDS,
        deviceHash: client.deviceHash,
      });
      if (secret !== null)
        await sendMail(
          tx,
          config,
          writeMail('change', user.language, email, `${config.publicUrl}/confirmation?token=${secret}`, {
            place: requestOriginOf(new Date(), client),
          }),
        );
    }
    if (user.email)
      await sendMail(
        tx,
        config,
        writeMail('changeAsked', user.language, user.email, `${config.publicUrl}/settings`, {
          address: email,
          place: requestOriginOf(new Date(), client),
        }),
      );
    return toUser({ ...user, pending_email: email });
  });
};

/**
 * Completes a change of address after its link was opened, and notifies the old address.
 * @throws AppError 409 `auth.emailTaken` when another account has confirmed the address meanwhile
 */
export const finishEmailChange = async (
  tx: SavepointTx,
  config: Context['config'],
  before: UserRow,
  email: string,
  client: Client,
): Promise<UserRow> => {
  await announceChange(tx, config, { user: before, kind: 'email', client, values: { address: email } });
  const changed = await changeEmail(tx, before.uuid, email);
  if (!changed) throw conflict('auth.emailTaken', 'Another account has this e-mail address by now');
  return changed;
};
