import { expect } from '@playwright/test';
import { urlOf } from '@skarb/client';
import * as eventCalls from '@skarb/schema/calls/event';
import { stack } from '../chain.ts';
import { buy, makeToken, newPerson, offerOf, sell, until } from '../people.ts';
import { test, visitor } from '../visitor.ts';

/** Less than the page's own poll interval of 15 s. */
const LIVE = { timeout: 12_000 };

test('a new price and a sale appear on a visitor’s open pages without a reload', async ({ browser }) => {
  const [seller, buyer] = await Promise.all([newPerson(), newPerson()]);
  const name = `Seen live ${Date.now() % 1e6}`;
  const token = await makeToken(seller, { name });
  const { page, context } = await visitor(browser, { hasWallet: false });
  const list = await context.newPage();
  const heard = (screen: typeof page) =>
    screen.waitForResponse((response) => response.url().includes(urlOf(eventCalls.listen)) && response.ok());
  await Promise.all([
    heard(page),
    heard(list),
    page.goto(`${stack().url}/nfts/${token.uuid}`),
    // Search by name, because other tests mint at the same time.
    list.goto(`${stack().url}/nfts?search=${encodeURIComponent(name)}`),
  ]);
  const card = list.locator(`[data-token="${token.uuid}"]`).first();
  await expect(card).toBeVisible();
  // A reload would remove this mark.
  for (const screen of [page, list]) await screen.evaluate(() => Object.assign(window, { wasHere: true }));

  const sale = await sell(seller, token.uuid, '0.4321');
  await expect(page.getByRole('main').getByText('0.4321').first()).toBeVisible(LIVE);
  await expect(card.getByText('0.4321')).toBeVisible(LIVE);

  await buy(buyer, sale.uuid);
  await until(
    () => offerOf(seller, sale.uuid),
    ({ status }) => status === 'SOLD',
    'recorded sale',
  );
  await expect(card.getByText('0.4321')).toHaveCount(0, LIVE);
  // Its own words, not those of a card below.
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Not for sale' })).toBeVisible(LIVE);
  for (const screen of [page, list])
    expect(await screen.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
  await context.close();
});
