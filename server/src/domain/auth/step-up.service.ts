import type { PasskeyAssertion } from '@skarb/schema/webauthn';
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
import { requireOwnPasskey } from './passkey.service.ts';
import { isProvedLately, markProved, type Client } from './session.store.ts';
import { requireOwnSignature, type Signed } from './siwe.service.ts';
import { requireCode } from './two-factor.service.ts';
import { markMethodUsed } from './sign-in-method.store.ts';

/** A proof that the caller is the account's owner: any one of the credentials that the account has. */
export type OwnerProof = { password: string } | { code: string } | { passkey: PasskeyAssertion } | Signed;

/**
 * Permits changes of sign-in methods only in a session that passed step-up in the last `seconds` (default: 5 minutes),
 * from its own browser: an access token alone is not enough.
 * @throws AppError 403 `auth.stepUpRequired`
 */
export const requireStepUp = async (
  sql: Tx,
  caller: Caller,
  client: Client,
  seconds = PROOF_SECONDS,
): Promise<void> => {
  if (!(await isProvedLately(sql, caller.session, client.deviceHash, seconds)))
    throw forbidden(
      'auth.stepUpRequired',
      'Confirm that it is you first: by your password, a code, your wallet or a passkey',
    );
};

/**
 * Whether this is the password of a signed-in user. Tries with a copied token, which lack the browser's cookie, are
 * counted separately from the owner's.
 * @throws AppError 429 `auth.slowDown`, 503 `auth.busy`
 */
export const isOwnPassword = async (
  context: Pick<Context, 'config' | 'db'>,
  user: Pick<UserRow, 'uuid' | 'password_hash'>,
  password: string,
  client: Client,
): Promise<boolean> => {
  const isKnown = await isKnownDevice(context.db.sql, { user: user.uuid }, client.deviceHash);
  const attempt = await countAttempt(context, 'proof', client, { subject: user.uuid, isKnown });
  return checkAttempt(attempt, () => isPassword(user.password_hash, password, { owner: user.uuid, isKnown }));
};

/**
 * Verifies again that the session belongs to the account's owner: `requireStepUp` then passes for 5 minutes.
 * @throws AppError 400 naming `password`, `code`, `passkey` or `signature`, 429 `auth.slowDown`
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
  else if ('passkey' in proof) await requireOwnPasskey(context, user, proof.passkey, client);
  else {
    await requireOwnSignature(context, user, proof);
    await markMethodUsed(db.sql, user.uuid, 'wallet');
  }
  await markProved(db.sql, caller.session, client.deviceHash);
};

const wrongPassword = () => refusedField('password', 'auth.passwordWrong', 'The password is wrong', 'isRight');
