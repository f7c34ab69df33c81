import { authEndpoints } from '@skarb/schema/auth';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { alert, button, dialog, header, openApp } from '../../../testing/open-app.tsx';
import { refuseFields } from '../../../testing/scripted-api.ts';

const WORDS = {
  en: {
    signIn: 'Sign in',
    login: 'Login',
    register: 'Register',
    title: 'Register',
    email: 'E-mail',
    password: 'Password',
    again: 'Password again',
    submit: 'Create account',
    easy: /Guessed at once|Easy to guess/,
    common: 'In lists of leaked passwords',
    refused: 'This password is in lists of leaked passwords. Choose another one',
    own: 'Your own address or nickname',
    best: 'Very good',
    done: 'Successfully registration',
  },
  ukr: {
    signIn: 'Увійти',
    login: 'Вхід',
    register: 'Зареєструватися',
    title: 'Реєстрація',
    email: 'Електронна пошта',
    password: 'Пароль',
    again: 'Пароль ще раз',
    submit: 'Створити обліковий запис',
    easy: /Вгадають одразу|Легко вгадати/,
    common: 'Є у списках викрадених паролів',
    refused: 'Цей пароль є у списках викрадених паролів. Виберіть інший',
    own: 'Збігається з вашою адресою або нікнеймом',
    best: 'Дуже надійний',
    done: 'Реєстрація успішна',
  },
} as const;
const LISTS = /zxcvbn-ts_language-common/;
const loadedLists = () => performance.getEntriesByType('resource').filter(({ name }) => LISTS.test(name)).length;

describe.each(['en', 'ukr'] as const)('in %s', (language) => {
  it('the form describes the strength of a password while it is typed, and refuses a common one', async () => {
    const words = WORDS[language];
    const listsBefore = loadedLists();
    await openApp('/nfts', {
      language,
      answers: (api) =>
        api.answer(authEndpoints.register, ({ body }) =>
          body.password === 'PassWord123'
            ? refuseFields({ password: { breached: 'is in lists of leaked passwords' } }, 'password.breached')
            : { data: aUser({ email: body.email }), mail: { isSent: true, nextInSeconds: 60 } },
        ),
    });
    await button(header(), words.signIn).click();
    await button(dialog(words.login), words.register).click();
    const form = dialog(words.title);
    const password = form.getByLabelText(words.password, { exact: true });
    const again = form.getByLabelText(words.again);
    const strength = form.getByRole('status');
    await expect.element(form.getByLabelText(words.email)).toHaveAttribute('autocomplete', 'username');
    await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(password).toHaveAttribute('type', 'password');
    await form.getByLabelText(words.email).fill('olena.koval@example.org');
    // The word lists are loaded on the first character. They stay loaded for the next test.
    expect(loadedLists()).toBe(listsBefore);
    await userEvent.type(password, 'ola1987');
    await expect.element(strength).toHaveTextContent(words.easy);
    expect(loadedLists()).toBeGreaterThan(0);
    await password.fill('olena.koval');
    await expect.element(strength).toHaveTextContent(words.own);

    await password.fill('PassWord123');
    await expect.element(strength).toHaveTextContent(words.common);
    await again.fill('PassWord123');
    await button(form, words.submit).click();
    await expect.element(alert(form, words.refused)).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expectAccessible();

    // Both fields accept pasted text, for password managers.
    await form.getByLabelText(words.email).fill('fern otter violin');
    await userEvent.tripleClick(form.getByLabelText(words.email));
    await userEvent.copy();
    await form.getByLabelText(words.email).fill('olena.koval@example.org');
    for (const field of [password, again]) {
      await userEvent.tripleClick(field);
      await userEvent.paste();
      await expect.element(field).toHaveValue('fern otter violin');
    }
    await expect.element(strength).toHaveTextContent(words.best);
    await button(form, words.submit).click();
    await expect.element(page.getByRole('dialog', { name: words.done })).toBeVisible();
  });
});
