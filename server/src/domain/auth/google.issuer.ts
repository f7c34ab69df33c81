import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { AppError } from '../../platform/http/app-error.ts';
import type { Config } from '../../config.ts';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
type Discovery = { issuer: string; authorization_endpoint: string; jwks_uri: string };

const DISCOVERY_MS = 3_600_000;
const KEYS_MS = 600_000;
/** A key nobody knows makes us ask again, at most this often: the issuer may have changed its keys just now. */
const ASK_AGAIN_MS = 2_000;
const PATIENCE_MS = 4_000;
/** Keys of the issuer alone: a token "signed" with what is public (HS256 with a public key, none) is no token. */
const ALGORITHMS = ['RS256', 'ES256'];

/** What our settings call wrong is not the visitor's doing: he is told to come again. */
const issuerAway = (cause: unknown) =>
  new AppError(503, 'google.away', 'Google cannot be reached at the moment, try again in a minute', {
    retryAfterSeconds: 30,
    cause,
  });

/** The names an issuer goes by: Google writes both into its tokens. */
const namesOf = (issuer: string): string[] =>
  issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];

/**
 * An OpenID provider as its own discovery document describes it (OpenID Connect Discovery 1.0), read when first
 * needed and again each hour. Its keys are kept and read anew when a token names one that is not among them.
 * @param ask how to reach it; the local stack's own is reached without leaving the process
 */
export const createIssuer = (config: NonNullable<Config['google']>, ask: Fetch = fetch) => {
  let kept: { at: number; discovery: Discovery; keys: ReturnType<typeof createRemoteJWKSet> } | undefined;
  let asking: Promise<NonNullable<typeof kept>> | undefined;

  const read = async () => {
    const response = await ask(`${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) throw new Error(`the issuer's discovery document answers ${response.status}`);
    const discovery = (await response.json()) as Discovery;
    if (discovery.issuer !== config.issuer) throw new Error(`the discovery document is of ${discovery.issuer}`);
    // The same set as long as its address is: it remembers keys and how lately it asked.
    const keys =
      kept && kept.discovery.jwks_uri === discovery.jwks_uri
        ? kept.keys
        : createRemoteJWKSet(new URL(discovery.jwks_uri), {
            cacheMaxAge: KEYS_MS,
            cooldownDuration: ASK_AGAIN_MS,
            timeoutDuration: PATIENCE_MS,
            [customFetch]: ask,
          });
    kept = { at: Date.now(), discovery, keys };
    return kept;
  };

  /** @throws AppError 503 when the issuer is away and was never read; what was read before goes on counting */
  const discover = async () => {
    if (kept && Date.now() - kept.at < DISCOVERY_MS) return kept;
    asking ??= read().finally(() => (asking = undefined));
    try {
      return await asking;
    } catch (error) {
      if (kept) return kept;
      throw issuerAway(error);
    }
  };

  return {
    /** What the web app needs to ask the issuer for a token. */
    describe: async () => {
      const { discovery } = await discover();
      return {
        clientId: config.clientId,
        issuer: config.issuer,
        authorizationEndpoint: discovery.authorization_endpoint,
        name: config.isLocal ? 'Local Google' : 'Google',
      };
    },
    /**
     * The claims of an ID token after every check that OpenID Connect Core 3.1.3.7 asks for: signed by a present key
     * of the issuer, by it, for us, not ended, and with the nonce it was asked for.
     * @throws AppError 401 `google.token` (ended: `google.expired`), 503 `google.away`
     */
    verify: async (token: string, nonce: string | undefined): Promise<JWTPayload> => {
      const { keys } = await discover();
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ALGORITHMS,
          issuer: namesOf(config.issuer),
          audience: config.clientId,
          requiredClaims: ['sub', 'iat', 'exp'],
          clockTolerance: 30,
        });
        // A token for several parties must name us as the one it was made for.
        const isForUs = Array.isArray(payload.aud) && payload.aud.length > 1 ? payload.azp === config.clientId : true;
        if (!isForUs || (nonce !== undefined && payload.nonce !== nonce))
          throw new errors.JWTClaimValidationFailed('', payload);
        return payload;
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};
export type Issuer = ReturnType<typeof createIssuer>;

const refusal = (error: unknown): AppError => {
  if (error instanceof errors.JWTExpired)
    return new AppError(401, 'google.expired', 'The Google sign-in has ended; start it again', { cause: error });
  const isOfToken =
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys;
  // The rest is about the keys, which could not be had or read.
  return isOfToken
    ? new AppError(401, 'google.token', 'This is not a good Google ID token for this site', { cause: error })
    : issuerAway(error);
};
