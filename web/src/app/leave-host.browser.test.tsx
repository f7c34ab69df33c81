import { adminEndpoints } from '@skarb/schema/admin';
import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aCollection, aToken, aUser, listOf } from '../../testing/examples.ts';
import { button, dialog, header, main, openApp, seen } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';
import { answerTrade } from '../../testing/trading.ts';

const closing = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
const question = dialog('Discard what you typed?');

it('a form asks before the app or the browser loses what was typed, and only then', async () => {
  await page.viewport(1280, 800);
  const { path } = await openApp('/create-collection', { user: aUser() });
  const name = main().getByLabelText('Name', { exact: true });
  await seen(name);
  expect(closing()).toBe(true);
  await name.fill('Paper boats');
  await expect.poll(closing).toBe(false);
  await header().getByRole('link', { name: 'Auctions' }).click();
  await seen(question);
  await expectAccessible();
  expect(path()).toBe('/create-collection');
  await button(question, 'Keep editing').click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Paper boats');
  await header().getByRole('link', { name: 'Auctions' }).click();
  await button(question, 'Discard').click();
  await expect.poll(path).toBe('/auctions');
  await expect.poll(closing).toBe(true);
});

it('a dialog with a long text asks before Escape closes it, unless nothing was typed', async () => {
  const token = aToken();
  await openApp(`/nfts/${token.uuid}`, { user: aUser(), answers: (api) => answerTrade(api, token, []) });
  await button(main(), 'Report this work').click();
  const report = dialog('Report a work');
  await seen(report);
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
  await button(main(), 'Report this work').click();
  const text = report.getByLabelText('In your own words (optional)');
  await text.fill('I made it.');
  await userEvent.keyboard('{Escape}');
  await seen(question);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(text).toHaveValue('I made it.');
  await expect.element(text).toHaveFocus();
  await button(report, 'Close').click();
  await button(question, 'Discard').click();
  await expect.element(report).not.toBeInTheDocument();
  await expect.poll(closing).toBe(true);
});

it('a form keeps what was typed when its session ends elsewhere, and goes on after a sign-in', async () => {
  const user = aUser();
  const { path } = await openApp('/create-collection', {
    user,
    answers: (api) =>
      api.answer(authEndpoints.login, () => ({
        data: { accessToken: 'another', refreshToken: 'another', expiresIn: 900, user },
      })),
  });
  const name = main().getByLabelText('Name', { exact: true });
  await name.fill('Paper boats');
  await expect.poll(closing).toBe(false);
  localStorage.removeItem(STORAGE_KEY.accessToken);
  localStorage.removeItem(STORAGE_KEY.refreshToken);
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
  const login = dialog('Login');
  await expect.element(login).toHaveTextContent('Your session has ended. Sign in again: what you typed is still here.');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  await expect.element(login).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Paper boats');
  expect(path()).toBe('/create-collection');
});

it('who opens an own page after the session ended elsewhere reads why, and not that it needs an account', async () => {
  await openApp('/settings', {
    user: aUser(),
    answers: (api) =>
      api
        .answer(authEndpoints.me, () => refuse(401, 'auth.ended'))
        .answer(authEndpoints.refresh, () => refuse(401, 'auth.endedByBlock')),
  });
  await expect.element(page.getByText('You were signed out: this account is blocked.')).toBeVisible();
  await expect.element(dialog('Login')).toBeVisible();
  await expect.element(dialog('Login')).not.toHaveTextContent('This page needs an account');
});

it('whoever loses the session on a page of their own reads so, and comes back to where they were', async () => {
  const user = aUser({ role: 'ADMIN' });
  let hasEnded = false;
  const { path } = await openApp('/admin-profile?section=categories', {
    user,
    answers: (api) =>
      api
        .answer(adminEndpoints.categories, () => ({ data: [] }))
        .answer(adminEndpoints.users, () => (hasEnded ? refuse(401, 'auth.expired') : listOf([])))
        .answer(authEndpoints.refresh, () => refuse(401, 'auth.ended'))
        .answer(authEndpoints.login, () => {
          hasEnded = false;
          return { data: { accessToken: 'another', refreshToken: 'another', expiresIn: 900, user } };
        }),
  });
  await seen(button(main(), 'Add a category'));
  hasEnded = true;
  await main().getByRole('link', { name: 'Users' }).click();
  const login = dialog('Login');
  await expect.element(login).toHaveTextContent('Your session has ended. Sign in again, and we take you back.');
  await expect.poll(path).toBe('/nfts');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  await expect.poll(path).toBe('/admin-profile?section=users');
  await seen(main().getByLabelText('Search', { exact: true }));
});

it('a sign-out asks before it loses what was typed', async () => {
  const { path } = await openApp('/create-collection', { user: aUser() });
  const name = main().getByLabelText('Name', { exact: true });
  await name.fill('Paper boats');
  await expect.poll(closing).toBe(false);
  const signOut = async () => {
    await button(header(), /^Account of/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await seen(question);
  };
  await signOut();
  await button(question, 'Keep editing').click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Paper boats');
  await signOut();
  await button(question, 'Discard').click();
  await expect.poll(path).toBe('/nfts');
  await seen(button(header(), 'Sign in'));
});

it('Back closes the dialog over a page, and leads back only then', async () => {
  const token = aToken();
  const { goTo, goBack, path } = await openApp('/auctions', {
    user: aUser(),
    answers: (api) => answerTrade(api, token, []).answer(collectionEndpoints.show, () => ({ data: aCollection() })),
  });
  await goTo(`/nfts/${token.uuid}`);
  await button(main(), 'Make an offer').click();
  const offer = dialog('Make an offer');
  await offer.getByLabelText('Your offer').fill('0.5');
  await goBack();
  await expect.element(offer).not.toBeInTheDocument();
  expect(path()).toBe(`/nfts/${token.uuid}`);
  await expect.element(button(main(), 'Make an offer')).toHaveFocus();
  await goBack();
  await expect.poll(path).toBe('/auctions');
});
