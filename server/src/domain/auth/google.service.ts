import type { TokensAndUser, User } from '@skarb/schema/auth';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { AppError, conflict, forbidden, refusedField, unauthorized } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { announceChange } from './account-change.service.ts';
import { findByEmail, requireAccount } from './auth.store.ts';
import { toUser, type UserRow } from './auth.view.ts';
import type { Issuer } from './google.issuer.ts';
import { readClaims, type GooglePerson } from './google.rules.ts';
import { findByGoogleId, linkGoogle, setGoogle, useIdToken } from './google.store.ts';
import { openSession, type Client } from './session.service.ts';
import { requireSecondFactor, type SecondFactor } from './two-factor.service.ts';
import { markMethodUsed } from './sign-in-method.store.ts';

/** @throws AppError 503 when this server has no Google client id */
export const requireIssuer = (issuer: Issuer | undefined): Issuer => {
  if (issuer) return issuer;
  throw new AppError(503, 'google.off', 'Signing in with Google is not set up here; use your e-mail or a wallet', {
    retryAfterSeconds: 3600,
  });
};

/**
 * Signs in with a Google ID token: finds the account by the Google account if it is linked, otherwise by its verified
 * address.
 * @throws AppError 401 (`google.token`, `google.expired`, `google.used`, `auth.codeRequired`, `auth.codeWrong`), 403
 * `google.unverified` or `google.removed`, 409 `google.taken`, 503 `google.away`
 */
export const loginGoogle = async (
  context: Pick<Context, 'config' | 'db' | 'notifyNewDevice'>,
  issuer: Issuer,
  { credential, nonce, ...factor }: { credential: string; nonce?: string | undefined } & SecondFactor,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<TokensAndUser> => {
  const { config, db } = context;
  const person = readClaims(await issuer.verify(credential, nonce));
  // Check the second factor before anything is changed or used up: the client sends the same token again with the code.
  const known = (await findByGoogleId(db.sql, person.googleId)) ?? (await findByEmail(db.sql, person.email ?? ''));
  if (known) await requireSecondFactor({ config, db }, known, { ...factor, client, rateLimit });
  return db.sql.begin(async (tx) => {
    if (!(await useIdToken(tx, credential, person.expiresAt))) throw usedToken();
    const account =
      (await findByGoogleId(tx, person.googleId)) ?? (await link(tx as SavepointTx, config, person, client));
    await markMethodUsed(tx, account.uuid, 'google');
    return openSession(tx, context, account, client, known);
  });
};

/** Links by the verified address. Notifies an account that existed before, with a link that undoes the change. */
const link = async (
  tx: SavepointTx,
  config: Context['config'],
  person: GooglePerson,
  client: Client,
): Promise<UserRow> => {
  const { email } = person;
  if (email === null)
    throw forbidden('google.unverified', 'Google has not verified the e-mail address of this account');
  const linked = await linkGoogle(tx, { ...person, email });
  if (linked === 'taken')
    throw conflict('google.taken', 'The account of this e-mail address belongs to another Google account');
  if (linked === 'removed')
    throw forbidden(
      'google.removed',
      'Google was removed from the account of this e-mail address; sign in another way to link it again',
    );
  if (linked.before)
    await announceChange(tx, config, { user: linked.before, kind: 'google', client, values: { address: email } });
  return linked.account;
};

/**
 * Links a Google account, with any address, to the account of a caller who has just passed step-up.
 * @throws AppError 400 naming `credential`, 409 `google.linked`, 409 `google.elsewhere`, 503 `google.away`
 */
export const linkGoogleTo = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  issuer: Issuer,
  userUuid: string,
  { credential, nonce }: { credential: string; nonce?: string | undefined },
  client: Client,
): Promise<User> => {
  const person = readClaims(await issuer.verify(credential, nonce).catch(refuseField));
  return db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, userUuid);
    if (user.google_id !== null)
      throw conflict('google.linked', 'This account has a Google account already; remove that one first');
    if (!(await useIdToken(tx, credential, person.expiresAt))) return refuseField(usedToken());
    const linked = await setGoogle(tx as SavepointTx, userUuid, person);
    if (!linked) throw conflict('google.elsewhere', 'This Google account signs in to another account');
    const values = { address: person.email ?? '' };
    await announceChange(tx, config, { user, kind: 'google', client, values });
    return toUser(linked);
  });
};

const usedToken = () => unauthorized('google.used', 'This Google sign-in was used already; start it again');

/** Turns a refused token into a field error: the caller is signed in, so a 401 would be wrong. */
const refuseField = (error: unknown): never => {
  if (!(error instanceof AppError) || error.status !== 401) throw error;
  throw refusedField('credential', error.code, error.message);
};
