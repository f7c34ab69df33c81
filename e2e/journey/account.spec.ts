import { expect, type Page } from '@playwright/test';
import postgres from 'postgres';
import * as authCalls from '@skarb/schema/calls/auth';
import { callAs, mailTo, pathOf, PASSWORD, totp } from '../api.ts';
import { stack } from '../chain.ts';
import { picture } from '../people.ts';
import { accountButton, dialog, signInButton, test, visitor } from '../visitor.ts';

/** A confirmed account by e-mail, signed in on this page by the link of its mail. */
const newcomer = async (page: Page): Promise<{ email: string; username: string }> => {
  const id = `${Date.now()}`.slice(-9);
  const [email, username] = [`olha.${id}@example.com`, `olha_${id}`];
  // Uses the browser's own cookies: a registration's password is valid only if the same browser opens the mail's link.
  const answer = await page.request.post(stack().url + pathOf(authCalls.register), {
    data: { email, username, password: PASSWORD },
  });
  expect(answer.status()).toBe(201);
  await page.goto(await mailTo(email, /https?:\/\/\S+\/confirmation\?token=\S+/));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  return { email, username };
};
/** Makes the last proof of identity too old for what needs a recent one. */
const proofIsOld = async (email: string) => {
  const sql = postgres(process.env.E2E_DATABASE_URL ?? '', { max: 1 });
  await sql`update session set proved_at = now() - interval '6 minutes'
    where user_uuid = (select uuid from app_user where email = ${email})`;
  await sql.end();
};
const signOut = async (page: Page) => {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
};
const fillLogin = async (page: Page, email: string, password: string, isOpen = false) => {
  if (!isOpen) await signInButton(page).click();
  const login = dialog(page, 'Login');
  await login.getByLabel('E-mail').fill(email);
  await login.getByLabel('Password', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  return login;
};
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const notice = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Messages' }).getByText(words)).toBeVisible();

test('an account gets a profile and a second factor, changes its address and undoes that, and regains access after a lost password', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const { email, username } = await newcomer(page);
  const own = await page.evaluate(() => localStorage.getItem('accessToken'));
  expect(own).toBeTruthy();

  // The profile: a cropped avatar, a name, and a bio that stops at its maximum length.
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL(/\/settings#profile$/);
  const profile = section(page, 'Profile');
  await expect(profile.getByLabel('Nickname')).toHaveValue(username);
  await profile
    .getByLabel('Change the picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() });
  const crop = dialog(page, 'Picture');
  await expect(crop.locator('img')).toBeVisible();
  await crop.getByLabel('Zoom', { exact: true }).fill('2');
  await crop.getByRole('button', { name: 'Use this' }).click();
  await expect(crop).toBeHidden();
  await profile.getByLabel('Name', { exact: true }).fill('Ольга Скарб');
  await profile.getByLabel('About you').fill('Paints rivers.');
  await profile.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'Your profile is saved.');
  const me = (await callAs(own ?? '')(authCalls.me)).data;
  expect(me).toMatchObject({ name: 'Ольга Скарб', bio: 'Paints rivers.' });
  expect((await fetch(stack().url + me.avatar)).headers.get('content-type')).toMatch(/^image\//);

  // A new address needs a recent proof of identity, and replaces the old one only after the link in its mail is opened.
  await proofIsOld(email);
  const account = section(page, 'Account');
  await account.getByRole('button', { name: 'Change' }).click();
  const moved = `moved.${email}`;
  await account.getByLabel('New e-mail address').fill(moved);
  await account.getByRole('button', { name: 'Send the link' }).click();
  const proof = dialog(page, 'Confirm that it is you');
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(account.getByText(`Open the link in the e-mail to ${moved}.`)).toBeVisible();
  await expect(account.getByText(email, { exact: true })).toBeVisible();
  await page.goto(await mailTo(moved, /https?:\/\/\S+\/confirmation\?token=\S+/));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.goto('/settings#account');
  await expect(account.getByText(moved, { exact: true })).toBeVisible();

  // The old address gets a link that undoes the change.
  await page.goto(await mailTo(email, /https?:\/\/\S+\/undo\/\S+/));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('The change is undone')).toBeVisible();
  await fillLogin(page, email, PASSWORD);
  await expect(accountButton(page)).toBeVisible();
  await page.goto('/settings#account');
  await expect(account.getByText(email, { exact: true })).toBeVisible();

  // A phone number is confirmed by the code in its SMS.
  await account.getByRole('button', { name: 'Add a number' }).click();
  const phoneNumber = `+38067${email.replace(/\D/g, '').slice(-7)}`;
  await account.getByLabel('Phone number').fill(phoneNumber);
  await account.getByRole('button', { name: 'Send the code' }).click();
  await account.getByLabel('Code from the SMS').fill(await mailTo(phoneNumber, /\b\d{6}\b/));
  await account.getByRole('button', { name: 'Confirm', exact: true }).click();
  await notice(page, 'Your phone number is confirmed.');

  // The second factor, with recovery codes shown once.
  const security = section(page, 'Security');
  await security.getByRole('button', { name: 'Turn on' }).click();
  const setup = dialog(page, 'Turn on two-factor authentication');
  await expect(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await setup.locator('button[title]').getAttribute('title')) ?? '';
  await setup.getByLabel('Code from the app').fill(totp(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(security.getByRole('button', { name: 'Turn off' })).toBeVisible();

  // Sign in again with the app's code; the form keeps its fields while it requests the code.
  await signOut(page);
  const login = await fillLogin(page, email, PASSWORD);
  await login.getByLabel('Code', { exact: true }).fill('123456');
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  await login.getByRole('button', { name: 'Back' }).click();
  await expect(login.getByLabel('E-mail')).toHaveValue(email);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await login.getByLabel('Code', { exact: true }).fill(totp(secret, 1));
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(accountButton(page)).toBeVisible();

  // A second device signs in with a recovery code, and the first device ends its session.
  const other = await visitor(browser, { hasWallet: false });
  await other.page.goto('/nfts');
  const otherLogin = await fillLogin(other.page, email, PASSWORD);
  await otherLogin.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '');
  await otherLogin.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(accountButton(other.page)).toBeVisible();
  await page.goto('/settings#sessions');
  const sessions = section(page, 'Sessions');
  await expect(sessions.getByText('Chrome on Linux')).not.toHaveCount(0);
  await expect(sessions.getByText('This device')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await notice(page, 'All other sessions have ended.');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.page.reload();
  // The server-rendered page shows the sign-in button before the session is checked, so only the stored tokens prove
  // it.
  await expect
    .poll(() => other.page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]))
    .toEqual([null, null]);

  // The password is lost: a mail, a new password, and every session ends.
  await signInButton(other.page).click();
  await dialog(other.page, 'Login').getByRole('button', { name: 'Forgot your password?' }).click();
  const reset = dialog(other.page, 'Reset password');
  await reset.getByRole('button', { name: 'Send the link' }).click();
  await expect(reset.getByRole('alert').filter({ hasText: 'required' })).toBeVisible();
  await reset.getByLabel('E-mail').fill(email);
  await reset.getByRole('button', { name: 'Send the link' }).click();
  await expect(reset.getByText('an e-mail with a link is on its way')).toBeVisible();
  const link = await mailTo(email, /https?:\/\/\S+\/reset-password\/\S+/);
  await other.page.goto(link);
  const main = other.page.getByRole('main');
  await main.getByLabel('New password', { exact: true }).fill('another long one');
  await main.getByLabel('Password again').fill('yet another');
  await main.getByRole('button', { name: 'Save the password' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'The passwords do not match' })).toBeVisible();
  await main.getByLabel('Password again').fill('another long one');
  await main.getByRole('button', { name: 'Save the password' }).click();
  await expect(main.getByText('Your new password is saved')).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull();
  // The settings ask a visitor to sign in, and open then.
  const last = await fillLogin(page, email, 'another long one', true);
  await last.getByLabel('Code', { exact: true }).fill(recovery[1] ?? '');
  await last.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(accountButton(page)).toBeVisible();
  await other.page.goto(link);
  await main.getByLabel('New password', { exact: true }).fill('a third long one');
  await main.getByLabel('Password again').fill('a third long one');
  await main.getByRole('button', { name: 'Save the password' }).click();
  await expect(main.getByRole('button', { name: 'Send me a new link' })).toBeVisible();
  await other.context.close();

  // The console reports only the intended refusals (wrong codes, ended sessions, an old proof).
  expect(complaints.filter((words) => !/status of 40[013]/.test(words))).toEqual([]);
  await context.close();
});

test('sign-in methods are listed, linked and removed with the keyboard, and a mail restores a removed one', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { page, context, wallet, complaints } = await visitor(browser);
  const { email } = await newcomer(page);
  await page.goto('/settings#ways');
  const ways = section(page, 'Sign-in methods');
  const row = (name: string) => ways.getByRole('listitem').filter({ hasText: name });
  await expect(row('E-mail and password')).toContainText('Not used yet');
  await expect(row('E-mail and password')).toContainText('This is your only sign-in method');
  await expect(ways.getByRole('button')).toHaveCount(0);

  // Any Google account can be linked: the user is signed in and has just proved their identity.
  const account = section(page, 'Account');
  const answerAs = async (address: string, press: () => Promise<void>) => {
    const opened = page.waitForEvent('popup');
    await press();
    const popup = await opened;
    await popup.getByLabel('Another e-mail address').fill(address);
    await popup.getByRole('button', { name: 'Continue' }).click();
  };
  const google = `other.${Date.now()}@gmail.example`;
  await answerAs(google, () => account.getByRole('button', { name: /^Link / }).click());
  await expect(account.getByText('Linked')).toBeVisible();
  await expect(account.getByText(email, { exact: true })).toBeVisible();
  await expect(row('o***@gmail.example')).toContainText('Not used yet');
  await mailTo(email, new RegExp(google));

  // The message that the wallet signs names the account that it is connected to.
  await section(page, 'Wallet').getByRole('button', { name: 'Connect a wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /MetaMask/ })
    .click();
  await expect(row('Wallet')).toContainText(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
  await expect(ways.getByRole('button', { name: /^Remove: / })).toHaveCount(3);

  // The last proof of identity is too old; everything is done with the keyboard.
  await proofIsOld(email);
  await ways.getByRole('button', { name: 'Remove: Wallet' }).focus();
  await page.keyboard.press('Enter');
  const ask = dialog(page, 'Remove your wallet?');
  await expect(ask).toContainText('creates a new account');
  await expect(ask).toContainText(email);
  await ask.getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  const proof = dialog(page, 'Confirm that it is you');
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await notice(page, 'Wallet: removed. All your other sessions have ended.');
  await expect(row('Wallet')).toHaveCount(0);
  await expect(ask).toBeHidden();
  await expect(section(page, 'Wallet').getByRole('button', { name: 'Connect a wallet' })).toBeVisible();

  // Signing in with Google opens the same account, the one with a password; a window that is closed is reported.
  await signOut(page);
  await signInButton(page).click();
  const login = dialog(page, 'Login');
  const withGoogle = () => login.getByRole('button', { name: /^Continue with/ }).click();
  const opened = page.waitForEvent('popup');
  await withGoogle();
  await (await opened).close();
  await expect(login.getByRole('alert').filter({ hasText: 'The window was closed' })).toBeVisible();
  await answerAs(google, withGoogle);
  await expect(accountButton(page)).toBeVisible();
  await page.goto('/settings#ways');
  await expect(row('o***@gmail.example')).not.toContainText('Not used yet');
  await expect(row('E-mail and password')).toBeVisible();
  // The browser logs the 403 that requested the proof.
  expect(complaints.filter((line) => !/status of 403/.test(line))).toEqual([]);

  await page.goto(await mailTo(email, /https?:\/\/\S+\/undo\/\S+/));
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await fillLogin(page, email, PASSWORD);
  await expect(accountButton(page)).toBeVisible();
  await page.goto('/settings#ways');
  await expect(row('Wallet')).toBeVisible();
  await context.close();
});

test('signing out in one tab signs out every tab; a new device has the account’s preferences, and its mail’s link signs it out', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const { email } = await newcomer(page);
  await page.goto('/settings#preferences');
  const preferences = section(page, 'Language and currency');
  await preferences.getByLabel('Currency').selectOption('UAH');
  await notice(page, 'Saved.');
  const other = await context.newPage();
  // The script that decides who sees the screen arrives after the sign-out.
  let arrive = () => {};
  const signedOut = new Promise<void>((resolve) => (arrive = resolve));
  await other.route(/\/guard-[^/]*\.js$/, async (route) => {
    await signedOut;
    await route.continue();
  });
  await other.goto('/profile');
  await expect(accountButton(other)).toBeVisible();
  await signOut(page);
  await expect(signInButton(other)).toBeVisible();
  arrive();
  await expect(other).toHaveURL(/\/nfts$/);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.close();

  const elsewhere = await visitor(browser, { hasWallet: false });
  await elsewhere.page.goto('/nfts');
  await fillLogin(elsewhere.page, email, PASSWORD);
  await expect(accountButton(elsewhere.page)).toBeVisible();
  await elsewhere.page.goto('/settings#preferences');
  await expect(section(elsewhere.page, 'Language and currency').getByLabel('Currency')).toHaveValue('UAH');

  await page.goto(await mailTo(email, /https?:\/\/\S+\/undo\/\S+\?of=sign-in/));
  await expect(page.getByRole('heading', { name: 'Sign out everywhere' })).toBeVisible();
  // The server renders the same words as the browser.
  expect(complaints.filter((line) => /React error|hydrat/i.test(line))).toEqual([]);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Every device is signed out.')).toBeVisible();
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await expect(dialog(page, 'Reset password').getByLabel('E-mail')).toBeFocused();
  await elsewhere.page.reload();
  // The settings ask a visitor to sign in.
  await expect(dialog(elsewhere.page, 'Login')).toBeVisible();
  await elsewhere.context.close();
  await context.close();
});
