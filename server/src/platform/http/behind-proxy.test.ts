import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from '../../domain/auth/testing-account.ts';
import { startBeside, startTestApi, type TestApi } from '../../testing.ts';
import { startProxy } from './testing-proxy.ts';

// Clients call from 127.0.0.2, proxies from 127.0.0.1: two servers share one database, with real proxies and sockets
// between.
const CLIENT = '127.0.0.2';
const PUBLIC = 'https://market.example';
let api: TestApi;
let people: ReturnType<typeof accountsOf>;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: PUBLIC, RATE_LIMITS: '1' });
  people = accountsOf(api);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await api?.stop();
});

/** Two servers that trust this many proxies, behind a chain of this many proxies. */
const behind = async (trustProxy: number | string, proxies: number): Promise<string> => {
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const { url, stop } = await startBeside(api, { trustProxy });
      stops.push(stop);
      return url;
    }),
  );
  let targets = servers;
  for (let at = 0; at < proxies; at++) {
    const proxy = await startProxy(targets);
    stops.push(proxy.stop);
    targets = [proxy.url];
  }
  return targets[0] as string;
};
type Json = { data?: Record<string, unknown> & { accessToken?: string; refreshToken?: string }; code?: string };
const call = (url: string, method: string, path: string, options: { body?: unknown; headers?: object } = {}) =>
  new Promise<{ status: number; body: Json; cookie: string | undefined }>((resolve, reject) => {
    const sent = request(
      `${url}/api${path}`,
      { method, localAddress: CLIENT, headers: { 'content-type': 'application/json', ...options.headers } },
      (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: text ? JSON.parse(text) : {},
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0],
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  });
const login = async (url: string, headers: object) => {
  const { email, password } = await people.member();
  return call(url, 'POST', '/auth/login', { body: { email, password }, headers });
};
/** The address that the servers record for a client that sends its own X-Forwarded-For header. */
const addressSeen = async (url: string): Promise<unknown> => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  const { body } = await login(url, headers);
  const sessions = await call(url, 'GET', '/auth/session', {
    headers: { authorization: `Bearer ${body.data?.accessToken}` },
  });
  return (sessions.body.data as unknown as { ip: string }[])[0]?.ip;
};

describe('behind real proxies', () => {
  it.each([
    ['one proxy, counted', 1, 1],
    ['two proxies, counted', 2, 2],
    ['one proxy, by its network', '127.0.0.1/32', 1],
    ['two proxies, by their network', '127.0.0.1/32', 2],
  ])('%s: uses the client’s address, not the header that the client wrote', async (_how, trustProxy, proxies) => {
    expect(await addressSeen(await behind(trustProxy, proxies))).toBe(CLIENT);
  });

  it("with a count too low, the outer proxy's address is used, never the client's header", async () => {
    expect(await addressSeen(await behind(1, 2))).toBe('127.0.0.1');
  });

  it('calls with varying forged addresses count for the one client that calls, over two servers', async () => {
    const url = await behind(1, 1);
    for (let at = 0; at < 6; at++) {
      const headers = { 'x-forwarded-for': `198.51.100.${at}` };
      await call(url, 'POST', '/auth/undo', { body: { token: 'invented' }, headers });
    }
    const counted = await api.context.db.sql`
      select bucket, sum(hits)::int as hits from rate_limit where bucket like 'undo %' group by bucket`;
    expect(counted).toEqual([{ bucket: `undo ${CLIENT}`, hits: 6 }]);
  });

  it('a forged Host or X-Forwarded-Host reaches neither the message to sign nor a mail', async () => {
    const url = await behind(1, 1);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const wallet = '0x00000000000000000000000000000000000000aa';
    const nonce = await call(url, 'GET', `/auth/wallet/nonce?address=${wallet}`, { headers });
    expect(nonce.body.data?.message).toMatch(/^market\.example wants you to sign in/);
    expect(nonce.body.data?.message).not.toContain('evil');
    const email = people.newEmail();
    await call(url, 'POST', '/auth/register/email', { body: { email, password: 'correct horse' }, headers });
    const [mail] = await people.mailsTo(email);
    expect(mail?.text).toContain(`${PUBLIC}/confirmation?token=`);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil');
  });

  it('twenty simultaneous refreshes of one browser, over two servers, give one successor', async () => {
    const url = await behind(1, 1);
    const { body, cookie } = await login(url, { origin: PUBLIC });
    const headers = { origin: PUBLIC, cookie };
    const { refreshToken } = body.data ?? {};
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(url, 'POST', '/auth/refresh', { body: { refreshToken }, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.data?.refreshToken)).size).toBe(1);
  });
});
