import { expect } from '@playwright/test';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { forgive, test } from '../visitor.ts';

test('a page without its script reserves its layout and placeholders, and has no style attribute', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 900 },
  });
  // Only placeholders are shown: all pictures are blocked.
  await context.route('**/media/**', (route) => route.abort());
  const page = await context.newPage();
  const response = await page.goto('/nfts');
  expect(await response?.text()).not.toMatch(/<[^>]+\sstyle=/);
  const card = page.locator('main [data-style]').last();
  const box = await card.boundingBox();
  expect(box?.height).toBeGreaterThan(50);
  expect(await card.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('data:image/bmp');
  await context.close();
});

test('without a script each screen says what needs one, and an auction the moment of its end', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/nfts', '/settings']) {
    await page.goto(path);
    await expect(page.locator('noscript p')).toContainText('Without JavaScript you can only look around');
    await expect(page.locator('noscript p')).toBeVisible();
  }
  const [auction] = (await call(offerCalls.list, { query: { type: ['AUCTION'], status: ['ACTIVE'], limit: 1 } })).data;
  await page.goto(`/offers/${auction?.uuid}`);
  await expect(page.locator('time noscript span')).toHaveText(/\d{4}, .*\d UTC$/);
  await context.close();
});

test('a page refuses markup and scripts made from text, and workers that are not its own script files', async ({
  page,
}) => {
  await page.goto('/nfts');
  const [token] = (await call(tokenCalls.list, { query: { limit: 1 } })).data;
  const tried = await page.evaluate((picture) => {
    const script = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.name ?? '';
    const fails = (act: () => unknown) => {
      try {
        act();
        return false;
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      markup: fails(() => (document.createElement('div').innerHTML = '<b>b</b>')),
      script: fails(() => (document.createElement('script').text = '1')),
      elsewhere: fails(() => new Worker('https://elsewhere.example/a.js')),
      upload: fails(() => new Worker(picture)),
      own: fails(() => new Worker(script, { type: 'module' }).terminate()),
    };
  }, token?.image.url ?? '');
  expect(tried).toEqual({
    markup: 'TypeError',
    script: 'TypeError',
    elsewhere: 'TypeError',
    upload: 'TypeError',
    own: false,
  });
  expect(forgive().length).toBeGreaterThan(0);
});
