import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { AppError } from '../../platform/http/app-error.ts';
import type { Config } from '../../config.ts';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
type Discovery = { issuer: string; authorization_endpoint: string; jwks_uri: string };

const DISCOVERY_MS = 3_600_000;
const KEYS_MS = 600_000;
/** An unknown key id triggers a new request, at most this often: the issuer may have just rotated its keys. */
const ASK_AGAIN_MS = 2_000;
const PATIENCE_MS = 4_000;
/** Asymmetric algorithms only: a token "signed" with public data (HS256 with a public key, none) is refused. */
const ALGORITHMS = ['RS256', 'ES256'];

/** A misconfiguration or an unavailable issuer is not the visitor's fault: the answer asks them to try again. */
const issuerUnavailable = (cause: unknown) =>
  new AppError(503, 'google.away', 'Google cannot be reached at the moment, try again in a minute', {
    retryAfterSeconds: 30,
    cause,
  });

/** The accepted `iss` values: Google uses both in its tokens. */
const namesOf = (issuer: string): string[] =>
  issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];

/**
 * An OpenID provider, configured by its discovery document (OpenID Connect Discovery 1.0), which is read at first use
 * and then at most every hour. Its keys are cached, and read again when a token names an unknown one.
 * @param ask sends the requests; those to the local stack's issuer stay within the process
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
    // Keep the same key set while its URL is unchanged: it caches keys and the time of its last request.
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

  /** @throws AppError 503 when the issuer is unavailable and was never read; a document read before stays in use */
  const discover = async () => {
    if (kept && Date.now() - kept.at < DISCOVERY_MS) return kept;
    asking ??= read().finally(() => (asking = undefined));
    try {
      return await asking;
    } catch (error) {
      if (kept) return kept;
      throw issuerUnavailable(error);
    }
  };

  return {
    /** What the web app needs to request a token from the issuer. */
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
     * The claims of an ID token after all checks of OpenID Connect Core 3.1.3.7: signed by a current key of the issuer,
     * with the right issuer and audience, not expired, and with the nonce of the request.
     * @throws AppError 401 `google.token` (expired: `google.expired`), 503 `google.away`
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
        // A token with several audiences must name this site as the authorized party.
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
  // All other errors mean that the keys could not be fetched or parsed.
  return isOfToken
    ? new AppError(401, 'google.token', 'This is not a good Google ID token for this site', { cause: error })
    : issuerUnavailable(error);
};
