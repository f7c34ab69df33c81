import { expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { PASSWORD, registered } from '../api.ts';
import { accountButton, dialog, signInButton, test, visitor } from '../visitor.ts';

const picture = (page: Page, name: string) =>
  process.env.E2E_PICTURES
    ? page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}.png`, animations: 'disabled' })
    : undefined;

test('a user exports their data after a proof of identity, requests deletion of the account, and cancels it', async ({
  browser,
}) => {
  const { email } = await registered();
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  await page.goto('/nfts');
  await signInButton(page).click();
  const login = dialog(page, 'Login');
  await login.getByLabel('E-mail').fill(email);
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(accountButton(page)).toBeVisible();

  await page.goto('/settings#own-data');
  const data = page.getByRole('region', { name: 'Your data', exact: true });
  const sql = postgres(process.env.E2E_DATABASE_URL ?? '', { max: 1 });
  await sql`update session set proved_at = now() - interval '6 minutes'
    where user_uuid = (select uuid from app_user where email = ${email})`;
  await sql.end();
  await data.getByRole('button', { name: 'Download' }).click();
  const proof = dialog(page, 'Confirm that it is you');
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const coming = page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^skarb-\d{4}-\d\d-\d\d\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByText('The download has started.')).toBeVisible();

  await data.getByRole('button', { name: 'Delete my account' }).click();
  const sure = dialog(page, 'Delete your account?');
  await expect(sure.getByText('It is deleted in 7 days.')).toBeVisible();
  await expect(sure.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
  await picture(page, 'own-data-dialog-en-1440');
  await sure.getByRole('button', { name: 'Delete my account' }).click();
  await expect(data.getByText(/^Your account will be deleted on /)).toBeVisible();
  // Also above every page of one's own.
  await expect(page.getByRole('main').getByRole('button', { name: 'Keep my account' })).toHaveCount(2);
  await data.getByRole('status').scrollIntoViewIfNeeded();
  await picture(page, 'own-data-leaving-en-1440');

  await page.getByRole('banner').getByText('УКР').click();
  const own = page.getByRole('region', { name: 'Ваші дані', exact: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(own.getByText(/^Ваш обліковий запис буде видалено /)).toBeVisible();
  await own.getByRole('status').scrollIntoViewIfNeeded();
  await picture(page, 'own-data-leaving-ukr-390');
  await own.getByRole('button', { name: 'Зберегти обліковий запис' }).click();
  await expect(page.getByText('Обліковий запис збережено.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Видалити мій обліковий запис' })).toBeVisible();
  await own.getByRole('button', { name: 'Видалити мій обліковий запис' }).click();
  await expect(dialog(page, 'Видалити обліковий запис?').getByText('через 7 днів')).toBeVisible();
  await picture(page, 'own-data-dialog-ukr-390');
  // Expected: the server answers 403 to request the password again, and the browser logs it.
  expect(complaints.filter((line) => !/status of 403/.test(line))).toEqual([]);
  await context.close();
});
