import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
let ann: Awaited<ReturnType<TestApi['person']>>;
beforeAll(async () => {
  api = await startTestApi();
  ann = await api.person();
});
afterAll(() => api?.stop());

const ID = '0190a4a4-0000-7000-8000-000000000000';
/** A form with a file; its limit counts before its fields are looked up. */
const form = (fields: Record<string, string>): FormData => {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.set(name, value);
  filled.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }), 'a.svg');
  return filled;
};
const TOKEN = {
  name: 'Fox',
  description: 'A fox',
  type: 'ERC721',
  royalty: '5',
  networkUuid: ID,
  collectionUuid: ID,
  categoryUuid: ID,
};
/** `{n}` is a new number in each call, because a cache may answer equal calls. */
const CALLS: [method: string, path: string, body?: object][] = [
  ['POST', `/offer/${ID}`, { type: 'SALE', price: '1', currencyUuid: ID }],
  ['PUT', `/offer/${ID}`, { revive: true }],
  ['DELETE', `/offer/${ID}`],
  ['POST', `/offer/${ID}/purchase`, { quantity: 1 }],
  ['POST', `/offer/${ID}/settle`, {}],
  ['POST', '/collection', form({ name: 'Foxes', networkUuid: ID })],
  ['POST', '/token', form(TOKEN)],
  ['PUT', `/token/${ID}`, { signature: '0x12' }],
  ['POST', `/token/${ID}/refresh`],
  ['PUT', `/breeding/collection/${ID}`, { baseFee: '1' }],
  ['POST', '/breeding', { matronUuid: ID, sireUuid: ID, cost: '1' }],
  ['POST', `/breeding/${ID}/hatch`],
  ['POST', `/breeding/token/${ID}/siring`, { price: '1', endsAt: '2030-01-01T00:00:00Z' }],
  ['DELETE', `/breeding/token/${ID}/siring`],
  ['POST', '/transaction', { txHash: `0x${'12'.repeat(32)}`, chainId: 80001 }],
  ['GET', `/transaction/0x${'34'.repeat(32)}`],
  ['GET', '/transaction/refusal?data=0x1234567{n}'],
  ['GET', `/auth/wallet/allowance/nft/marketplace?tokenUuid=${ID}`],
  ['POST', '/auth/wallet/allowance/nft/marketplace', { tokenUuid: ID }],
  ['GET', `/auth/wallet/allowance/erc20?offerUuid=${ID}`],
  ['POST', '/auth/wallet/allowance/erc20', { offerUuid: ID }],
  ['GET', `/auth/wallet/balance?currencyUuid=${ID}`],
  ['GET', '/auth/wallet/credit'],
  ['GET', '/auth/wallet/holdings'],
  ['GET', `/auth/wallet/transfer?currencyUuid=${ID}&amount=1&to=0x${'12'.repeat(20)}`],
  ['PUT', '/auth/profile', { name: 'Ann' }],
  ['PUT', '/auth/settings', { language: 'en' }],
  ['GET', '/feed?page={n}'],
  ['POST', `/token/${ID}/favorite`],
  ['DELETE', `/token/${ID}/favorite`],
  ['PUT', '/notification/read', {}],
  ['PUT', '/notification/setting', { settings: [{ kind: 'SOLD', app: true, mail: true }] }],
];

describe('a call that costs the operator, the node or the caches', () => {
  it.each(CALLS)(
    '%s %s is limited per user or network address, and answers with the time to wait',
    async (method, path, body) => {
      const ask = (n: number) =>
        api.call(method, path.replace('{n}', String(n)), { token: ann.token, ...(body ? { body } : {}) });
      const first = await ask(1);
      expect([first.status, first.body?.code]).not.toEqual([404, 'route.notFound']);
      expect(first.status).not.toBe(429);
      // Uses up all limits of this call, for the user and for the address; again when a window ends in between.
      const askBeyond = async () => {
        const used = await api.context.db.sql`
        update rate_limit set hits = 100000 where window_start > now() - interval '2 minutes' returning bucket`;
        expect(used.length).toBeGreaterThan(0);
        const answer = await ask(2);
        expect([answer.status, answer.body?.code]).toEqual([429, 'rate.limited']);
        return answer;
      };
      const second = await vi.waitFor(askBeyond, { timeout: 30_000 });
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      await api.context.db.sql`delete from rate_limit`;
    },
  );
});
