/**
 * An OpenID provider over real HTTP with keys, tokens and failures that a test controls. Signs with RS256, as Google
 * does.
 */
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createServer } from 'node:http';

type Pair = { id: string; secret: CryptoKey; open: CryptoKey };
const makePair = async (id: string): Promise<Pair> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { id, secret: privateKey, open: publicKey };
};

export const startIssuer = async () => {
  let pair = await makePair('first');
  let isDown = false;
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    if (isDown) return response.writeHead(502).end('out of order');
    const body =
      request.url === '/keys'
        ? { keys: [{ ...(await exportJWK(pair.open)), kid: pair.id, alg: 'RS256', use: 'sig' }] }
        : { issuer: url, authorization_endpoint: `${url}/authorize`, jwks_uri: `${url}/keys` };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url,
    asked,
    present: () => pair,
    makePair,
    rotate: async () => (pair = await makePair(`key-${asked.length}`)),
    down: (value: boolean) => (isDown = value),
    /** A valid token, except for the claims that the test overrides. `iat` and `exp` in seconds from now. */
    token: async (claims: JWTPayload & { email?: string }, by: Pair = pair): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({
        iss: url,
        aud: 'skarb-test',
        email_verified: true,
        jti: crypto.randomUUID(),
        ...claims,
        iat: now + (claims.iat ?? 0),
        exp: now + (claims.exp ?? 3600),
      })
        .setProtectedHeader({ alg: 'RS256', kid: by.id })
        .sign(by.secret);
    },
    stop: () => server.close(),
  };
};
