import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
let ann: Awaited<ReturnType<TestApi['person']>>;
beforeAll(async () => {
  api = await startTestApi();
  ann = await api.person();
});
afterAll(() => api?.stop());

const ID = '0190a4a4-0000-7000-8000-000000000000';
const CALLS: [method: string, path: string, body?: object][] = [
  ['POST', `/offer/${ID}`, { type: 'SALE', price: '1', currencyUuid: ID }],
  ['PUT', `/offer/${ID}`, { revive: true }],
  ['DELETE', `/offer/${ID}`],
  ['POST', `/offer/${ID}/purchase`, { quantity: 1 }],
  ['POST', `/offer/${ID}/settle`, {}],
  ['PUT', `/token/${ID}`, { signature: '0x12' }],
  ['POST', '/transaction', { txHash: `0x${'12'.repeat(32)}`, chainId: 80001 }],
  ['GET', `/transaction/0x${'34'.repeat(32)}`],
  ['GET', `/auth/wallet/balance?currencyUuid=${ID}`],
  ['PUT', '/auth/profile', { name: 'Ann' }],
];

describe('a call that costs the operator or the node', () => {
  it.each(CALLS)(
    '%s %s is limited per user or network address, and answers with the time to wait',
    async (method, path, body) => {
      const ask = () => api.call(method, path, { token: ann.token, ...(body ? { body } : {}) });
      const first = await ask();
      expect([first.status, first.body?.code]).not.toEqual([404, 'route.notFound']);
      expect(first.status).not.toBe(429);
      // Uses up all limits of this call, for the user and for the address.
      const used = await api.context.db.sql<{ bucket: string }[]>`
      update rate_limit set hits = 100000 where window_start > now() - interval '2 minutes' returning bucket`;
      expect(used.length).toBeGreaterThan(0);
      const second = await ask();
      expect([second.status, second.body?.code]).toEqual([429, 'rate.limited']);
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      await api.context.db.sql`delete from rate_limit`;
    },
  );
});
