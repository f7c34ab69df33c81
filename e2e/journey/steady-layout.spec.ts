import { expect } from '@playwright/test';
import { makeToken, newPerson, sell } from '../people.ts';
import { test } from '../visitor.ts';

test('the line that says when an offer was checked has a fixed height: its words move nothing below it', async ({
  page,
}) => {
  const seller = await newPerson();
  const token = await makeToken(seller, { name: 'A steady page' });
  const sale = await sell(seller, token.uuid, '0.25');
  for (const width of [390, 1440])
    for (const path of [`/nfts/${token.uuid}`, `/offers/${sale.uuid}`]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('[data-ago]')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Verify it yourself', exact: true })).toBeVisible();
      // In one go, so that no tick of its clock comes between.
      const tops = await page.evaluate(() => {
        const ago = document.querySelector('[data-ago]') as HTMLElement;
        const below = ago.closest('section') as HTMLElement;
        return ['Checked now', `Checked ${'59 seconds ago '.repeat(9)}`].map((words) => {
          ago.textContent = words;
          return below.getBoundingClientRect().height;
        });
      });
      expect(tops[0]).toBeGreaterThan(40);
      expect(tops[1]).toBe(tops[0]);
    }
});
