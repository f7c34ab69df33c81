import { expect } from '@playwright/test';
import { stack } from '../chain.ts';
import { makeToken, reference, someone, until } from '../people.ts';
import { test, visitor } from '../visitor.ts';

/** A second or two, more on a busy machine, and always before the page's own look every 15 s. */
const LIVE = { timeout: 12_000 };

type Sale = { uuid: string; status: string; price: string; steps: never[] };

test('a price set and a sale made elsewhere are on a stranger’s screens without a reload', async ({ browser }) => {
  const [seller, buyer] = await Promise.all([someone(), someone()]);
  const name = `Seen by a stranger ${Date.now() % 1e6}`;
  const token = await makeToken(seller, { name });
  const { page, context } = await visitor(browser, { hasWallet: false });
  const list = await context.newPage();
  const heard = (screen: typeof page) =>
    screen.waitForResponse((response) => response.url().includes('/api/events') && response.ok());
  await Promise.all([
    heard(page),
    heard(list),
    page.goto(`${stack().url}/nfts/${token.uuid}`),
    // Among all works it would go down the list while other tests mint theirs.
    list.goto(`${stack().url}/nfts?search=${encodeURIComponent(name)}`),
  ]);
  const card = list.locator(`[data-token="${token.uuid}"]`).first();
  await expect(card).toBeVisible();
  // What a reload would throw away.
  for (const screen of [page, list]) await screen.evaluate(() => Object.assign(window, { wasHere: true }));

  const currencyUuid = (await reference(seller)).currency('WETH').uuid;
  const sale = (await seller.post(`/offer/${token.uuid}`, { type: 'SALE', price: '0.4321', currencyUuid })) as Sale;
  await seller.run(sale.steps);
  await until(
    async () => (await seller.get(`/offer/${sale.uuid}`)) as Sale,
    ({ status }) => status === 'ACTIVE',
    'the listing to stand',
  );
  await expect(page.getByRole('main').getByText('0.4321').first()).toBeVisible(LIVE);
  await expect(card.getByText('0.4321')).toBeVisible(LIVE);

  await buyer.run(((await buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 })) as Sale).steps);
  await until(
    async () => (await seller.get(`/offer/${sale.uuid}`)) as Sale,
    ({ status }) => status === 'SOLD',
    'the sale',
  );
  await expect(card.getByText('0.4321')).toHaveCount(0, LIVE);
  await expect(page.getByRole('main').getByText('Not for sale').first()).toBeVisible(LIVE);
  for (const screen of [page, list])
    expect(await screen.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
  await context.close();
});
