import type { User } from '@skarb/schema/auth';
import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { refusedField } from '../../platform/http/app-error.ts';
import { writeSms } from '../mail/mail.messages.ts';
import { requireSms, sendSms } from '../sms/sms.service.ts';
import { announceChange } from './account-change.service.ts';
import { PHONE_CODE_SECONDS } from './auth.rules.ts';
import { hashCode } from './auth.seal.ts';
import { requireAccount } from './auth.store.ts';
import { requireUserRow, toUser } from './auth.view.ts';
import { confirmPhoneNumber, putPhoneCode, removePhoneNumber, takeTry } from './phone.store.ts';
import type { Client } from './session.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** Sends a code to a number. @throws AppError 503 when this server cannot send text messages */
export const requestPhone = async ({ config, db }: Needs, userUuid: string, phoneNumber: string): Promise<void> => {
  requireSms(config);
  const user = await requireUserRow(db.sql, userUuid);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const until = new Date(Date.now() + PHONE_CODE_SECONDS * 1000).toISOString();
  await db.sql.begin(async (tx) => {
    // Lock the account before its code, in the same order as confirming and removing a number.
    await requireAccount(tx, userUuid);
    await putPhoneCode(tx, { userUuid, phoneNumber, hash: hashCode(config, userUuid, code) });
    await sendSms(tx, config, { to: phoneNumber, text: writeSms(user.language, code), until });
  });
};

/** @throws AppError 400 naming `code`: `phone.codeWrong`, or `phone.codeGone` when a new code is needed */
export const confirmPhone = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  client: Client,
): Promise<User> => {
  // Outside the transaction, so that a try counts even when a later step fails.
  const sent = await takeTry(db.sql, userUuid);
  if (!sent) throw refusedCode('phone.codeGone', 'The code has expired or was tried too often; ask for a new one');
  const hash = hashCode(config, userUuid, code);
  const row =
    sent.code_hash === hash &&
    (await db.sql.begin(async (tx) => {
      const user = await requireAccount(tx, userUuid);
      const confirmed = await confirmPhoneNumber(tx, userUuid, hash, sent.phone_number);
      if (confirmed) await announceChange(tx, config, { user, kind: 'phone', client });
      return confirmed;
    }));
  if (!row) throw refusedCode('phone.codeWrong', 'This is not the code of the SMS');
  return toUser(row);
};

const refusedCode = (code: string, message: string) => refusedField('code', code, message, 'isRight');

/** Removes the caller's number. */
export const removePhone = async ({ config, db }: Needs, userUuid: string, client: Client): Promise<User> =>
  db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, userUuid);
    if (user.is_phone_number_confirmed) await announceChange(tx, config, { user, kind: 'phone', client });
    return toUser((await removePhoneNumber(tx, userUuid)) ?? user);
  });
