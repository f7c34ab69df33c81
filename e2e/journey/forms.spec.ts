import { expect } from '@playwright/test';
import { mailTo } from '../api.ts';
import { accountButton, dialog, signInButton, test, visitor } from '../visitor.ts';

test('a user registers by e-mail, confirms the address with the mail’s link, and signs in', async ({ browser }) => {
  const { page, context } = await visitor(browser, { hasWallet: false });
  const email = `anna.${Date.now()}@example.com`;
  await page.goto('/nfts');
  await signInButton(page).click();
  await dialog(page, 'Login').getByRole('button', { name: 'Register' }).click();
  const form = dialog(page, 'Register');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('a long enough one');
  await form.getByLabel('Password again').fill('a long enough one');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog(page, 'Successfully registration')).toContainText(email);

  // Nobody can sign in before the address is confirmed.
  await dialog(page, 'Successfully registration').getByRole('button', { name: 'Sign in' }).click();
  const login = dialog(page, 'Login');
  await login.getByLabel('E-mail').fill(email);
  await login.getByLabel('Password', { exact: true }).fill('a long enough one');
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog(page, 'Successfully registration')).toContainText(`First confirm ${email}`);

  const link = await mailTo(email, /https?:\/\/\S+\/confirmation\?token=\S+/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expect(accountButton(page)).toBeVisible();

  // The link works once.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'The address could not be confirmed' })).toBeVisible();
  await context.close();
});
