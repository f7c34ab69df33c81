import type { Context } from '../../context.ts';
import { AppError, forbidden } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { isPassword } from './auth.password.ts';
import { requireUserRow } from './auth.view.ts';
import { isProvedLately, markProved, type Client } from './session.store.ts';
import { requireOwnSignature, type Signed } from './siwe.service.ts';
import { requireCode } from './two-factor.service.ts';
import { markWayUsed } from './way-in.store.ts';

/** What shows that the caller is the account's owner, of what the account has: one is enough. */
export type OwnerProof = { password: string } | { code: string } | Signed;

/**
 * Lets a change of how one signs in pass only from a session that proved its owner in the last 5 minutes, from the
 * browser it was opened in: an access token alone is not enough.
 * @throws AppError 403 `auth.stepUpRequired`
 */
export const requireStepUp = async (sql: Tx, caller: Caller, client: Client): Promise<void> => {
  if (!(await isProvedLately(sql, caller.session, client.deviceHash)))
    throw forbidden('auth.stepUpRequired', 'Confirm that it is you first: by your password, a code or your wallet');
};

/**
 * Proves the owner of a session again: `requireStepUp` then passes for 5 minutes.
 * @throws AppError 400 naming `password`, `code` or `signature`, 429
 */
export const stepUp = async (
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
  proof: OwnerProof,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<void> => {
  const { config, db } = context;
  await rateLimit({ name: 'step-up', key: caller.uuid, max: 20, seconds: 600 });
  const user = await requireUserRow(db.sql, caller.uuid);
  if ('password' in proof) {
    if (!(await isPassword(user.password_hash, proof.password))) throw wrongPassword();
    await markWayUsed(db.sql, user.uuid, 'password');
  } else if ('code' in proof) await requireCode(db.sql, config, user.uuid, proof.code, rateLimit);
  else {
    await requireOwnSignature(context, user, proof);
    await markWayUsed(db.sql, user.uuid, 'wallet');
  }
  await markProved(db.sql, caller.session, client.deviceHash);
};

const wrongPassword = () =>
  new AppError(400, 'auth.passwordWrong', 'The password is wrong', {
    fields: [{ property: 'password', constraints: { isRight: 'The password is wrong' } }],
  });
