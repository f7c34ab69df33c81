import { SignJWT, exportJWK, importJWK, type JWK } from 'jose';
import { createECDH, createHash, hkdfSync } from 'node:crypto';
import type { Config } from '../../config.ts';

/** The accounts of the local stack's Google; for any other, the user types an address. */
const PEOPLE = [
  { email: 'olena.kovalenko@gmail.example', name: 'Олена Коваленко' },
  { email: 'taras.melnyk@gmail.example', name: 'Тарас Мельник' },
  { email: 'grace.okafor@gmail.example', name: 'Grace Okafor' },
] as const;
const TOKEN_SECONDS = 3600;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The parameters of an authorization request (OpenID Connect Core 3.2.2.1), with the account chosen on its page. */
export type Asked = Partial<
  Record<'client_id' | 'redirect_uri' | 'response_type' | 'scope' | 'nonce' | 'state' | 'email' | 'name', string>
>;

/** The reason for not redirecting back: the redirect address may not be the site's. */
export type Refused = { refused: string };

/**
 * An OpenID provider that replaces Google in the local stack. It implements the parts of the standard that this product
 * uses: discovery, keys, and the implicit flow with signed ID tokens. It needs no password, since it exists only in the
 * local stack.
 * @param redirects the allowed redirect addresses
 */
export const createLocalGoogle = (
  config: Pick<Config, 'jwtSecret'> & { google: NonNullable<Config['google']> },
  redirects: string[],
) => {
  const { issuer, clientId } = config.google;
  const key = makeKey(config.jwtSecret);
  const isOurs = (uri: string | undefined) => uri !== undefined && redirects.includes(uri);

  const problemOf = (asked: Asked): string | undefined => {
    if (asked.response_type !== 'id_token') return 'unsupported_response_type';
    if (!asked.scope?.split(' ').includes('openid')) return 'invalid_scope';
    // The implicit flow requires a nonce (3.2.2.1).
    return asked.nonce ? undefined : 'invalid_request';
  };
  /** The redirect URL, with the result in its fragment. */
  const answer = (asked: Asked, values: Record<string, string>): string =>
    `${asked.redirect_uri}#${new URLSearchParams({ ...values, ...(asked.state === undefined ? {} : { state: asked.state }) })}`;

  return {
    discovery: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['id_token'],
      response_modes_supported: ['fragment'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name'],
    },
    keys: async () => ({
      keys: [{ ...(await exportJWK((await key).open)), kid: (await key).id, alg: 'ES256', use: 'sig' }],
    }),
    people: PEOPLE,
    /** The result of a request: a page to choose an account on, or a redirect. */
    authorize: async (asked: Asked): Promise<Refused | { choose: true } | { location: string }> => {
      if (asked.client_id !== clientId) return { refused: 'This client is not known here.' };
      if (!isOurs(asked.redirect_uri)) return { refused: 'This redirect address is not the site’s.' };
      const problem = problemOf(asked);
      if (problem) return { location: answer(asked, { error: problem }) };
      const email = asked.email?.trim().toLowerCase();
      if (email === undefined || !EMAIL.test(email)) return { choose: true };
      const { id, secret } = await key;
      const name = PEOPLE.find((person) => person.email === email)?.name ?? asked.name?.trim();
      const idToken = await new SignJWT({ email, email_verified: true, nonce: asked.nonce, ...(name ? { name } : {}) })
        .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(subjectOf(email))
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(secret);
      return { location: answer(asked, { id_token: idToken }) };
    },
  };
};
export type LocalGoogle = ReturnType<typeof createLocalGoogle>;

/** A permanent id per address, in the format of Google's own ids. */
const subjectOf = (email: string): string =>
  `1${BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(20, '0')}`;

/** Derives the key from the stack's secret, so that it is the same in every process and after every restart. */
const makeKey = async (jwtSecret: string) => {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(hkdfSync('sha256', jwtSecret, '', 'skarb local google', 32)));
  const point = curve.getPublicKey();
  const part = (bytes: Buffer) => bytes.toString('base64url');
  const open: JWK = { kty: 'EC', crv: 'P-256', x: part(point.subarray(1, 33)), y: part(point.subarray(33)) };
  return {
    id: createHash('sha256').update(point).digest('base64url').slice(0, 16),
    open: await importJWK(open, 'ES256', { extractable: true }),
    secret: await importJWK({ ...open, d: part(curve.getPrivateKey()) }, 'ES256'),
  };
};
