import { authEndpoints } from '@skarb/schema/auth';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

const WORDS = {
  en: {
    signIn: 'Sign in',
    login: 'Login',
    register: 'Register',
    create: 'Create account',
    email: 'E-mail',
    password: 'Password',
    repeated: 'Password again',
    registered: 'Successfully registration',
    toLogin: 'Sign in',
    again: 'Send the e-mail again',
    in: (time: RegExp) => new RegExp(`^Send again in ${time.source}$`),
    code: 'Code from the e-mail',
    confirmFirst: /First confirm anna@example\.com/,
    sent: 'A new e-mail is on its way to anna@example.com.',
    wait: 'The e-mail was sent already. Wait before you ask for another one.',
  },
  ukr: {
    signIn: 'Увійти',
    login: 'Вхід',
    register: 'Зареєструватися',
    create: 'Створити обліковий запис',
    email: 'Електронна пошта',
    password: 'Пароль',
    repeated: 'Пароль ще раз',
    registered: 'Реєстрація успішна',
    toLogin: 'До входу',
    again: 'Надіслати листа ще раз',
    in: (time: RegExp) => new RegExp(`^Надіслати ще раз через ${time.source}$`),
    code: 'Код із листа',
    confirmFirst: /Спершу підтвердьте anna@example\.com/,
    sent: 'Новий лист уже прямує на anna@example.com.',
    wait: 'Листа вже надіслано. Зачекайте, перш ніж просити ще одного.',
  },
} as const;
const email = 'anna@example.com';

describe.each(['en', 'ukr'] as const)('in %s', (language) => {
  const words = WORDS[language];

  it('a registration shows the address of its mail, and counts down until it can be sent again', async () => {
    await openApp('/nfts', {
      language,
      answers: (api) =>
        api.answer(authEndpoints.register, ({ body }) => ({
          data: aUser({ email: body.email, isEmailConfirmed: false }),
          mail: { isSent: true, nextInSeconds: 2 },
        })),
    });
    await button(header(), words.signIn).click();
    await button(dialog(words.login), words.register).click();
    const form = page.getByRole('dialog');
    await form.getByLabelText(words.email).fill(email);
    await form.getByLabelText(words.password, { exact: true }).fill('a long enough one');
    await form.getByLabelText(words.repeated).fill('a long enough one');
    await userEvent.keyboard('{Enter}');
    const registered = dialog(words.registered);
    await expect.element(registered).toHaveTextContent(email);
    await expect.element(button(registered, words.in(/0:0[12]/))).toBeDisabled();
    await expect.element(button(registered, words.again)).toBeEnabled();
    await expectAccessible();
  });

  it('a sign-in to an unconfirmed account has the place for the code, and says what became of the mail', async () => {
    const turns = [
      { isSent: false, nextInSeconds: 125 },
      { isSent: true, nextInSeconds: 240 },
    ];
    const { api } = await openApp('/nfts', {
      language,
      answers: (scripted) =>
        scripted
          .answer(authEndpoints.login, () => refuse(403, 'auth.unconfirmed'))
          .answer(authEndpoints.registerAgain, () => ({ data: turns.shift()! })),
    });
    const signIn = async () => {
      const login = dialog(words.login);
      await login.getByLabelText(words.email).fill(email);
      await login.getByLabelText(words.password, { exact: true }).fill('a long enough one');
      await button(login, words.signIn).click();
    };
    await button(header(), words.signIn).click();
    await signIn();
    const registered = dialog(words.registered);
    await expect.element(registered).toHaveTextContent(words.confirmFirst);
    await expect.element(registered.getByLabelText(words.code)).toHaveFocus();
    await button(registered, words.again).click();
    await expect.element(registered.getByRole('status')).toHaveTextContent(words.wait);
    const waiting = button(registered, words.in(/2:0[0-5]/));
    await expect.element(waiting).toHaveFocus();
    await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
    await button(registered, words.toLogin).click();
    await signIn();
    await button(registered, words.again).click();
    await expect.element(registered.getByRole('status')).toHaveTextContent(words.sent);
    await expect.element(button(registered, words.in(/[34]:\d\d/))).toBeInTheDocument();
    expect(api.requests(authEndpoints.registerAgain).map(({ body }) => body)).toEqual([{ email }, { email }]);
  });
});
