import { expect, type Page } from '@playwright/test';
import { stack } from '../chain.ts';
import { picture } from '../people.ts';
import { accountButton, dialog, signIn, signInButton, test, visitor } from '../visitor.ts';

const alerts = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });

test('the create screens keep every limit, and say what is wrong', async ({ browser }) => {
  const { page, context } = await visitor(browser);
  await page.goto('/nfts');
  await signIn(page);
  await page.goto('/create-collection');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Create collection' }).click();
  await expect(alerts(page)).toHaveText(['required', 'required']);
  const name = main.getByLabel('Name');
  await name.pressSequentially('a'.repeat(33));
  await expect(name).toHaveValue('a'.repeat(32));

  // A page of HTML in a picture's clothes.
  await main.getByLabel('Picture').setInputFiles({
    name: 'art.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  });
  // Named when it is chosen, and again when it is sent all the same.
  await expect(alerts(page).first()).toContainText('cannot be read');
  await main.getByRole('button', { name: 'Create collection' }).click();
  await expect(alerts(page).first()).toContainText(/cannot be read|not accepted/);
  await expect(name).toHaveValue('a'.repeat(32));

  await page.goto('/create-nft');
  await main.getByRole('button', { name: 'Create', exact: true }).click();
  // File, name, description, collection, category; the network has a default.
  await expect(alerts(page)).toHaveText(Array.from({ length: 5 }, () => 'required'));
  await main.getByLabel('Name', { exact: true }).pressSequentially('b'.repeat(33));
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('b'.repeat(32));
  const description = main.getByLabel('Description');
  await description.fill('c'.repeat(538));
  await description.press('End');
  await description.pressSequentially('ddd');
  await expect(description).toHaveValue(`${'c'.repeat(538)}dd`);
  await expect(main.getByText('540 / 540')).toBeVisible();

  await main.getByLabel('Kind', { exact: true }).selectOption('ERC1155');
  await expect(main.getByLabel('How many')).toHaveValue('2');
  await main.getByLabel('How many').fill('1');
  await main.getByLabel('How many').blur();
  await expect(alerts(page).filter({ hasText: 'At least 2' })).toBeVisible();
  await main.getByLabel('Royalty').fill('50.01');
  await main.getByLabel('Royalty').blur();
  await expect(alerts(page).filter({ hasText: 'A number from 0 to 50' })).toBeVisible();

  const add = main.getByRole('button', { name: 'Add a property' });
  for (let count = 0; count < 20; count++) await add.click();
  await expect(main.getByLabel('Value of property 20')).toBeVisible();
  await expect(add).toBeHidden();
  await main.getByLabel('Name of property 1', { exact: true }).fill('   ');
  await main.getByLabel('Value of property 1', { exact: true }).fill('7');
  await expect(main.getByText('number', { exact: true })).toBeVisible();
  await main
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture() });
  await main.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(main.getByLabel('Name of property 1', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await context.close();
});

test('an address is registered by e-mail, confirmed by the link of the mail, and signed in', async ({ browser }) => {
  const { page, context } = await visitor(browser, { hasWallet: false });
  const email = `anna.${Date.now()}@example.com`;
  await page.goto('/nfts');
  await signInButton(page).click();
  await dialog(page, 'Login').getByRole('button', { name: 'Register' }).click();
  const form = dialog(page, 'Register');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'required' }).first()).toBeVisible();
  await form.getByLabel('E-mail').fill('no address');
  await form.getByLabel('Password', { exact: true }).fill('short');
  await form.getByLabel('Password again').fill('other');
  await form.getByRole('button', { name: 'Create account' }).click();
  for (const words of ['Enter a valid e-mail address', 'At least 8 characters', 'The two passwords differ'])
    await expect(form.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('a long enough one');
  await form.getByLabel('Password again').fill('a long enough one');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog(page, 'Successfully registration')).toContainText(email);

  // Before the address is confirmed nobody comes in.
  await dialog(page, 'Successfully registration').getByRole('button', { name: 'To login' }).click();
  const login = dialog(page, 'Login');
  await login.getByLabel('E-mail').fill(email);
  await login.getByLabel('Password', { exact: true }).fill('a long enough one');
  await login.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(login.getByRole('alert').filter({ hasText: 'Confirm your e-mail address first' })).toBeVisible();

  type Mail = { text: string };
  const mails = async () =>
    ((await (await fetch(`${stack().apiUrl}/dev/mail?to=${encodeURIComponent(email)}`)).json()) as { data: Mail[] })
      .data;
  await expect.poll(async () => (await mails()).length).toBe(1);
  const link = /https?:\/\/\S+\/confirmation\?token=\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
  expect(link).not.toBe('');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expect(accountButton(page)).toBeVisible();

  // The link works once.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'The address could not be confirmed' })).toBeVisible();
  await context.close();
});

test('nobody is signed out by a server that is away, everybody by one that says no', async ({ browser }) => {
  const { page, context } = await visitor(browser);
  await page.goto('/nfts');
  await signIn(page);
  const tokens = () => page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]);
  let answers = 0;
  await page.route('**/api/auth/me', (route) => {
    answers++;
    return answers > 2
      ? route.continue()
      : route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          json: { statusCode: 503, error: 'Service Unavailable', message: 'away' },
        });
  });
  await page.reload();
  await expect.poll(() => answers).toBeGreaterThan(0);
  expect((await tokens()).every(Boolean)).toBe(true);
  await expect(accountButton(page)).toBeVisible();
  expect(answers).toBeGreaterThan(2);
  expect((await tokens()).every(Boolean)).toBe(true);

  await page.unroute('**/api/auth/me');
  const refuse = { status: 401, json: { statusCode: 401, error: 'Unauthorized', message: 'no' } };
  await page.route('**/api/auth/me', (route) => route.fulfill(refuse));
  await page.route('**/api/auth/refresh', (route) => route.fulfill(refuse));
  await page.reload();
  // The rendered page shows the button before the session was asked for.
  await expect.poll(tokens).toEqual([null, null]);
  await expect(signInButton(page)).toBeVisible();
  await context.close();
});
