import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';
import { expect, test } from '@playwright/test';

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
    await page.getByRole('banner').locator('a[href="/breeding"]').click();
    await page.clock.runFor(119_000);
    const failed = page.getByRole('heading', { name: 'A part of the page did not come' });
    await expect(failed).toBeHidden();
    await page.clock.runFor(2_000);
    await expect(failed).toBeVisible();
    isHeld = false;
    for (const letGo of held) letGo();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Breeding' })).toBeVisible();
  });
});
