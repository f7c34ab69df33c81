import type { Language } from '@skarb/schema/language';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addJob, type Jobs } from '../../platform/queue/queue.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { requireMail, sendMail } from '../mail/mail.service.ts';
import { requestOriginOf } from './account-change.service.ts';
import { countAttempt } from './attempt-limit.service.ts';
import { isMailDue, takeMailSlot, type MailSlot } from './attempt-limit.store.ts';
import { CONFIRM_SECONDS } from './auth.rules.ts';
import { hashCode } from './auth.seal.ts';
import { findByEmail, findOpenRegistration, lockAccount } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';
import { mailCodeOf, openLink } from './mail-link.ts';
import type { Client } from './session.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;
/** A registration as one browser made it. */
type Registered = {
  passwordHash: string | null;
  username?: string | null | undefined;
  language?: Language | null | undefined;
  next?: string | null | undefined;
  deviceHash: string | null;
};

/**
 * Takes the slot of the mail about a registration. It depends on the address and the browser alone: the answer says the
 * same whether or not the address has an account.
 */
export const takeRegistrationSlot = (
  tx: Tx,
  config: Config,
  email: string,
  deviceHash: string | null,
): Promise<MailSlot> =>
  takeMailSlot(tx, `registration ${hashCode(config, 'pace', `${email} ${deviceHash}`).slice(0, 32)}`);

/**
 * Opens the link of a browser's registration, and mails it with its code. `place` is null while the earlier mail is recent:
 * then it mails nothing.
 */
export const openRegistration = async (
  tx: Tx,
  config: Config,
  {
    account,
    email,
    requestOrigin,
  }: { account: Pick<UserRow, 'uuid' | 'language'>; email: string; requestOrigin: string | null },
  { passwordHash, username = null, language = null, next: wanted = null, deviceHash }: Registered,
): Promise<void> => {
  const { secret, next } = await openLink(tx, config, {
    purpose: 'confirm',
    userUuid: account.uuid,
    email,
    seconds: CONFIRM_SECONDS,
    passwordHash,
    username,
    deviceHash,
    language,
    next: wanted,
  });
  if (requestOrigin === null) return;
  // Another browser than the one that registers does not know what was interrupted.
  const query = new URLSearchParams({ token: secret, ...(next && { next }) });
  const link = `${config.publicUrl}/confirmation?${query}`;
  const values = { code: mailCodeOf(config, secret), place: requestOrigin };
  await sendMail(tx, config, writeMail('confirm', language ?? account.language, email, link, values));
};

/** Tells the owner of an address that somebody wanted to register it. */
export const mailOwner = async (
  tx: Tx,
  config: Config,
  { uuid, language }: Pick<UserRow, 'uuid' | 'language'>,
  email: string,
): Promise<void> => {
  if (await isMailDue(tx, `exists ${uuid}`))
    await sendMail(tx, config, writeMail('exists', language, email, `${config.publicUrl}/nfts`));
};

/**
 * Sends the mail of this browser's registration again, with the same username, language and way back. The call does the
 * same work for every address: a job of the worker checks whether there is a registration.
 * @throws AppError 429 `auth.slowDown`, 503 when this server cannot send mail
 */
export const sendRegistrationAgain = async (
  { config, db }: Needs,
  email: string,
  client: Client,
): Promise<MailSlot> => {
  requireMail(config);
  await countAttempt({ config, db }, 'mail', client, { subject: email });
  const requestOrigin = requestOriginOf(new Date(), client);
  return db.sql.begin(async (tx) => {
    const slot = await takeRegistrationSlot(tx, config, email, client.deviceHash);
    if (slot.isSent)
      await addJob(tx, 'mail-registration', { email, deviceHash: client.deviceHash, place: requestOrigin });
    return slot;
  });
};

/** The worker's part: mails the link if this browser's registration is open, or tells the owner of the address. */
export const mailRegistration = async (
  { config, db }: Needs,
  { email, deviceHash, place: requestOrigin }: Jobs['mail-registration'],
): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const found = await findByEmail(tx, email);
    const account = found && (await lockAccount(tx, found.uuid));
    if (account?.is_email_confirmed) return mailOwner(tx, config, account, email);
    const row = account && (await findOpenRegistration(tx, email, { deviceHash }));
    if (!row) return;
    const registered = { ...row, passwordHash: row.password_hash, deviceHash };
    await openRegistration(tx, config, { account, email, requestOrigin }, registered);
  });
};

/**
 * After a sign-in with the password of a registration in a browser without one: gives the browser the same registration and
 * mails its own code. Another browser's code confirms nothing here. Links work in a program without that.
 */
export const continueRegistration = async (
  { config, db }: Needs,
  { uuid, password_hash: passwordHash }: UserRow,
  email: string,
  client: Client,
): Promise<void> => {
  const { deviceHash } = client;
  if (client.programHash !== null) return;
  if (await findOpenRegistration(db.sql, email, { deviceHash })) return;
  const mayMail = await countAttempt({ config, db }, 'mail', client, { subject: email }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false;
      throw error;
    },
  );
  await db.sql.begin(async (tx) => {
    const account = await lockAccount(tx, uuid);
    if (!account || account.is_email_confirmed) return;
    const row = await findOpenRegistration(tx, email, { passwordHash });
    const isSent = mayMail && (await takeRegistrationSlot(tx, config, email, deviceHash)).isSent;
    const requestOrigin = isSent ? requestOriginOf(new Date(), client) : null;
    await openRegistration(tx, config, { account, email, requestOrigin }, { ...row, passwordHash, deviceHash });
  });
};
