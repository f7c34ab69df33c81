import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWire } from '../../testing-wire.ts';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
let database: Awaited<ReturnType<typeof createWire>>;
let node: Awaited<ReturnType<typeof createWire>>;
beforeAll(async () => {
  api = await startTestApi(async ({ databaseUrl, rpcUrl }) => {
    database = await createWire(databaseUrl, 5432);
    node = await createWire(rpcUrl, 8545);
    return { DATABASE_URL: database.url, CHAIN_RPC_URL: node.url, DATABASE_POOL: '4' };
  });
});
afterAll(async () => {
  await api?.stop();
  await database?.cut();
  await node?.cut();
});

const calls: [string, string, unknown?][] = [
  ['GET', '/category'],
  ['GET', '/auth/me'],
  ['GET', '/auth/profile/0190a4a4-0000-7000-8000-000000000000'],
  ['POST', '/auth/login', { email: 'a@example.org', password: 'correct horse' }],
  ['POST', '/auth/refresh', { refreshToken: 'any' }],
  ['POST', '/auth/logout', { refreshToken: 'any' }],
  ['GET', '/auth/wallet/nonce?address=0x0000000000000000000000000000000000000001'],
  ['GET', '/ready'],
];

describe('while the database is unavailable', () => {
  it('every call responds 503 with Retry-After without waiting for the database, and none 401; afterwards all calls work again', async () => {
    const { token, refreshToken } = await api.person();
    await database.cut();
    for (let round = 0; round < 3; round++) {
      // The database returns only after every answer: a call that waits for it never answers.
      const answers = await Promise.all(
        calls
          .flatMap((call) => [call, call])
          .map(async ([method, path, body]) => ({
            path,
            ...(await api.call(method, path, { token, ...(body ? { body } : {}) })),
          })),
      );
      for (const { path, status, body, headers } of answers) {
        expect([path, status, body.error]).toEqual([path, 503, 'Service Unavailable']);
        expect(body.code).toBe('database.away');
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(JSON.stringify(body)).not.toMatch(/ECONN|postgres|CONNECTION|127\.0\.0\.1/);
      }
    }
    expect((await api.call('GET', '/health')).status).toBe(200);
    await database.reconnect();
    await expect.poll(async () => (await api.call('GET', '/auth/me', { token })).status, { timeout: 60_000 }).toBe(200);
    expect((await api.call('GET', '/category')).status).toBe(200);
    expect((await api.call('POST', '/auth/refresh', { body: { refreshToken } })).status).toBe(200);
  });
});

describe('while the chain is unavailable', () => {
  it('reads of the database work, calls that need the chain give the reason, and all work again afterwards', async () => {
    const { token } = await api.person();
    const currency = (await api.call('GET', '/currency')).body.data[0].uuid;
    await node.cut();
    expect((await api.call('GET', '/category')).status).toBe(200);
    expect((await api.call('GET', '/auth/me', { token })).status).toBe(200);
    const balance = await api.call('GET', `/auth/wallet/balance?currencyUuid=${currency}`, { token });
    expect(balance).toMatchObject({
      status: 503,
      body: { code: 'chain.away', message: expect.stringContaining('chain cannot be reached') },
    });
    expect(Number(balance.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.call('GET', '/ready')).body).toMatchObject({ statusCode: 503, code: 'chain.away' });
    await node.reconnect();
    expect((await api.call('GET', `/auth/wallet/balance?currencyUuid=${currency}`, { token })).status).toBe(200);
  });
});
