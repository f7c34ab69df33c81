import { expect } from '@playwright/test';
import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as priceCalls from '@skarb/schema/calls/price';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call, request } from '../api.ts';
import { test } from '../visitor.ts';

const NOBODY = '0190a4a4-0000-7000-8000-000000000000';

/** Section 7 line by line: the call, and its answer to a request without a token and without a body. */
const CALLS: [method: string, path: string, anonymous: number][] = [
  ['POST', '/auth/confirm/email', 400],
  ['POST', '/auth/reset-password/request', 400],
  ['POST', '/auth/reset-password', 400],
  ['POST', '/auth/register/email', 400],
  ['POST', '/auth/login', 400],
  ['POST', '/auth/login/google', 400],
  ['POST', '/auth/login/wallet', 400],
  ['GET', '/auth/me', 401],
  ['POST', '/auth/connect-metamask', 401],
  ['GET', `/auth/profile/${NOBODY}`, 404],
  ['GET', `/auth/wallet/allowance/nft/marketplace?tokenUuid=${NOBODY}`, 401],
  ['POST', '/auth/wallet/allowance/nft/marketplace', 401],
  ['GET', `/auth/wallet/allowance/erc20?offerUuid=${NOBODY}`, 401],
  ['POST', '/auth/wallet/allowance/erc20', 401],
  ['GET', `/auth/wallet/balance?currencyUuid=${NOBODY}`, 401],
  ['GET', '/collection', 200],
  ['GET', `/collection/${NOBODY}`, 404],
  ['POST', '/collection', 401],
  ['GET', '/offer', 200],
  ['GET', `/offer/${NOBODY}`, 404],
  ['GET', `/offer/${NOBODY}/history`, 404],
  ['POST', `/offer/${NOBODY}/purchase`, 401],
  ['POST', `/offer/${NOBODY}`, 401],
  ['PUT', `/offer/${NOBODY}`, 401],
  ['DELETE', `/offer/${NOBODY}`, 401],
  ['GET', '/token', 200],
  ['GET', `/token/${NOBODY}`, 404],
  ['GET', `/token/on-sale/${NOBODY}`, 200],
  ['POST', '/token', 401],
  ['POST', `/token/${NOBODY}/favorite`, 401],
  ['DELETE', `/token/${NOBODY}/favorite`, 401],
  ['GET', '/category', 200],
  ['GET', '/currency', 200],
  ['GET', '/network', 200],
];

test.describe('Section 7: the calls it makes', () => {
  test('every call of the specification exists, and states who may make it', async () => {
    const answers = await Promise.all(
      CALLS.map(async ([method, path]) => {
        const { status } = await request(method, path);
        return [method, path, status];
      }),
    );
    expect(answers).toEqual(CALLS);
  });

  test('responses are read from data; lists return data and meta', async () => {
    const lists = [collectionCalls, offerCalls, tokenCalls].map(({ list }) => list);
    const { categories, currencies, networks } = referenceCalls;
    for (const list of [...lists, categories, currencies, networks]) {
      const { data, meta } = await call(list as typeof tokenCalls.list);
      expect(Array.isArray(data), list.path).toBe(true);
      expect(meta, list.path).toMatchObject({
        itemsPerPage: expect.any(Number),
        totalItems: expect.any(Number),
        currentPage: 1,
        totalPages: expect.any(Number),
      });
    }
    const [token] = (await call(tokenCalls.list)).data;
    const one = await call(tokenCalls.show, { params: { id: token?.uuid ?? '' } });
    expect(one.data.uuid).toBe(token?.uuid);
  });

  test('calls go to the API base URL with a bearer header with the stored access token', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('accessToken', 'stored-token');
      localStorage.setItem('refreshToken', 'stored-refresh');
    });
    const asked = page.waitForRequest('**/api/auth/me');
    await page.goto('/nfts');
    const request = await asked;
    expect(new URL(request.url()).pathname).toBe('/api/auth/me');
    expect(request.headers().authorization).toBe('Bearer stored-token');
  });

  test('a call is aborted after 10 s', async ({ page }) => {
    expect(REQUEST_TIMEOUT_MS).toBe(10_000);
    // Shortens a time-out of 10 s to 100 ms and lengthens any other to an hour.
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === 10_000 ? 100 : 3_600_000);
    });
    await page.goto('/nfts');
    await page.route('**/api/token?**', () => {});
    const filters = page.getByRole('complementary', { name: 'Filters' });
    const failed = page.waitForEvent('requestfailed', { predicate: (one) => one.url().includes('/api/token?') });
    await filters.getByRole('checkbox', { name: 'Edition' }).click();
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  test('translation files come from /locales/{lng}/{ns}.json, and missing keys are reported to /locales/add/{lng}/{ns}', async ({
    page,
  }) => {
    for (const lng of ['en', 'ukr']) {
      const response = await page.request.get(`/locales/${lng}/common.json`);
      expect(response.ok()).toBe(true);
      expect(Object.keys(await response.json())).toContain('app');
    }
    for (const path of ['/locales/de/common.json', '/locales/en/other.json', '/locales/__proto__/common.json'])
      expect((await page.request.get(path)).status(), path).toBe(404);
    // A language file with one key missing.
    await page.route('**/locales/en/common.json', async (route) => {
      const words = await (await route.fetch()).json();
      delete words.app.signIn;
      await route.fulfill({ json: words });
    });
    const reported = page.waitForRequest('**/locales/add/en/common');
    await page.goto('/nfts');
    const report = await reported;
    expect(report.method()).toBe('POST');
    expect(report.postDataJSON()).toEqual({ 'app.signIn': 'app.signIn' });
    expect((await report.response())?.status()).toBe(204);
  });

  test('a price feed for ETH to USD is used', async () => {
    const { data } = await call(priceCalls.show);
    expect(Number(data.eth?.usd)).toBeGreaterThan(0);
    expect(data.eth?.source).toBeTruthy();
  });
});
