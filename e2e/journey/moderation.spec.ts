import { expect, type Page } from '@playwright/test';
import { urlOf } from '@skarb/client';
import * as eventCalls from '@skarb/schema/calls/event';
import { mailTo } from '../api.ts';
import { stack } from '../chain.ts';
import { makeToken, newAccountWithEmail, sell } from '../people.ts';
import { makeAdmin } from '../screen/owner.ts';
import { dialog, openSignedIn, test, visitor } from '../visitor.ts';

/** A decision reaches open pages by the live stream, in less than their poll interval of 15 s. */
const LIVE = { timeout: 12_000 };
const main = (page: Page) => page.getByRole('main');

test('a token is reported, hidden from a visitor’s open pages, and restored', async ({ browser }) => {
  test.skip(!process.env.E2E_DATABASE_URL, 'needs the stack’s database to make an admin');
  test.setTimeout(240_000);
  const [creator, boss] = [await newAccountWithEmail('Painter'), await newAccountWithEmail('Warden')];
  await makeAdmin(boss.email);
  const name = `Borrowed light ${Date.now() % 100_000}`;
  const token = await makeToken(creator.person, { name });
  await sell(creator.person, token.uuid, '0.7');

  // A user reports it; a second report is refused.
  const witness = await visitor(browser);
  await openSignedIn(witness, `/nfts/${token.uuid}`);
  const report = async () => {
    await main(witness.page).getByRole('button', { name: 'Report this work' }).click();
    const form = dialog(witness.page, 'Report a work');
    await form.getByRole('button', { name: 'Send the report' }).click();
    await expect(form.getByText('Choose a reason.')).toBeVisible();
    await form.getByLabel('Reason').selectOption({ label: 'Someone else’s work' });
    await form.getByLabel('In your own words (optional)').fill('I painted this in 2019.');
    await form.getByRole('button', { name: 'Send the report' }).click();
    return form;
  };
  await report();
  await expect(witness.page.getByText('Thank you. An admin will look at it.')).toBeVisible();
  await expect(dialog(witness.page, 'Report a work')).toHaveCount(0);
  await expect(main(witness.page).getByRole('button', { name: 'You reported this work' })).toBeVisible();
  // The page does not know it after a reload, the server does.
  await witness.page.reload();
  await expect((await report()).getByRole('alert')).toContainText('You have already reported this');
  await expect(
    main(witness.page).getByRole('button', { name: 'You reported this work', includeHidden: true }),
  ).toHaveCount(1);
  await witness.context.close();

  // A visitor has the token's page and the gallery open.
  const reader = await visitor(browser, { hasWallet: false });
  const gallery = await reader.context.newPage();
  const heard = (page: Page) =>
    page.waitForResponse((response) => response.url().includes(urlOf(eventCalls.listen)) && response.ok());
  await Promise.all([
    heard(reader.page),
    heard(gallery),
    reader.page.goto(`/nfts/${token.uuid}`),
    // Search by name, because other tests mint at the same time.
    gallery.goto(`${stack().url}/nfts?search=${encodeURIComponent(name)}`),
  ]);
  const card = gallery.locator(`[data-token="${token.uuid}"]`);
  await expect(card).toBeVisible();
  await expect(main(reader.page).getByRole('heading', { level: 1, name })).toBeVisible();

  // An admin finds the report in the queue and hides the token.
  const admin = await visitor(browser, { key: boss.key });
  await openSignedIn(admin, '/admin-profile?section=moderation');
  const one = main(admin.page).getByRole('article', { name });
  await expect(one).toContainText('I painted this in 2019.');
  await one.getByRole('button', { name: 'Hide…' }).click();
  const decide = dialog(admin.page, 'Hide it?');
  await decide.getByLabel('Your message to the creator (optional)').fill('Show us that it is yours.');
  await decide.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(admin.page.getByText('Hidden. Nobody else sees it now.')).toBeVisible();
  await expect(one).toHaveCount(0);

  await expect(main(reader.page).getByRole('heading', { level: 1, name })).toHaveCount(0, LIVE);
  await expect(main(reader.page).getByText('404', { exact: true })).toBeVisible();
  await expect(main(reader.page).getByText('This page has been taken down')).toBeVisible();
  await expect(card).toHaveCount(0, LIVE);
  expect((await reader.page.goto(`/nfts/${token.uuid}`))?.status()).toBe(404);

  // The creator is notified and still sees the token, with the reason and the possible next steps, also after a reload.
  const owner = await visitor(browser, { key: creator.key });
  await openSignedIn(owner, '/nfts');
  await owner.page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await dialog(owner.page, 'Notifications')
    .getByRole('link', { name: /This was hidden/ })
    .click();
  const notice = main(owner.page).getByRole('region', { name: 'Hidden', exact: true });
  await expect(notice).toContainText('This work is hidden');
  await expect(notice).toContainText('Show us that it is yours.');
  await expect(notice.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  await owner.page.reload();
  await expect(notice).toContainText('Someone else’s work');
  await expect(main(owner.page).getByRole('button', { name: 'Take off sale' })).toBeVisible();
  await expect(main(owner.page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  expect(await mailTo(creator.email, /(Show us that it is yours)/)).toBe('Show us that it is yours');

  // After it is restored, everything is as before.
  await admin.page.goto(`/nfts/${token.uuid}`);
  await main(admin.page).getByRole('button', { name: 'Show again…' }).click();
  await dialog(admin.page, 'Show it again?').getByRole('button', { name: 'Show again', exact: true }).click();
  await expect(admin.page.getByText('Shown again.')).toBeVisible();
  await expect(notice).toHaveCount(0, LIVE);
  await gallery.reload();
  await expect(card).toContainText('0.7');
  await reader.page.goto(`/nfts/${token.uuid}`);
  await expect(main(reader.page).getByRole('heading', { level: 1, name })).toBeVisible();
  // The browser logs the 404 of the hidden page.
  expect(admin.complaints.filter((line) => !line.includes(`404 (Not Found) (${stack().url}/nfts/`))).toEqual([]);
  await Promise.all([reader, admin, owner].map(({ context }) => context.close()));
});
