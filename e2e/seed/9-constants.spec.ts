import { expect } from '@playwright/test';
import {
  AMOUNT_DECIMALS_SHOWN,
  BIO_MAX,
  CRYPTO_REFRESH_MS,
  DESCRIPTION_MAX,
  EDITION_MIN,
  FIAT_REFRESH_MS,
  LOCALE_NAMESPACE,
  LOCALE_RETRIES,
  LOCALE_RETRY_MS,
  MARKETPLACE_FEE_BPS,
  NAME_MAX,
  PROPERTIES_MAX,
  REQUEST_TIMEOUT_MS,
  STORAGE_KEY,
  USD_DECIMALS_SHOWN,
  WALLET_POLL_MS,
} from '@skarb/schema/limits';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { openSignedIn, test, visitor } from '../visitor.ts';
import { seededSale } from './works.ts';

test.describe('Section 9: business constants and limits', () => {
  test('the numbers of the specification', () => {
    expect({
      REQUEST_TIMEOUT_MS,
      NAME_MAX,
      DESCRIPTION_MAX,
      BIO_MAX,
      PROPERTIES_MAX,
      EDITION_MIN,
      AMOUNT_DECIMALS_SHOWN,
      USD_DECIMALS_SHOWN,
      CRYPTO_REFRESH_MS,
      FIAT_REFRESH_MS,
      WALLET_POLL_MS,
      LOCALE_NAMESPACE,
      LOCALE_RETRIES,
      LOCALE_RETRY_MS,
      STORAGE_KEY,
    }).toEqual({
      REQUEST_TIMEOUT_MS: 10_000,
      NAME_MAX: 32,
      DESCRIPTION_MAX: 540,
      BIO_MAX: 256,
      PROPERTIES_MAX: 20,
      EDITION_MIN: 2,
      AMOUNT_DECIMALS_SHOWN: 4,
      USD_DECIMALS_SHOWN: 2,
      CRYPTO_REFRESH_MS: 30_000,
      FIAT_REFRESH_MS: 3_600_000,
      WALLET_POLL_MS: 15_000,
      LOCALE_NAMESPACE: 'common',
      LOCALE_RETRIES: 5,
      LOCALE_RETRY_MS: 350,
      STORAGE_KEY: { accessToken: 'accessToken', refreshToken: 'refreshToken', language: 'i18nextLng' },
    });
  });

  test('page size 12 for tokens; 25 for offers and offer history; 200 for categories, collections, currencies and networks', async () => {
    const { listing } = await seededSale();
    const sizes: [answer: Promise<{ meta: { itemsPerPage: number } }>, size: number][] = [
      [call(tokenCalls.list), 12],
      [call(offerCalls.list), 25],
      [call(offerCalls.history, { params: { id: listing.offerUuid } }), 25],
      [call(referenceCalls.categories), 200],
      [call(collectionCalls.list), 200],
      [call(referenceCalls.currencies), 200],
      [call(referenceCalls.networks), 200],
    ];
    const found = await Promise.all(sizes.map(async ([answer]) => (await answer).meta.itemsPerPage));
    expect(found).toEqual(sizes.map(([, size]) => size));
  });

  test('default sort options: createdAt:DESC and createdAt:ASC', async () => {
    type Sorting = 'createdAt:ASC' | 'createdAt:DESC' | undefined;
    const lists = {
      token: (sortBy: Sorting) => call(tokenCalls.list, { query: { sortBy } }),
      offer: (sortBy: Sorting) => call(offerCalls.list, { query: { sortBy } }),
      collection: (sortBy: Sorting) => call(collectionCalls.list, { query: { sortBy } }),
    };
    for (const [name, list] of Object.entries(lists)) {
      const times = async (sortBy?: Sorting) => (await list(sortBy)).data.map(({ createdAt }) => createdAt);
      // Repeats if another test created something between the two answers.
      await expect(async () => {
        const falling = await times();
        expect(falling, name).toEqual(falling.toSorted().toReversed());
        expect(await times('createdAt:DESC'), name).toEqual(falling);
      }).toPass();
      const rising = await times('createdAt:ASC');
      expect(rising, name).toEqual(rising.toSorted());
    }
  });

  test('the marketplace takes a tenth of a sale', async () => {
    expect(MARKETPLACE_FEE_BPS).toBe(1000);
    const { listing } = await seededSale();
    const { price, fees } = (await call(offerCalls.show, { params: { id: listing.offerUuid } })).data;
    expect(Number(fees.marketplace)).toBeCloseTo(Number(price) / 10, 12);
  });

  test('the wallet is polled every 15000 ms', async ({ browser }) => {
    const user = await visitor(browser);
    const { page, context, wallet } = user;
    await page.clock.install();
    await openSignedIn(user, '/nfts');
    const asked = () => wallet.requests.filter((method) => method === 'eth_accounts').length;
    const before = asked();
    await page.clock.runFor(45_500);
    await expect.poll(asked).toBeGreaterThanOrEqual(before + 3);
    // The clock also advances by itself, and signing in may add requests; a shorter interval would still exceed this
    // bound.
    expect(asked()).toBeLessThanOrEqual(before + 6);
    await context.close();
  });

  test('the language comes from, in this order: query string lng, cookie, local storage, session storage, browser, html tag; stored under i18nextLng', async ({
    browser,
    baseURL,
  }) => {
    const url = baseURL ?? '';
    type Sources = { query?: string; cookie?: string; local?: string; session?: string; browser: string };
    const shows = async ({ query, cookie, local, session, browser: locale }: Sources, wanted: string[]) => {
      const context = await browser.newContext({ baseURL: url, locale });
      if (cookie) await context.addCookies([{ name: 'i18nextLng', value: cookie, url }]);
      await context.addInitScript(
        ({ local, session }) => {
          if (local) localStorage.setItem('i18nextLng', local);
          if (session) sessionStorage.setItem('i18nextLng', session);
        },
        { local, session },
      );
      const page = await context.newPage();
      await page.goto(`/nfts${query ? `?lng=${query}` : ''}`);
      const shownAndStored = async () => [
        await page.locator('html').getAttribute('lang'),
        await page.evaluate(() => localStorage.getItem('i18nextLng')),
      ];
      // Stored once the app is hydrated and has loaded the language.
      await expect.poll(shownAndStored).toEqual(wanted);
      await context.close();
    };
    const ukrainian = ['uk', 'ukr'];
    await shows({ query: 'ukr', cookie: 'en', browser: 'en-GB' }, ukrainian);
    await shows({ cookie: 'ukr', local: 'en', browser: 'en-GB' }, ukrainian);
    await shows({ local: 'ukr', session: 'en', browser: 'en-GB' }, ukrainian);
    await shows({ session: 'ukr', browser: 'en-GB' }, ukrainian);
    await shows({ browser: 'uk-UA' }, ukrainian);
    await shows({ browser: 'de-DE' }, ['en', 'en']);
  });
});
