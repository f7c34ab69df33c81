import type { PasskeyAssertion } from '@skarb/schema/webauthn';
import { randomInt } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Context } from '../../context.ts';
import { AppError, conflict, refusedField, unauthorized } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { announceChange, requestOriginOf } from './account-change.service.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { hashCode, seal, unseal } from './auth.seal.ts';
import { requireAccount } from './auth.store.ts';
import { requireUserRow, type UserRow } from './auth.view.ts';
import { checkAttempt, countAttempt } from './attempt-limit.service.ts';
import { isKnownDevice } from './attempt-limit.store.ts';
import { checkOwnPasskey } from './passkey.service.ts';
import type { Client } from './session.store.ts';
import { isAppCode, makeRecoveryCodes, makeTotpSecret, otpauthUrl, plainCode, stepOfCode } from './two-factor.rules.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  findTwoFactor,
  putSecret,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from './two-factor.store.ts';
import { countRecoveryCodes } from './two-factor.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** What a sign-in brings beside its own credential. */
export type SecondFactor = { code?: string | undefined; passkey?: PasskeyAssertion | undefined };

/** The context of a try at a code. */
type Guess = { client: Client; rateLimit: RateLimit };

/**
 * Checks a try at an account's codes within its limits. At any time three of a million app codes are valid, so the
 * number of tries per day is limited: once for each known device, and once for all others together. Recovery codes are
 * too long to be guessed, so this daily limit does not apply to them.
 */
const checkWithinLimits = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  { client, rateLimit }: Guess,
  look: () => Promise<boolean>,
): Promise<boolean> => {
  const isKnown = await isKnownDevice(db.sql, { user: userUuid }, client.deviceHash);
  const attempt = await countAttempt({ config, db }, 'code', client, { subject: userUuid, isKnown });
  return checkAttempt(attempt, async () => {
    if (isAppCode(code)) {
      const key = isKnown ? `${userUuid} ${client.deviceHash}` : userUuid;
      await rateLimit({ name: 'two-factor-day', key, max: 100, seconds: 86_400 }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        const words = 'Too many codes were tried today: use a recovery code, or a browser you signed in with before';
        throw new AppError(429, 'auth.codesClosed', words, { retryAfterSeconds: error.retryAfterSeconds ?? 3600 });
      });
    }
    return look();
  });
};

/** Checks a code of the app or a recovery code, and uses it up. @returns which of them it was */
const takeCode = async (
  tx: Tx,
  config: Needs['config'],
  userUuid: string,
  code: string,
): Promise<'app' | 'recovery' | undefined> => {
  const known = await findTwoFactor(tx, userUuid);
  if (!known?.is_enabled) return undefined;
  const plain = plainCode(code);
  const secret = unseal(config, known.secret);
  const step = secret === undefined ? null : stepOfCode(secret, plain, Date.now());
  if (step !== null) return (await useStep(tx, userUuid, step)) ? 'app' : undefined;
  return (await useRecoveryCode(tx, userUuid, hashCode(config, userUuid, plain))) ? 'recovery' : undefined;
};

/** The same as proof of identity: the owner is mailed that a recovery code was used, and how many are left. */
const proveByCode = ({ config, db }: Needs, userUuid: string, code: string, client: Client): Promise<boolean> =>
  db.sql.begin(async (tx) => {
    const way = await takeCode(tx, config, userUuid, code);
    if (way === 'recovery') {
      const { email, language, is_email_confirmed: isConfirmed } = await requireUserRow(tx, userUuid);
      const left = String((await countRecoveryCodes(tx, userUuid)) ?? 0);
      const values = { left, place: requestOriginOf(new Date(), client) };
      const link = `${config.publicUrl}/settings#security`;
      if (email && isConfirmed)
        await sendNotice(tx, config, writeMail('recoveryCodeUsed', language, email, link, values));
    }
    return way !== undefined;
  }) as Promise<boolean>;

/**
 * Permits a sign-in if the account has no second factor, or the code or the passkey is correct.
 * @throws AppError 401 `auth.codeRequired` with the message `code required`, 401 `auth.codeWrong`, 401 `passkey.…`,
 * 429 `auth.slowDown`, 429 `auth.codesClosed`
 */
export const requireSecondFactor = async (
  { config, db }: Needs,
  user: UserRow,
  { code, passkey, ...by }: Guess & SecondFactor,
): Promise<void> => {
  if (!user.is_two_factor_authentication_enabled) return;
  if (passkey !== undefined) {
    const failure = await checkOwnPasskey({ config, db }, user, passkey, by.client);
    if (failure) throw unauthorized(failure.code, failure.message);
    return;
  }
  if (code === undefined) throw unauthorized('auth.codeRequired', 'code required');
  if (
    !(await checkWithinLimits({ config, db }, user.uuid, code, by, () =>
      proveByCode({ config, db }, user.uuid, code, by.client),
    ))
  )
    throw unauthorized('auth.codeWrong', 'The code is wrong, late or used already');
};

/**
 * Checks a code of the caller's own second factor and uses it up.
 * @throws AppError 400 naming `code`, 429 as `requireSecondFactor`
 */
export const requireCode = async ({ config, db }: Needs, userUuid: string, code: string, by: Guess): Promise<void> => {
  const isRight = () => proveByCode({ config, db }, userUuid, code, by.client);
  if (!(await checkWithinLimits({ config, db }, userUuid, code, by, isRight))) throw wrongCode();
};

/** Creates a new secret to add to an app. @throws AppError 409 `twoFactor.on` */
export const setUpTwoFactor = async ({ config, db }: Needs, userUuid: string) => {
  const user = await requireUserRow(db.sql, userUuid);
  const secret = makeTotpSecret();
  if (!(await putSecret(db.sql, userUuid, seal(config, secret)))) throw alreadyOn();
  const url = otpauthUrl(secret, user.email ?? user.username ?? user.metamask_wallet ?? user.uuid);
  const svg = renderSVG(url, { border: 2 });
  return { otpauthUrl: url, secret, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
};

const alreadyOn = () => conflict('twoFactor.on', 'Two-factor authentication is on already; turn it off first');
const wrongCode = () => refusedField('code', 'auth.codeWrong', 'The code is wrong, late or used already', 'isRight');

const newRecoveryCodes = (config: Needs['config'], userUuid: string) => {
  const codes = makeRecoveryCodes((below) => randomInt(below));
  return { codes, hashes: codes.map((one) => hashCode(config, userUuid, plainCode(one))) };
};

/**
 * Turns the second factor on after a correct code of the app.
 * @returns the recovery codes, which are shown only this once
 * @throws AppError 400 naming `code`, 409 when it is on or was never set up
 */
export const enableTwoFactorOf = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  { client, rateLimit }: Guess,
): Promise<string[]> => {
  // The caller has just passed step-up, so a plain limit per account is enough.
  await rateLimit({ name: 'two-factor-enable', key: userUuid, max: 10, seconds: 600 });
  const known = await findTwoFactor(db.sql, userUuid);
  if (known?.is_enabled) throw alreadyOn();
  const secret = known && unseal(config, known.secret);
  if (!known || secret === undefined) throw conflict('twoFactor.notSetUp', 'Set two-factor authentication up first');
  const step = stepOfCode(secret, plainCode(code), Date.now());
  if (step === null) throw wrongCode();
  const { codes, hashes } = newRecoveryCodes(config, userUuid);
  await db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, userUuid);
    await announceChange(tx, config, { user, kind: 'twoFactorOn', client });
    if (!(await enableTwoFactor(tx, userUuid, { secret: known.secret, step, hashes }))) throw alreadyOn();
  });
  return codes;
};

/**
 * Does something after a correct code of the caller's second factor, which it uses up, in one transaction.
 * @throws AppError 400 naming `code`, 409 `twoFactor.off`
 */
const afterCode = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  by: Guess,
  work: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<void> => {
  const isDone = await checkWithinLimits({ config, db }, userUuid, code, by, () =>
    db.sql.begin(async (tx) => {
      const user = await requireAccount(tx, userUuid);
      const known = await findTwoFactor(tx, userUuid);
      if (!known?.is_enabled) throw conflict('twoFactor.off', 'Two-factor authentication is off already');
      if (!(await takeCode(tx, config, userUuid, code))) return false;
      await work(tx, user);
      return true;
    }),
  );
  if (!isDone) throw wrongCode();
};

/** Turns the second factor off. @throws AppError 400 naming `code`, 409 `twoFactor.off` */
export const disableTwoFactorOf = (needs: Needs, userUuid: string, code: string, by: Guess): Promise<void> =>
  afterCode(needs, userUuid, code, by, async (tx, user) => {
    await announceChange(tx, needs.config, { user, kind: 'twoFactorOff', client: by.client });
    await disableTwoFactor(tx, userUuid);
  });

/**
 * Replaces all recovery codes.
 * @returns the new ones, which are shown only this once
 * @throws AppError 400 naming `code`, 409 `twoFactor.off`
 */
export const renewRecoveryCodes = async (
  needs: Needs,
  userUuid: string,
  code: string,
  by: Guess,
): Promise<string[]> => {
  const { codes, hashes } = newRecoveryCodes(needs.config, userUuid);
  await afterCode(needs, userUuid, code, by, async (tx, user) => {
    await announceChange(tx, needs.config, { user, kind: 'recoveryCodes', client: by.client });
    await replaceRecoveryCodes(tx, userUuid, hashes);
  });
  return codes;
};
