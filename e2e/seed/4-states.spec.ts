import { NOTIFICATION_CLEAR_MS, STORAGE_KEY } from '@skarb/schema/limits';
import { expect, type Page } from '@playwright/test';
import { urlOf } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { accountButton, openSignedIn, signIn, signInButton, test, visitor } from '../visitor.ts';

/** Of any token. */
const FAVORITE = `**${urlOf(tokenCalls.favorite, { params: { id: '*' } })}`;

const tokens = (page: Page) =>
  page.evaluate(([access, refresh]) => [localStorage.getItem(access), localStorage.getItem(refresh)], [
    STORAGE_KEY.accessToken,
    STORAGE_KEY.refreshToken,
  ] as const);

test.describe('Section 4: states and transitions', () => {
  test('signed in means an access token in local storage; the user is loaded then and at start; a failed load signs out and clears both; the wallet connected flag toggles between connected and not connected', async ({
    browser,
  }) => {
    const { page, context } = await visitor(browser);
    await page.goto('/nfts');
    expect(await tokens(page)).toEqual([null, null]);
    await signIn(page);
    expect((await tokens(page)).every(Boolean)).toBe(true);

    const wallet = page.getByRole('button', { name: /^Wallet:/ });
    await wallet.click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    const connect = page.getByRole('button', { name: 'Connect wallet' });
    await expect(connect).toBeVisible();
    await connect.click();
    await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).click();
    await expect(wallet).toBeVisible();

    const asked = page.waitForRequest(`**${urlOf(authCalls.me)}`);
    await page.reload();
    await asked;
    await expect(accountButton(page)).toBeVisible();
    for (const refused of [authCalls.me, authCalls.refresh])
      await page.route(`**${urlOf(refused)}`, (route) =>
        route.fulfill({ status: 401, json: { statusCode: 401, error: 'Unauthorized', message: 'no' } }),
      );
    await page.reload();
    await expect.poll(() => tokens(page)).toEqual([null, null]);
    await expect(signInButton(page)).toBeVisible();
    await context.close();
  });

  test('a favourite is shown at once, and undone with a message when the server refuses; the message stays when the user clicks elsewhere, and clears 100 ms after it is closed', async ({
    browser,
  }) => {
    expect(NOTIFICATION_CLEAR_MS).toBe(100);
    const user = await visitor(browser);
    const { page, context } = user;
    const { data } = await call(tokenCalls.list, { query: { limit: 60, sortBy: 'createdAt:ASC' } });
    // Not on sale: a change by another test would have the page read, and show, what is saved so far.
    const token = data.find(({ listing }) => listing === null);
    await openSignedIn(user, `/nfts/${token?.uuid}`);
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /favourite/i })
      .first();
    const count = async () => Number((await heart.innerText()).match(/\d+$/)?.[0]);
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    const before = await count();
    let refuse = () => {};
    const held = new Promise<void>((resolve) => (refuse = resolve));
    await page.route(FAVORITE, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { statusCode: 500, error: 'x', message: 'x', code: 'internal' } });
    });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    expect(await count()).toBe(before + 1);
    refuse();
    const notice = page.locator('[data-toast="error"]');
    await expect(notice).toBeVisible();
    await page.mouse.click(5, 400);
    await expect(notice).toBeVisible();
    const ms = await notice.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const since = performance.now();
          new MutationObserver(() => !element.isConnected && resolve(performance.now() - since)).observe(
            document.body,
            { childList: true, subtree: true },
          );
          element.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click();
        }),
    );
    expect(ms).toBeGreaterThanOrEqual(95);
    expect(ms).toBeLessThan(5_000);
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    expect(await count()).toBe(before);
    await page.unrouteAll();
    const kept = page.waitForResponse(FAVORITE);
    await heart.click();
    expect((await kept).status()).toBe(204);
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    // The server's rendering may be a few seconds old.
    await expect.poll(count).toBe(before + 1);
    await context.close();
  });

  test('paged lists: a higher page is appended, another list replaces', async ({ page }) => {
    // Oldest first: tokens that other tests mint meanwhile are last.
    await page.goto('/nfts?sort=createdAt:ASC');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(12);
    await expect(signInButton(page)).toBeVisible();
    const first = await cards.first().getByRole('link').first().getAttribute('href');
    // A click waits until the button keeps its place, while each scrolling to it loads a further page.
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(24);
    // Every page is full, unless everything is loaded.
    if (await page.getByRole('button', { name: 'Show more' }).isVisible()) expect((await cards.count()) % 12).toBe(0);
    expect(await cards.first().getByRole('link').first().getAttribute('href')).toBe(first);
    const [wanted] = (await call(tokenCalls.list, { query: { limit: 1, sortBy: 'createdAt:ASC' } })).data;
    const search = page.getByRole('combobox', { name: 'Search the gallery' });
    await search.fill(wanted?.name ?? '');
    await search.press('Enter');
    await page.getByRole('link', { name: 'Show all works' }).click();
    await expect(page).toHaveURL(/search=/);
    await expect.poll(() => cards.count()).toBeLessThan(12);
    // Its children, which name their parents in their properties, are found as well.
    await expect(cards.filter({ hasText: wanted?.name ?? '' })).not.toHaveCount(0);
  });
});
