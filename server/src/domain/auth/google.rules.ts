import { NAME_MAX } from '@skarb/schema/limits';
import { isPlainName, mixesAlphabets } from '@skarb/schema/name-key';

/** The claims of an ID token that this server uses. */
export type GooglePerson = { googleId: string; email: string | null; name: string | null; expiresAt: Date };

/** Reads the claims of a verified token. Ignores an address that Google has not verified. */
export const readClaims = (claims: Record<string, unknown>): GooglePerson => {
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  const email = isVerified && typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : null;
  const name = typeof claims.name === 'string' ? [...claims.name.trim()].slice(0, NAME_MAX).join('') : '';
  return {
    googleId: String(claims.sub),
    email: email === '' ? null : email,
    name: name !== '' && isPlainName(name) && !mixesAlphabets(name) ? name : null,
    expiresAt: new Date(Number(claims.exp) * 1000),
  };
};
