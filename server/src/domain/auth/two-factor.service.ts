import { randomInt } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Context } from '../../context.ts';
import { AppError, conflict, unauthorized } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { announceChange } from './account-change.service.ts';
import { hashCode, seal, unseal } from './auth.seal.ts';
import { requireAccount } from './auth.store.ts';
import { requireUserRow, type UserRow } from './auth.view.ts';
import type { Client } from './session.store.ts';
import { makeRecoveryCodes, makeTotpSecret, otpauthUrl, plainCode, stepOfCode } from './two-factor.rules.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  findTwoFactor,
  putSecret,
  useRecoveryCode,
  useStep,
} from './two-factor.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** Guesses at an account's codes: at three good ones of a million, a day of guessing stays hopeless. */
const limitGuesses = (rateLimit: RateLimit, userUuid: string) =>
  rateLimit(
    { name: 'two-factor', key: userUuid, max: 10, seconds: 600 },
    { name: 'two-factor-day', key: userUuid, max: 100, seconds: 86_400 },
  );

/** Takes a code of the app or a recovery code, each once. */
const takeCode = async (tx: Tx, config: Needs['config'], userUuid: string, code: string): Promise<boolean> => {
  const known = await findTwoFactor(tx, userUuid);
  if (!known) return false;
  const plain = plainCode(code);
  const step = stepOfCode(unseal(config, known.secret), plain, Date.now());
  if (step !== null) return useStep(tx, userUuid, step);
  return useRecoveryCode(tx, userUuid, hashCode(config, userUuid, plain));
};

/**
 * Lets a sign-in pass that needs no second factor, or that brought it.
 * @throws AppError 401 `auth.codeRequired` with the message `code required`, 401 `auth.codeWrong`, 429
 */
export const requireSecondFactor = async (
  tx: Tx,
  config: Needs['config'],
  user: UserRow,
  { code, rateLimit }: { code?: string | undefined; rateLimit: RateLimit },
): Promise<void> => {
  if (!user.is_two_factor_authentication_enabled) return;
  if (code === undefined) throw unauthorized('auth.codeRequired', 'code required');
  await limitGuesses(rateLimit, user.uuid);
  if (!(await takeCode(tx, config, user.uuid, code)))
    throw unauthorized('auth.codeWrong', 'The code is wrong, late or used already');
};

/** Takes a code of the caller's own second factor. @throws AppError 400 naming `code`, 429 */
export const requireCode = async (
  tx: Tx,
  config: Needs['config'],
  userUuid: string,
  code: string,
  rateLimit: RateLimit,
): Promise<void> => {
  await limitGuesses(rateLimit, userUuid);
  const known = await findTwoFactor(tx, userUuid);
  if (!known?.is_enabled || !(await takeCode(tx, config, userUuid, code))) throw wrongCode();
};

/** A new secret to be put into an app. @throws AppError 409 `twoFactor.on` */
export const setUpTwoFactor = async ({ config, db }: Needs, userUuid: string) => {
  const user = await requireUserRow(db.sql, userUuid);
  const secret = makeTotpSecret();
  if (!(await putSecret(db.sql, userUuid, seal(config, secret)))) throw alreadyOn();
  const url = otpauthUrl(secret, user.email ?? user.username ?? user.metamask_wallet ?? user.uuid);
  const svg = renderSVG(url, { border: 2 });
  return { otpauthUrl: url, secret, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
};

const alreadyOn = () => conflict('twoFactor.on', 'Two-factor authentication is on already; turn it off first');
const wrongCode = () =>
  new AppError(400, 'auth.codeWrong', 'The code is wrong, late or used already', {
    fields: [{ property: 'code', constraints: { isRight: 'The code is wrong, late or used already' } }],
  });

/**
 * Turns it on once the app has shown that it knows the secret.
 * @returns the recovery codes, which nobody can show again
 * @throws AppError 400 naming `code`, 409 when it is on or was never set up
 */
export const enableTwoFactorOf = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<string[]> => {
  await limitGuesses(rateLimit, userUuid);
  const known = await findTwoFactor(db.sql, userUuid);
  if (known?.is_enabled) throw alreadyOn();
  if (!known) throw conflict('twoFactor.notSetUp', 'Set two-factor authentication up first');
  const step = stepOfCode(unseal(config, known.secret), plainCode(code), Date.now());
  if (step === null) throw wrongCode();
  const codes = makeRecoveryCodes((below) => randomInt(below));
  const hashes = codes.map((one) => hashCode(config, userUuid, plainCode(one)));
  await db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, userUuid);
    await announceChange(tx, config, { user, kind: 'twoFactorOn', client });
    if (!(await enableTwoFactor(tx, userUuid, { secret: known.secret, step, hashes }))) throw alreadyOn();
  });
  return codes;
};

/** @throws AppError 400 naming `code`, 409 `twoFactor.off` */
export const disableTwoFactorOf = async (
  { config, db }: Needs,
  userUuid: string,
  code: string,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<void> => {
  await limitGuesses(rateLimit, userUuid);
  await db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, userUuid);
    const known = await findTwoFactor(tx, userUuid);
    if (!known?.is_enabled) throw conflict('twoFactor.off', 'Two-factor authentication is off already');
    if (!(await takeCode(tx, config, userUuid, code))) throw wrongCode();
    await announceChange(tx, config, { user, kind: 'twoFactorOff', client });
    await disableTwoFactor(tx, userUuid);
  });
};
