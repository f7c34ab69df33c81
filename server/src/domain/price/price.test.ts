import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PRICE_ETH_USD: '2500.5', PRICE_USD_EUR: '0.9', PRICE_USD_UAH: '40' });
});
afterAll(() => api?.stop());

it('GET /price tells the prices of the settings, that they are from there, and that they are not refreshed', async () => {
  const { status, body } = await api.call('GET', '/price');
  expect([status, body.data]).toEqual([
    200,
    {
      eth: { usd: '2500.50', at: body.data.at, source: 'settings' },
      fiat: { USD: 1, EUR: 0.9, UAH: 40 },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stale: true,
    },
  ]);
});
