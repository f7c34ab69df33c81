import { Person } from '@skarb/local/person.ts';
import { expect, type Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, mailTo } from '../api.ts';
import { stack } from '../chain.ts';
import { makeToken, reference, someone, until } from '../people.ts';
import { makeAdmin } from '../screen/owner.ts';
import { dialog, signIn, test, visitor } from '../visitor.ts';

/** What was decided elsewhere reaches an open page by itself, before its own look every 15 s. */
const LIVE = { timeout: 12_000 };
type Sale = { uuid: string; status: string; steps: never[] };

/** Somebody with a wallet and a confirmed address. */
const withAddress = async (name: string) => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const person = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  await person.post('/dev/faucet', { address: person.address });
  const email = `${name}.${Date.now()}@example.com`;
  await person.form('PUT', '/auth/profile', { email, name });
  const token = decodeURIComponent(await mailTo(email, /confirmation\?token=([^\s&]+)/));
  await call('POST', '/auth/confirm/email', { json: { token } });
  return { person, key, email };
};
const main = (page: Page) => page.getByRole('main');

test('a work is reported, hidden, gone from a stranger’s open pages, and comes back', async ({ browser }) => {
  test.skip(!process.env.E2E_DATABASE_URL, 'needs the stack’s database to make an admin');
  test.setTimeout(240_000);
  const [creator, boss, reader] = [await withAddress('Painter'), await withAddress('Warden'), await someone()];
  await makeAdmin(boss.email);
  const name = `Borrowed light ${Date.now() % 100_000}`;
  const token = await makeToken(creator.person, { name });
  const currencyUuid = (await reference(creator.person)).currency('WETH').uuid;
  const sale = (await creator.person.post(`/offer/${token.uuid}`, {
    type: 'SALE',
    price: '0.7',
    currencyUuid,
  })) as Sale;
  await creator.person.run(sale.steps);
  await until(
    async () => (await reader.get(`/offer/${sale.uuid}`)) as Sale,
    ({ status }) => status === 'ACTIVE',
    'the listing to stand',
  );

  // Somebody reports it; a second time he is told that he has.
  const witness = await visitor(browser);
  await witness.page.goto(`/nfts/${token.uuid}`);
  await signIn(witness.page);
  const report = async () => {
    await main(witness.page).getByRole('button', { name: 'Report this NFT' }).click();
    const form = dialog(witness.page, 'Report an NFT');
    await form.getByRole('button', { name: 'Send the report' }).click();
    await expect(form.getByText('Choose a reason.')).toBeVisible();
    await form.getByLabel('Reason').selectOption({ label: 'Someone else’s work' });
    await form.getByLabel('In your own words (optional)').fill('I painted this in 2019.');
    await form.getByRole('button', { name: 'Send the report' }).click();
    return form;
  };
  await report();
  await expect(witness.page.getByText('Thank you. An admin will look at it.')).toBeVisible();
  await expect(dialog(witness.page, 'Report an NFT')).toHaveCount(0);
  await expect((await report()).getByRole('alert')).toContainText('You have reported this already');
  await witness.context.close();

  // A stranger has its page and the gallery open.
  const stranger = await visitor(browser, { hasWallet: false });
  const gallery = await stranger.context.newPage();
  const heard = (page: Page) =>
    page.waitForResponse((response) => response.url().includes('/api/events') && response.ok());
  await Promise.all([
    heard(stranger.page),
    heard(gallery),
    stranger.page.goto(`/nfts/${token.uuid}`),
    // Among all works it would go down the list while other tests mint theirs.
    gallery.goto(`${stack().url}/nfts?search=${encodeURIComponent(name)}`),
  ]);
  const card = gallery.locator(`[data-token="${token.uuid}"]`);
  await expect(card).toBeVisible();
  await expect(main(stranger.page).getByRole('heading', { level: 1, name })).toBeVisible();

  // The admin finds it in his queue and hides it.
  const admin = await visitor(browser, { key: boss.key });
  await admin.page.goto('/nfts');
  await signIn(admin.page);
  await admin.page.goto('/admin-profile?section=moderation');
  const one = main(admin.page).getByRole('article', { name });
  await expect(one).toContainText('I painted this in 2019.');
  await one.getByRole('button', { name: 'Hide…' }).click();
  const decide = dialog(admin.page, 'Hide it?');
  await decide.getByLabel('Your message to the creator (optional)').fill('Show us that it is yours.');
  await decide.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(admin.page.getByText('Hidden. Nobody else sees it now.')).toBeVisible();
  await expect(one).toHaveCount(0);

  await expect(main(stranger.page).getByRole('heading', { level: 1, name })).toHaveCount(0, LIVE);
  await expect(main(stranger.page).getByText('404', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0, LIVE);
  expect((await stranger.page.goto(`/nfts/${token.uuid}`))?.status()).toBe(404);

  // Its creator is told, and still sees it, also after a reload: what it is hidden for, and what he can do.
  const owner = await visitor(browser, { key: creator.key });
  await owner.page.goto('/nfts');
  await signIn(owner.page);
  await owner.page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await dialog(owner.page, 'Notifications')
    .getByRole('link', { name: /This was hidden/ })
    .click();
  const notice = main(owner.page).getByRole('region', { name: 'Hidden', exact: true });
  await expect(notice).toContainText('This NFT is hidden');
  await expect(notice).toContainText('Show us that it is yours.');
  await owner.page.reload();
  await expect(notice).toContainText('Someone else’s work');
  await expect(main(owner.page).getByRole('button', { name: 'Take off sale' })).toBeVisible();
  await expect(main(owner.page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  expect(await mailTo(creator.email, /(Show us that it is yours)/)).toBe('Show us that it is yours');

  // Shown again, everything is as it was.
  await admin.page.goto(`/nfts/${token.uuid}`);
  await main(admin.page).getByRole('button', { name: 'Show again…' }).click();
  await dialog(admin.page, 'Show it again?').getByRole('button', { name: 'Show again', exact: true }).click();
  await expect(admin.page.getByText('Shown again.')).toBeVisible();
  await expect(notice).toHaveCount(0, LIVE);
  await gallery.reload();
  await expect(card).toContainText('0.7');
  await stranger.page.goto(`/nfts/${token.uuid}`);
  await expect(main(stranger.page).getByRole('heading', { level: 1, name })).toBeVisible();
  // The browser itself tells that the server renders what is hidden for nobody.
  expect(admin.complaints.filter((line) => !line.includes(`404 (Not Found) (${stack().url}/nfts/`))).toEqual([]);
  await Promise.all([stranger, admin, owner].map(({ context }) => context.close()));
});
