import { authEndpoints } from '@skarb/schema/auth';
import { expect, it } from 'vitest';
import { alert, button, dialog, header, openApp } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

it('a registration names what is wrong with each field, and registers once all is right', async () => {
  const { api } = await openApp('/nfts');
  await button(header(), 'Sign in').click();
  await button(dialog('Login'), 'Register').click();
  const form = dialog('Register');
  await button(form, 'Create account').click();
  await expect.element(alert(form, 'required').first()).toBeVisible();
  await form.getByLabelText('E-mail').fill('no address');
  await form.getByLabelText('Password', { exact: true }).fill('short');
  await form.getByLabelText('Password again').fill('other');
  await button(form, 'Create account').click();
  for (const words of ['Enter a valid e-mail address', 'At least 8 characters', 'The two passwords differ'])
    await expect.element(alert(form, words)).toBeVisible();
  expect(api.requests(authEndpoints.register)).toEqual([]);
});

it('says that an address has to be confirmed first', async () => {
  await openApp('/nfts', {
    answers: (api) => api.answer(authEndpoints.login, () => refuse(403, 'auth.unconfirmed')),
  });
  await button(header(), 'Sign in').click();
  const login = dialog('Login');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Log in').click();
  await expect.element(alert(login, 'Confirm your e-mail address first')).toBeVisible();
});
