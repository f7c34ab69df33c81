import type { Context } from '../../context.ts';
import { forbidden, refusedField } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { isPassword } from './auth.password.ts';
import { PROOF_SECONDS } from './auth.rules.ts';
import { requireUserRow, type UserRow } from './auth.view.ts';
import { checkAttempt, countAttempt } from './attempt-limit.service.ts';
import { isKnownDevice } from './attempt-limit.store.ts';
import { isProvedLately, markProved, type Client } from './session.store.ts';
import { requireOwnSignature, type Signed } from './siwe.service.ts';
import { requireCode } from './two-factor.service.ts';
import { markMethodUsed } from './sign-in-method.store.ts';

/** What shows that the caller is the account's owner, of what the account has: one is enough. */
export type OwnerProof = { password: string } | { code: string } | Signed;

/**
 * Lets a change of how one signs in pass only from a session that proved its owner in the last 5 minutes, from the
 * browser it was opened in: an access token alone is not enough.
 * @throws AppError 403 `auth.stepUpRequired`
 */
export const requireStepUp = async (
  sql: Tx,
  caller: Caller,
  client: Client,
  seconds = PROOF_SECONDS,
): Promise<void> => {
  if (!(await isProvedLately(sql, caller.session, client.deviceHash, seconds)))
    throw forbidden('auth.stepUpRequired', 'Confirm that it is you first: by your password, a code or your wallet');
};

/**
 * Is it the password of a signed-in user? Tries with a copied token, which lacks the browser's cookie, count apart from the
 * owner's.
 * @throws AppError 429 `auth.slowDown`, 503 `auth.busy`
 */
export const isOwnPassword = async (
  context: Pick<Context, 'config' | 'db'>,
  user: Pick<UserRow, 'uuid' | 'password_hash'>,
  password: string,
  client: Client,
): Promise<boolean> => {
  const isKnown = await isKnownDevice(context.db.sql, { user: user.uuid }, client.deviceHash);
  const turn = await countAttempt(context, 'proof', client, { subject: user.uuid, isKnown });
  return checkAttempt(turn, () => isPassword(user.password_hash, password, { owner: user.uuid, isKnown }));
};

/**
 * Proves the owner of a session again: `requireStepUp` then passes for 5 minutes.
 * @throws AppError 400 naming `password`, `code` or `signature`, 429 `auth.slowDown`
 */
export const stepUp = async (
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
  proof: OwnerProof,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<void> => {
  const { db } = context;
  const user = await requireUserRow(db.sql, caller.uuid);
  if ('password' in proof) {
    if (!(await isOwnPassword(context, user, proof.password, client))) throw wrongPassword();
    await markMethodUsed(db.sql, user.uuid, 'password');
  } else if ('code' in proof) await requireCode(context, user.uuid, proof.code, { client, rateLimit });
  else {
    await requireOwnSignature(context, user, proof);
    await markMethodUsed(db.sql, user.uuid, 'wallet');
  }
  await markProved(db.sql, caller.session, client.deviceHash);
};

const wrongPassword = () => refusedField('password', 'auth.passwordWrong', 'The password is wrong', 'isRight');
