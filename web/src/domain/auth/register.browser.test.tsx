import { authEndpoints } from '@skarb/schema/auth';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { alert, button, dialog, header, openApp, type Options } from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';

const openRegister = async (options: Options = {}) => {
  const app = await openApp('/nfts', options);
  await button(header(), 'Sign in').click();
  await button(dialog('Login'), 'Register').click();
  return { ...app, form: dialog('Register') };
};

it.each(['Login', 'Register'])(
  'the dialog "%s" keeps its height when the answer brings the Google button',
  async (name) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const google = {
      clientId: 'skarb',
      issuer: 'https://a.test',
      authorizationEndpoint: 'https://a.test/a',
      name: 'Google',
    };
    await openApp('/nfts', {
      answers: (api) =>
        api.answer(authEndpoints.google, async () => {
          await asked;
          return { data: google };
        }),
    });
    await button(header(), 'Sign in').click();
    if (name === 'Register') await button(dialog('Login'), 'Register').click();
    await expect.element(dialog(name)).toBeVisible();
    const { height } = dialog(name).element().getBoundingClientRect();
    answer();
    await expect.element(button(dialog(name), 'Continue with Google')).toBeVisible();
    expect(dialog(name).element().getBoundingClientRect().height).toBe(height);
  },
);

it('an invalid registration shows an error at each field, and sends nothing', async () => {
  const { api, form } = await openRegister();
  await button(form, 'Create account').click();
  await expect.element(alert(form, 'required').first()).toBeVisible();
  await form.getByLabelText('E-mail').fill('no address');
  await form.getByLabelText('Password', { exact: true }).fill('short');
  await form.getByLabelText('Password again').fill('other');
  await button(form, 'Create account').click();
  for (const words of ['Enter a valid e-mail address', 'At least 8 characters', 'The passwords do not match'])
    await expect.element(alert(form, words)).toBeVisible();
  await expect.element(form.getByLabelText('E-mail')).toHaveFocus();
  await expectAccessible();
  expect(api.requests(authEndpoints.register)).toEqual([]);
});

it('the errors of the server are shown beside their fields, and what was typed stays', async () => {
  const { form } = await openRegister({
    answers: (api) =>
      api.answer(authEndpoints.register, () =>
        refuseFields({ username: { matches: 'is reserved for the marketplace' } }),
      ),
  });
  await form.getByLabelText('E-mail').fill('anna@example.com');
  await form.getByLabelText('Nickname').fill('skarb_admin');
  await form.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await form.getByLabelText('Password again').fill('a long enough one');
  await button(form, 'Create account').click();
  await expect.element(form.getByLabelText('Nickname')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(form.getByLabelText('Nickname')).toHaveFocus();
  await expect.element(form.getByLabelText('E-mail')).toHaveValue('anna@example.com');
  await expect.element(form.getByLabelText('Password', { exact: true })).toHaveValue('a long enough one');
});

it('a registration shows the address of the confirmation mail, and an unconfirmed account cannot sign in', async () => {
  const email = 'anna@example.com';
  const { form } = await openRegister({
    answers: (api) =>
      api
        .answer(authEndpoints.register, ({ body }) => ({ data: aUser({ email: body.email, isEmailConfirmed: false }) }))
        .answer(authEndpoints.login, () => refuse(403, 'auth.unconfirmed')),
  });
  await form.getByLabelText('E-mail').fill(email);
  await form.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await form.getByLabelText('Password again').fill('a long enough one');
  await userEvent.keyboard('{Enter}');
  const registered = dialog('Successfully registration');
  await expect.element(registered).toHaveTextContent(email);
  await button(registered, 'To sign-in').click();
  const login = dialog('Login');
  await login.getByLabelText('E-mail').fill(email);
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  await expect.element(alert(login, 'Confirm your e-mail address first')).toBeVisible();
  await expect.element(login.getByLabelText('E-mail')).toHaveValue(email);
});
