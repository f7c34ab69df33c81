import { expect, type Page } from '@playwright/test';
import * as authCalls from '@skarb/schema/calls/auth';
import { attempt } from '../api.ts';
import { stack } from '../chain.ts';
import { accountButton, signInButton, test, visitor } from '../visitor.ts';
import { seededSale } from './works.ts';

// The dialogs of section 2 are opened by their titles in the journeys (Login, Register, Successfully registration:
// `forms`; Login with wallet, the purchase, Make an offer, Want to participate?, Sell offer edit: `faults`; Reset
// password: `account`; Sell NFT, Congratulations!: `sale`) and in `web/src/app/specification.browser.test.tsx`, which
// also has the tabs of profiles.
let work: Awaited<ReturnType<typeof seededSale>>;
test.beforeAll(async () => {
  work = await seededSale();
});
const main = (page: Page) => page.getByRole('main');

test.describe('Section 2: routes', () => {
  test('public screens open for a visitor', async () => {
    const screens: [path: string, heading: string | RegExp][] = [
      ['/nfts', 'The gallery'],
      ['/breeding', 'Breeding'],
      [`/nfts/${work.uuid}`, work.name],
      [`/profile/${work.creator.uuid}`, work.creator.name],
      ['/reset-password/some-token', /password/i],
      ['/confirmation', /confirm/i],
      [`/collections/${work.collection.uuid}`, work.collection.name],
      [`/offers/${work.listing.offerUuid}`, work.name],
    ];
    for (const [path, heading] of screens) {
      const response = await fetch(stack().url + path, { redirect: 'manual' });
      expect(response.status, path).toBe(200);
      const first = /<h1[^>]*>(.*?)<\/h1>/s.exec(await response.text())?.[1] ?? '';
      expect(first.replaceAll(/<[^>]*>/g, ''), path).toMatch(heading);
    }
  });

  test('/ and a guarded screen redirect (replace) a visitor to /nfts', async ({ page }) => {
    await page.goto('/nfts?search=before');
    // Each would add two entries to the history if it kept its own address there.
    const entries = () => page.evaluate(() => history.length);
    for (const path of ['/', '/settings']) {
      const before = await entries();
      await page.goto(path);
      await expect(page, path).toHaveURL('/nfts');
      expect(await entries(), path).toBe(before + 1);
    }
  });

  test('any unmatched path shows a plain text 404', async ({ page }) => {
    for (const path of ['/no/such/page', '/admin', '/nfts/a/b']) {
      const response = await fetch(stack().url + path);
      expect([response.status, await response.text()], path).toEqual([404, '404']);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    const browser = await page.goto('/no/such/page');
    expect(browser?.status()).toBe(404);
    await expect(main(page).getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('screens load on demand, with the translated word for loading in their place', async ({ browser }) => {
    const { page, context } = await visitor(browser, { language: 'ukr', hasWallet: false });
    await page.goto('/nfts');
    const header = page.locator('html[data-hydrated]').getByRole('banner');
    await expect(header.getByRole('button', { name: 'Увійти' })).toBeVisible();
    for (const [name, word] of [
      ['breeding', 'Завантаження…'],
      ['auctions', 'Loading…'],
    ] as const) {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(new RegExp(`/assets/${name}-.*\\.js$`), async (route) => {
        await held;
        await route.continue();
      });
      await header.locator(`a[href="/${name}"]`).click();
      await expect(main(page).getByRole('status')).toHaveText(word);
      letGo();
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main(page).getByText(word)).toBeHidden();
      if (name === 'breeding') await page.getByRole('banner').getByRole('button', { name: 'EN', exact: true }).click();
    }
    await context.close();
  });
});

test.describe('Section 2: other elements', () => {
  test('filter panels; theme: dark, font Work Sans, a palette of 12 colours; breakpoints: mobile 260–480, tablet 480–760, desktop 1440–1920, and the widths between, without sideways scroll', async ({
    page,
  }) => {
    await page.goto('/nfts');
    await expect(signInButton(page)).toBeVisible();
    const headings = page.getByRole('complementary', { name: 'Filters' }).getByRole('heading', { level: 2 });
    const titles = await headings.allTextContents();
    for (const title of ['Collections', 'Categories', 'Sorting']) expect(titles).toContain(title);

    const look = await page.evaluate(() => {
      const { colorScheme, backgroundColor, fontFamily } = getComputedStyle(document.body);
      const root = getComputedStyle(document.documentElement);
      const names = new Set<string>();
      for (const sheet of document.styleSheets)
        for (const [, name] of [...sheet.cssRules]
          .map((rule) => rule.cssText)
          .join('')
          .matchAll(/(--color-[\w-]+):/g))
          names.add(name as string);
      return {
        scheme: `${root.colorScheme} ${colorScheme}`,
        lightness: Math.max(...(backgroundColor.match(/\d+/g) ?? []).slice(0, 3).map(Number)),
        fontFamily,
        palette: [...names].filter((name) => /ink|gold|green|red|blue/.test(name)),
      };
    });
    expect(look.scheme).toContain('dark');
    expect(look.lightness).toBeLessThan(40);
    expect(look.fontFamily).toMatch(/^"?Work Sans/);
    expect(look.palette).toHaveLength(12);

    for (const width of [320, 480, 760, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${width} px`).toBe(0);
    }
  });
});

test('Back returns to the same place in a list (pages and scroll), without a reload and after one; an address typed into the tab opens at its top', async ({
  page,
}) => {
  // Oldest first: tokens that other tests mint meanwhile are last.
  await page.goto('/nfts?sort=createdAt:ASC');
  const cards = main(page).getByRole('list', { name: 'The gallery' }).getByRole('article');
  for (const count of [24, 36]) {
    await cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(count);
  }
  await expect(page).toHaveURL(/[?&]page=[3-9]/);
  const left = cards.nth(30);
  await left.scrollIntoViewIfNeeded();
  const name = await left.getByRole('heading').innerText();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1500);
  for (const way of ['at once', 'after a reload']) {
    await left.getByRole('link', { name }).click();
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(name);
    await expect.poll(() => page.evaluate(() => scrollY), way).toBe(0);
    if (way === 'after a reload') {
      await page.reload();
      await expect(signInButton(page)).toBeVisible();
    }
    await page.goBack();
    await expect(page, way).toHaveURL(/[?&]page=[3-9]/);
    await expect(left.getByRole('heading'), way).toHaveText(name);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY)), way).toBe(Math.round(place));
    await expect(left, way).toBeInViewport();
  }
  // Whatever the scroll position of the page before.
  await page.goto(`/nfts/${work.uuid}`);
  await expect(signInButton(page)).toBeVisible();
  await page.mouse.move(300, 300);
  await expect(
    main(page)
      .getByRole('button', { name: /^(Buy now|Make an offer)$/ })
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('Section 2: an e-mail link opens /confirmation and shows the result', async ({ page }) => {
  await page.goto('/confirmation?token=none');
  await expect(main(page).getByRole('heading', { name: 'The address could not be confirmed' })).toBeVisible();
  expect((await attempt(authCalls.confirmEmail, { body: { token: 'none' } })).status).toBe(400);
  await expect(accountButton(page)).toBeHidden();
});
