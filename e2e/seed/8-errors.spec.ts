import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, fund, openSignedIn, signInButton, test, visitor } from '../visitor.ts';
import { seededSale } from './works.ts';

test.describe('Section 8: the error catalogue', () => {
  test('a missing root element throws "Failed to find the root element"', async ({ page }) => {
    const thrown: string[] = [];
    page.on('pageerror', ({ message }) => thrown.push(message));
    await page.route('**/nfts', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('id="root"', 'id="other"') });
    });
    await page.goto('/nfts');
    await expect.poll(() => thrown).toContain('Failed to find the root element');
  });

  test('a script chunk that has not come after 120000 ms is a chunk load error, with a way to try again', async ({
    page,
  }) => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    await page.clock.install();
    let isHeld = true;
    const held: (() => void)[] = [];
    await page.route(/\/assets\/breeding-.*\.js/, async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    await page.goto('/nfts');
    await expect(signInButton(page)).toBeVisible();
    await page.getByRole('banner').locator('a[href="/breeding"]').click();
    // The page's clock also advances by itself, so these 110 s leave a slow machine ten seconds.
    await page.clock.runFor(110_000);
    const failed = page.getByRole('heading', { name: 'Part of the page did not load' });
    await expect(failed).toBeHidden();
    await page.clock.runFor(11_000);
    await expect(failed).toBeVisible();
    isHeld = false;
    for (const letGo of held) letGo();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Breeding' })).toBeVisible();
  });

  test('a screen whose script fails says so and comes with the connection; a dialog’s leaves the page as it is', async ({
    browser,
  }) => {
    const buyer = await visitor(browser);
    const { page, context, wallet } = buyer;
    await fund(wallet.address);
    let cut: RegExp | undefined = /breeding-/;
    await page.route(/\/assets\/(breeding|purchase-dialog)-.*\.js/, (route) =>
      cut?.test(route.request().url()) ? route.abort() : route.continue(),
    );
    const retry = (place: Page | Locator) => place.getByRole('button', { name: 'Try again' });
    await openSignedIn(buyer, '/nfts');
    await page.getByRole('banner').locator('a[href="/breeding"]').click();
    await expect(page.getByRole('heading', { name: 'Part of the page did not load' })).toBeVisible();
    cut = undefined;
    // As a browser says that its connection is back.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('heading', { level: 1, name: 'Breeding' })).toBeVisible();

    // Not the breeding scripts: the family of a token would fail as well.
    cut = /purchase-dialog-/;
    const work = await seededSale();
    await page.goto(`/nfts/${work.uuid}`);
    const buy = page.getByRole('main').getByRole('button', { name: 'Buy now' });
    await buy.click();
    const missing = page.getByRole('alert').filter({ hasText: 'Part of the page did not load' });
    await expect(missing).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: work.name })).toBeVisible();
    cut = undefined;
    await retry(missing).click();
    await expect(dialog(page, 'Purchase NFT')).toBeVisible();
    await expect(missing).toBeHidden();
    await context.close();
  });

  test('an app that never loads leaves the rendered page readable, with an explanation and a link to try again', async ({
    page,
  }) => {
    await page.route(/\/assets\/start-.*\.js/, (route) => route.abort());
    await page.goto('/nfts');
    await expect(page.getByRole('alert').filter({ hasText: 'Part of the page did not load' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('link', { name: 'Try again' }).click();
    await signInButton(page).click();
    await expect(dialog(page, 'Login')).toBeVisible();
  });
});
