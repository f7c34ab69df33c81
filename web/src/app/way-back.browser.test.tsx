import { authEndpoints } from '@skarb/schema/auth';
import { accountEndpoints } from '@skarb/schema/account';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { followEndpoints } from '@skarb/schema/follow';
import { offerEndpoints } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anOffer, aProfile, aToken, aUser, SELLER, withOffers } from '../../testing/examples.ts';
import { announce } from '../../testing/browser-boundary.ts';
import { type App, button, dialog, header, main, notice, openApp, seen } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';
import { answerTrade, aTransactionStep } from '../../testing/trading.ts';
import { keepRegistration, readRegistration } from '../domain/auth/kept-registration.ts';
import { setDisplayCurrency } from '../platform/format/display-currency.ts';

const sale = anOffer(aToken());
const token = withOffers(aToken(), sale);
const user = aUser();
const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 };
const answers = (api: App['api']) =>
  answerTrade(api, token, [sale])
    .answer(authEndpoints.login, () => ({ data: { ...tokens, user } }))
    .answer(authEndpoints.walletNonce, () => ({ data: { nonce: 'abcdefgh', message: 'Sign in to Skarb' } }))
    .answer(authEndpoints.loginWallet, () => ({ data: { ...tokens, user } }))
    .answer(authEndpoints.confirmEmail, () => ({ data: { ...tokens, user } }))
    .answer(authEndpoints.register, ({ body }) => ({
      data: aUser({ email: body.email, isEmailConfirmed: false }),
      mail: { isSent: true, nextInSeconds: 60 },
    }))
    .answer(authEndpoints.me, () => ({ data: user }))
    .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [aTransactionStep('purchase')] } }))
    .answer(accountEndpoints.settings, () => ({ data: user }));

/** Another tab signs in: what the tab of the mail's link does. */
const signInElsewhere = () => {
  localStorage.setItem(STORAGE_KEY.refreshToken, tokens.refreshToken);
  localStorage.setItem(STORAGE_KEY.accessToken, tokens.accessToken);
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
};
/** What a reload of the tab leaves of a registration for a purchase. */
const keepForReload = () =>
  keepRegistration({ need: 'wallet', resume: `/nfts/${token.uuid}#buy`, email: 'anna@example.com' });

const register = async () => {
  await button(dialog('Want to participate?'), 'Register').click();
  const form = dialog('Register');
  await form.getByLabelText('E-mail').fill('anna@example.com');
  for (const label of ['Password', 'Password again'])
    await form.getByLabelText(label, { exact: true }).fill('a long enough one');
  await button(form, 'Create account').click();
  await seen(dialog('Successfully registration'));
};

it('a reload of the tab keeps the place for the code, and the code goes on to what was interrupted', async () => {
  keepForReload();
  const { api, path } = await openApp(`/nfts/${token.uuid}`, {
    answers: (scripted) =>
      answers(scripted).answer(authEndpoints.confirmEmailByCode, () => ({ data: { ...tokens, user } })),
  });
  const registered = dialog('Successfully registration');
  await expect.element(registered).toHaveTextContent('anna@example.com');
  await registered.getByLabelText('Code from the e-mail').fill('123456');
  await seen(dialog('Purchase NFT'));
  expect(path()).toBe(`/nfts/${token.uuid}`);
  expect(api.requests(authEndpoints.confirmEmailByCode)[0]?.body.email).toBe('anna@example.com');
  expect(readRegistration()).toBeUndefined();
});

it('a visitor of a guarded page is led to the gallery, asked to sign in there, and then led on to the page', async () => {
  const { path } = await openApp('/settings#security', { answers });
  await expect.poll(path).toBe('/nfts');
  const login = dialog('Login');
  await expect.element(login).toHaveTextContent('This page needs an account.');
  await expect.element(login.getByLabelText('E-mail')).toHaveFocus();
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  await expect.poll(path).toBe('/settings#security');
  await seen(main().getByRole('heading', { level: 1, name: 'Settings' }));
});

const GUARDED = ['/profile', '/settings', '/create-nft', '/create-collection', '/admin-profile'];

it('each guarded page leads a visitor to the gallery', async () => {
  const { goTo, path } = await openApp('/activity', { answers });
  for (const guarded of GUARDED) {
    await goTo('/activity');
    await goTo(guarded);
    await expect.poll(path, { message: guarded }).toBe('/nfts');
  }
});

it('guarded pages open for a user, that of admins for no other one', async () => {
  const { goTo, path } = await openApp('/activity', {
    user,
    answers: (scripted) => answers(scripted).answer(authEndpoints.profile, () => ({ data: aProfile(user) })),
  });
  const headings = [user.name ?? '', 'Settings', 'Create an NFT', 'Create a collection'];
  for (const [at, name] of headings.entries()) {
    await goTo(GUARDED[at] as string);
    await seen(main().getByRole('heading', { level: 1, name }));
    expect(path()).toBe(GUARDED[at]);
  }
  await goTo('/admin-profile');
  await expect.poll(path).toBe('/nfts');
});

it.each([
  ['takes over the currency that was chosen before it', 'USD', 'EUR', [{ displayCurrency: 'EUR' }]],
  ['keeps the currency that it has already', 'UAH', 'UAH', []],
] as const)('a new account %s', async (_what, own, shown, saved) => {
  const newcomer = aUser({ createdAt: new Date().toISOString(), displayCurrency: own });
  setDisplayCurrency('EUR');
  onTestFinished(() => setDisplayCurrency('USD'));
  const { api } = await openApp('/nfts', {
    answers: (scripted) =>
      answers(scripted)
        .answer(authEndpoints.login, () => ({ data: { ...tokens, user: newcomer } }))
        .answer(accountEndpoints.settings, () => ({ data: { ...newcomer, displayCurrency: shown } })),
  });
  await button(header(), 'Sign in').click();
  const login = dialog('Login');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  const currency = page.getByRole('contentinfo').getByRole('group', { name: 'Currency' });
  await expect.element(button(currency, shown)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => api.requests(accountEndpoints.settings).map(({ body }) => body)).toEqual(saved);
});

it('a user who signs out on a guarded page is not asked to sign in again', async () => {
  const { path } = await openApp('/create-collection', { user, answers });
  await button(header(), /^Account of/).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(path).toBe('/nfts');
  await expect.element(button(header(), 'Sign in')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('a registration continues the purchase in its own tab, once the mail’s link has signed in in another', async () => {
  const { path } = await openApp(`/nfts/${token.uuid}`, { answers });
  await button(main(), 'Buy now').click();
  await register();
  signInElsewhere();
  await seen(dialog('Purchase NFT'));
  expect(path()).toBe(`/nfts/${token.uuid}`);
});

it('a tab that is reloaded after the mail’s link has signed in goes on by itself', async () => {
  keepForReload();
  signInElsewhere();
  const { path } = await openApp(`/nfts/${token.uuid}`, { user, answers });
  await seen(dialog('Purchase NFT'));
  expect(path()).toBe(`/nfts/${token.uuid}`);
});

it('who closes the place for the code does not get it again by a reload', async () => {
  await openApp(`/nfts/${token.uuid}`, { answers });
  await button(main(), 'Buy now').click();
  await register();
  expect(readRegistration()).toMatchObject({ need: 'wallet', resume: `/nfts/${token.uuid}#buy` });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Successfully registration')).not.toBeInTheDocument();
  expect(readRegistration()).toBeUndefined();
});

it('the tab of the mail’s link leads back to the work, and opens the purchase there', async () => {
  const { goTo, path } = await openApp(`/nfts/${token.uuid}`, { answers });
  await button(main(), 'Buy now').click();
  await register();
  await userEvent.keyboard('{Escape}');
  await goTo('/confirmation?token=a-token-of-a-mail');
  await seen(main().getByRole('heading', { name: 'Your address is confirmed' }));
  await main().getByRole('link', { name: 'Continue where you left off' }).click();
  await seen(dialog('Purchase NFT'));
  expect(path()).toBe(`/nfts/${token.uuid}`);
});

it('in another browser the mail’s link itself says what was interrupted, and never leads to another site', async () => {
  const to = encodeURIComponent(`/nfts/${token.uuid}#buy`);
  const { goTo, path } = await openApp('/nfts', { answers });
  await goTo(`/confirmation?token=a-second-token&next=${to}`);
  await main().getByRole('link', { name: 'Continue where you left off' }).click();
  await seen(dialog('Purchase NFT'));
  expect(path()).toBe(`/nfts/${token.uuid}`);
  await userEvent.keyboard('{Escape}');
  await goTo(`/confirmation?token=a-third-token&next=${encodeURIComponent('//evil.example')}`);
  await expect.element(main().getByRole('link', { name: 'To the gallery' })).toHaveAttribute('href', '/nfts');
});

it('a forgotten password tells the mail what was interrupted, and the address that was typed', async () => {
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    answers: (scripted) => answers(scripted).answer(accountEndpoints.requestReset, () => undefined),
  });
  await button(main(), 'Buy now').click();
  await button(dialog('Want to participate?'), 'Sign in').click();
  await dialog('Login').getByLabelText('E-mail').fill('anna@example.com');
  await button(dialog('Login'), 'Forgot your password?').click();
  await button(dialog('Reset password'), 'Send the link').click();
  await seen(dialog('Reset password').getByText(/an e-mail with a link is on its way/));
  expect(api.requests(accountEndpoints.requestReset)[0]?.body).toEqual({
    email: 'anna@example.com',
    next: `/nfts/${token.uuid}#buy`,
  });
});

const resetting = (api: App['api']) =>
  answers(api)
    .answer(accountEndpoints.resetLink, () => ({ data: { ways: [], email: 'anna@example.com' } }))
    .answer(accountEndpoints.resetPassword, () => undefined);
const savePassword = async () => {
  for (const label of ['New password', 'Password again'])
    await main().getByLabelText(label, { exact: true }).fill('a long enough one');
  await button(main(), 'Save the password').click();
  await seen(main().getByText(/Your new password is saved/));
};

it.each([
  ['what was interrupted', `?next=${encodeURIComponent(`/nfts/${token.uuid}#buy`)}`, `/nfts/${token.uuid}`],
  ['the gallery', '', '/nfts'],
  ['the gallery, never to another site', `?next=${encodeURIComponent('//evil.example')}`, '/nfts'],
])('a sign-in with a new password leads on to %s', async (_what, query, to) => {
  const { path } = await openApp(`/reset-password/some-token${query}`, { answers: resetting });
  await savePassword();
  await expect.element(button(main(), 'Sign in')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const login = dialog('Login');
  await expect.element(login.getByLabelText('E-mail')).toHaveValue('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe(to);
  if (query.includes('buy')) await seen(dialog('Purchase NFT'));
});

it('after a new password who is signed in goes on by a link, and is not asked to sign in', async () => {
  const to = `/nfts/${token.uuid}#buy`;
  await openApp(`/reset-password/some-token?next=${encodeURIComponent(to)}`, { answers: resetting });
  await savePassword();
  await expect.element(button(main(), 'Sign in')).toHaveFocus();
  signInElsewhere();
  const goOn = main().getByRole('link', { name: 'Continue where you left off' });
  await expect.element(goOn).toHaveFocus();
  await expect.element(goOn).toHaveAttribute('href', to);
  await expect.element(button(main(), 'Sign in')).not.toBeInTheDocument();
});

it('a link to a new password that has expired asks for a new one with the same address and way back', async () => {
  const next = `/nfts/${token.uuid}#buy`;
  const { api } = await openApp(`/reset-password/some-token?next=${encodeURIComponent(next)}`, {
    answers: (scripted) =>
      resetting(scripted)
        .answer(accountEndpoints.resetPassword, () => refuse(400, 'resetToken.invalid'))
        .answer(accountEndpoints.requestReset, () => undefined),
  });
  for (const label of ['New password', 'Password again'])
    await main().getByLabelText(label, { exact: true }).fill('a long enough one');
  await button(main(), 'Save the password').click();
  await expect.element(button(main(), 'Send me a new link')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await button(dialog('Reset password'), 'Send the link').click();
  await expect
    .poll(() => api.requests(accountEndpoints.requestReset).map(({ body }) => body))
    .toEqual([{ email: 'anna@example.com', next }]);
});

it('a purchase that a sign-in interrupted returns the focus to "Buy now"', async () => {
  await openApp(`/nfts/${token.uuid}`, { answers });
  await button(main(), 'Buy now').click();
  const participate = dialog('Want to participate?');
  // The first action has the focus, not the button that closes the dialog.
  await expect.element(button(participate, 'Sign in with a wallet')).toHaveFocus();
  await button(participate, 'Sign in').click();
  const login = dialog('Login');
  await expect.element(login.getByLabelText('E-mail')).toHaveFocus();
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await userEvent.keyboard('{Enter}');
  await seen(dialog('Purchase NFT'));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Purchase NFT')).not.toBeInTheDocument();
  await expect.element(button(main(), 'Buy now')).toHaveFocus();
});

it('who signs in to buy a work that somebody else buys meanwhile reads so', async () => {
  let isSold = false;
  await openApp(`/nfts/${token.uuid}`, {
    answers: (api) =>
      answers(api).answer(tokenEndpoints.show, () => ({ data: isSold ? { ...token, offers: [] } : token })),
  });
  await button(main(), 'Buy now').click();
  await button(dialog('Want to participate?'), 'Sign in').click();
  isSold = true;
  await announce({ kind: 'offer', uuid: sale.uuid, version: 9, status: 'SOLD', tokenUuid: token.uuid });
  const login = dialog('Login');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await userEvent.keyboard('{Enter}');
  await seen(notice('It cannot be bought any more'));
  await expect.element(dialog('Purchase NFT')).not.toBeInTheDocument();
});

it('a sign-in from the header leaves the focus at the account that replaces its button', async () => {
  await openApp('/nfts', { answers });
  await button(header(), 'Sign in').click();
  const login = dialog('Login');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await userEvent.keyboard('{Enter}');
  await seen(button(header(), /^Account of/));
  const account = button(header(), /^Account of/).element().parentElement;
  await expect.poll(() => account?.contains(document.activeElement)).toBe(true);
});

/** A mark that the server sets only after the sign-in has read it again. */
const lateMark = () => {
  let isSet = false;
  let onRead = () => {};
  const wasRead = new Promise<void>((resolve) => (onRead = resolve));
  return {
    isSet: () => isSet,
    read: ({ token: session }: { token: string | null }) => {
      if (session) onRead();
      return isSet;
    },
    set: async (): Promise<undefined> => {
      await wasRead;
      isSet = true;
    },
  };
};

const signInByWallet = async () => {
  await button(dialog('Want to participate?'), 'Sign in').click();
  await button(dialog('Login'), 'Sign in with a wallet').click();
  await button(dialog('Login with wallet'), 'MetaMask').click();
  await seen(button(header(), /^Account of/));
};

it('a visitor who presses “Follow” and signs in follows, and sees it', async () => {
  const mark = lateMark();
  const { api } = await openApp(`/profile/${SELLER.uuid}`, {
    answers: (scripted) =>
      answers(scripted)
        .answer(authEndpoints.profile, (request) => ({ data: aProfile(SELLER, { isFollowed: mark.read(request) }) }))
        .answer(followEndpoints.follow, mark.set),
  });
  await button(main(), 'Follow Ann Bondar').click();
  await signInByWallet();
  await expect.poll(() => mark.isSet() && api.isQuiet).toBe(true);
  // At once: nothing reads it later by chance.
  expect(main().getByRole('button', { name: 'Following Ann Bondar', pressed: true }).elements()).toHaveLength(1);
});

it('a visitor who presses the heart of a work and signs in has it in their favourites, and sees it', async () => {
  const mark = lateMark();
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    answers: (scripted) =>
      answers(scripted)
        .answer(tokenEndpoints.show, (request) => ({ data: { ...token, isFavorite: mark.read(request) } }))
        .answer(tokenEndpoints.favorite, mark.set),
  });
  const heart = main()
    .getByRole('button', { name: `Favourite: ${token.name}` })
    .first();
  await heart.click();
  await signInByWallet();
  await expect.poll(() => mark.isSet() && api.isQuiet).toBe(true);
  expect(heart.element().getAttribute('aria-pressed')).toBe('true');
});
