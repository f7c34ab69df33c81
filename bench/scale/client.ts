/** A client over one kept connection, and the sign-in of the market's people. */
import { createClient } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
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
  const { call } = createClient({ fetch: (path, init) => fetch(apiUrl + path, init) });
  return async (person) => {
    const found = known.get(person);
    if (found && Date.now() - found.at < RENEWED_MS) return found.token;
    const account = signers.find((one) => one.person === person);
    if (!account) throw new Error(`no signer ${person}`);
    const { message } = (await call(authCalls.walletNonce, { query: { address: account.address } })).data;
    const signature = await account.signMessage({ message });
    const { accessToken } = (await call(authCalls.loginWallet, { body: { message, signature } })).data;
    known.set(person, { token: accessToken, at: Date.now() });
    return accessToken;
  };
};
