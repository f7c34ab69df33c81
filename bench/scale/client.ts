/** A client over one kept connection, and the sign-in of the market's people. */
import { Agent, request } from 'node:http';
import type { Person } from './world.ts';
import { signers } from './signers.ts';

export type Answer = { status: number; text: string; milliseconds: number; etag: string | undefined };

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begin = performance.now();
    const asked = request(url, { agent, headers, timeout: 30_000 }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          milliseconds: performance.now() - begin,
          etag: response.headers.etag,
        }),
      );
      response.on('error', reject);
    });
    asked
      .on('error', reject)
      .on('timeout', () => asked.destroy(new Error(`no answer within 30 s: ${url}`)))
      .end();
  });

/** Access tokens last 15 minutes. */
const RENEWED_MS = 8 * 60_000;

/** Access tokens by person, renewed before they expire. */
export const signIn = (apiUrl: string): ((person: Person) => Promise<string>) => {
  const known = new Map<Person, { token: string; at: number }>();
  return async (person) => {
    const found = known.get(person);
    if (found && Date.now() - found.at < RENEWED_MS) return found.token;
    const account = signers.find((one) => one.person === person);
    if (!account) throw new Error(`no signer ${person}`);
    const nonce = JSON.parse((await get(`${apiUrl}/api/auth/wallet/nonce?address=${account.address}`)).text) as {
      data: { message: string };
    };
    const { message } = nonce.data;
    const signature = await account.signMessage({ message });
    const response = await fetch(`${apiUrl}/api/auth/login/wallet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message, signature }),
    });
    const body = (await response.json()) as { data?: { accessToken: string } };
    if (!body.data) throw new Error(`${person} cannot sign in: ${JSON.stringify(body)}`);
    known.set(person, { token: body.data.accessToken, at: Date.now() });
    return body.data.accessToken;
  };
};
