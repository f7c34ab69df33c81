import { expect, type Page } from '@playwright/test';
import { concat, createTestClient, http, pad, publicActions, toHex, type Address } from 'viem';
import * as authCalls from '@skarb/schema/calls/auth';
import * as referenceCalls from '@skarb/schema/calls/reference';
import { call, mailTo, PASSWORD } from '../api.ts';
import { stack } from '../chain.ts';
import { makeAdmin } from '../screen/owner.ts';
import { accountButton, dialog, quiet, signIn, signInButton, test, visitor } from '../visitor.ts';

/** Makes names unique among tests that run at the same time. */
const own = `${Date.now()}`.slice(-6);

/** Registers by e-mail and opens the mail's link, which signs this page in. */
const register = async (page: Page): Promise<string> => {
  const email = `admin.${own}@example.com`;
  await call(authCalls.register, { body: { email, username: `admin_${own}`, password: PASSWORD } });
  await page.goto(await mailTo(email, /(https?:\/\/\S+\/confirmation\?token=\S+)/));
  await expect(accountButton(page)).toBeVisible();
  return email;
};

/** Deploys a token contract that the marketplace does not know: WETH's code with another symbol. */
const deployToken = async (symbol: string): Promise<Address> => {
  const chain = createTestClient({ mode: 'anvil', transport: http(stack().rpcUrl) }).extend(publicActions);
  const address = `0x${own}${'c'.repeat(34)}` as Address;
  await chain.setCode({
    address,
    bytecode: (await chain.getCode({ address: stack().deployment.weth as Address })) ?? '0x',
  });
  const text = concat([pad(toHex(symbol), { dir: 'right', size: 31 }), toHex(symbol.length * 2, { size: 1 })]);
  // Storage slot 4 holds the symbol.
  await chain.setStorageAt({ address, index: 4, value: text });
  return address;
};

const dashboard = (page: Page) => page.getByRole('main');
const section = async (page: Page, name: string) => {
  await dashboard(page)
    .getByRole('navigation', { name: 'Sections of the admin dashboard' })
    .getByRole('link', { name })
    .click();
  await expect(dashboard(page).getByRole('heading', { level: 2, name })).toBeFocused();
};
const row = (page: Page, name: string) => dashboard(page).getByRole('listitem').filter({ hasText: name });

test('an admin adds a category, adds a currency and switches it off, blocks a user, and reads the audit log', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const other = await visitor(browser);
  const email = await register(page);
  await page.goto('/admin-profile');
  await expect(page, 'the dashboard is for admins only').toHaveURL('/nfts');
  expect(await makeAdmin(email)).toBe(true);
  await page.reload();
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Admin dashboard' }).click();

  await test.step('the dashboard shows the key figures of the marketplace', async () => {
    await expect(dashboard(page).getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
    const figure = (name: string) =>
      dashboard(page)
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) });
    await expect(figure('Volume').locator('dd').first()).toHaveText(/\d ETH$/);
    await expect(figure('Fees taken')).toContainText('10% of every sale');
    await expect(dashboard(page).getByRole('slider', { name: 'Trade' })).toBeVisible();
  });

  const category = `Glass ${own}`;
  await test.step('a new category is visible to everyone', async () => {
    await section(page, 'Categories');
    await dashboard(page).getByRole('button', { name: 'Add a category' }).click();
    const form = dialog(page, 'Add a category');
    await form.getByLabel('Name in English').fill('Ornament');
    await form.getByLabel('Name in Ukrainian').fill(`Скло ${own}`);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByRole('alert').filter({ visible: true })).toContainText(
      'A category with this name already exists',
    );
    await form.getByLabel('Name in English').fill(category);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form).toBeHidden();
    await expect(row(page, category)).toContainText('0 works');
    await other.page.goto('/nfts');
    await other.page.getByRole('complementary', { name: 'Filters' }).getByText('Categories', { exact: true }).click();
    await expect(other.page.getByRole('checkbox', { name: category })).toBeVisible();
  });

  await test.step('the category is moved, switched off and removed', async () => {
    const places = async () =>
      (await call(referenceCalls.categories, { query: { sortBy: 'position:ASC' } })).data.map(({ name }) => name);
    const before = await places();
    await row(page, category)
      .getByRole('button', { name: `Move ${category} up` })
      .click();
    await expect.poll(async () => (await places()).indexOf(category)).toBe(before.indexOf(category) - 1);
    await expect(row(page, category).getByRole('button', { name: `Move ${category} up` })).toBeFocused();
    await row(page, category).getByRole('switch').click();
    await expect(row(page, category)).toContainText('off');
    await expect.poll(places).not.toContain(category);
    await row(page, category)
      .getByRole('button', { name: `Edit “${category}”` })
      .click();
    await dialog(page, 'Edit the category').getByRole('button', { name: 'Remove' }).click();
    await expect(row(page, category)).toHaveCount(0);
  });

  await test.step('a currency takes its data from its contract; once switched off nobody can choose it', async () => {
    const symbol = `T${own}`;
    const address = await deployToken(symbol);
    const names = async () => (await call(referenceCalls.currencies)).data.map(({ name }) => name);
    await section(page, 'Currencies');
    await dashboard(page).getByRole('button', { name: 'Add a currency' }).click();
    const form = dialog(page, 'Add a currency');
    await form.getByLabel('Address of the token').fill(`0x${'d'.repeat(40)}`);
    await expect(form.getByRole('alert').filter({ visible: true })).toContainText(
      'There is no ERC-20 token at this address',
    );
    await form.getByLabel('Address of the token').fill(address);
    await expect(form.getByText(`Read from the blockchain: ${symbol}, 18 decimals`)).toBeVisible();
    await form.getByLabel('Worth').selectOption('1 US dollar');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(row(page, symbol)).toContainText('1 US dollar');
    await expect.poll(names).toContain(symbol);
    await row(page, symbol).getByRole('switch').click();
    await expect.poll(names).not.toContain(symbol);
    await expect(row(page, symbol)).toContainText('off');
    await expect(row(page, 'Default').getByRole('switch')).toBeDisabled();
  });

  await test.step('a blocked user is signed out at once and sees the reason', async () => {
    const { page: theirs, wallet } = other;
    await signIn(theirs);
    await section(page, 'Users');
    await dashboard(page).getByLabel('Search').fill(wallet.address);
    await expect(dashboard(page).getByText('1 account', { exact: true })).toBeVisible();
    await dashboard(page)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
    const form = dialog(page, /^Block .*\?$/);
    await form.getByLabel('Reason').fill('Sells what others made.');
    await form.getByRole('button', { name: 'Block' }).click();
    await expect(row(page, 'Sells what others made.')).toContainText('blocked');
    await theirs.reload();
    await signInButton(theirs).click();
    await dialog(theirs, 'Login').getByRole('button', { name: 'Sign in with a wallet' }).click();
    await dialog(theirs, 'Login with wallet').getByRole('button', { name: 'MetaMask' }).click();
    await expect(dialog(theirs, 'Login with wallet').getByRole('alert')).toContainText(
      'This account is blocked. The reason: Sells what others made.',
    );
  });

  await test.step('the user is unblocked and can sign in again', async () => {
    await dashboard(page)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await dialog(page, /^Unblock .*\?$/)
      .getByRole('button', { name: 'Unblock' })
      .click();
    await expect(row(page, 'blocked')).toHaveCount(0);
    await other.page.reload();
    await signIn(other.page);
  });

  await test.step('the audit log lists every action', async () => {
    await section(page, 'Log');
    const lines = dashboard(page).getByRole('list').last();
    await expect(lines).toContainText('Sells what others made.');
    await expect(lines).toContainText('Category added');
    await dashboard(page).getByLabel('Show').selectOption({ label: 'Category removed' });
    await expect(row(page, category).first()).toContainText('Category removed');
    await expect(lines).not.toContainText('Sells what others made.');
    await expect(page).toHaveURL(/section=audit.*act=category\.remove/);
  });

  await quiet(page);
  expect(complaints.filter((line) => !/40[349]|422/.test(line))).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
