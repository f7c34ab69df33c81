import type { TokensAndUser } from '@skarb/schema/auth';
import type { Context } from '../../context.ts';
import { AppError, conflict, forbidden, unauthorized } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { findByEmail, type SavepointTx } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';
import type { Issuer } from './google.issuer.ts';
import { readClaims, type GooglePerson } from './google.rules.ts';
import { findByGoogleId, linkGoogle, useIdToken } from './google.store.ts';
import { openSession, type Client } from './session.service.ts';
import { requireSecondFactor } from './two-factor.service.ts';

/** @throws AppError 503 when this server has no Google client id */
export const requireIssuer = (issuer: Issuer | undefined): Issuer => {
  if (issuer) return issuer;
  throw new AppError(503, 'google.off', 'Signing in with Google is not set up here; use your e-mail or a wallet', {
    retryAfterSeconds: 3600,
  });
};

/**
 * Signs in by a Google ID token: by the Google account where it is known, else by its verified address.
 * @throws AppError 401 (`google.token`, `google.expired`, `google.used`, `auth.codeRequired`, `auth.codeWrong`),
 * 403 `google.unverified`, 409 `google.taken`, 503 `google.away`
 */
export const loginGoogle = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  issuer: Issuer,
  { credential, nonce, code }: { credential: string; nonce?: string | undefined; code?: string | undefined },
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<TokensAndUser> => {
  const person = readClaims(await issuer.verify(credential, nonce));
  // The second factor comes before anything is changed or used up: the same token may come again with its code.
  const known = (await findByGoogleId(db.sql, person.googleId)) ?? (await findByEmail(db.sql, person.email ?? ''));
  if (known) await requireSecondFactor(db.sql, config, known, { code, rateLimit });
  return db.sql.begin(async (tx) => {
    if (!(await useIdToken(tx, credential, person.expiresAt)))
      throw unauthorized('google.used', 'This Google sign-in was used already; start it again');
    const account = (await findByGoogleId(tx, person.googleId)) ?? (await link(tx as SavepointTx, person));
    return openSession(tx, config, account, client);
  });
};

const link = async (tx: SavepointTx, person: GooglePerson): Promise<UserRow> => {
  const { email } = person;
  if (email === null)
    throw forbidden('google.unverified', 'Google has not verified the e-mail address of this account');
  const linked = await linkGoogle(tx, { ...person, email });
  if (linked === 'taken')
    throw conflict('google.taken', 'The account of this e-mail address belongs to another Google account');
  return linked;
};
