import { expect } from '@playwright/test';
import { dialog, signInButton, test, visitor } from '../visitor.ts';

const WORDS = {
  en: {
    register: 'Register',
    title: 'Register',
    email: 'E-mail',
    password: 'Password',
    again: 'Password again',
    submit: 'Create account',
    easy: /Guessed at once|Easy to guess/,
    common: 'On lists of leaked passwords',
    refused: 'This password is on lists of leaked passwords. Choose another one',
    own: 'Your own address or nickname',
    best: 'Very good',
    done: 'Successfully registration',
  },
  ukr: {
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

for (const language of ['en', 'ukr'] as const)
  test(`a password is weighed as it is typed, in words, and one of the common ones is refused (${language})`, async ({
    browser,
  }) => {
    const words = WORDS[language];
    const { page, context } = await visitor(browser, { language, hasWallet: false });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes('password-strength') && lists.push(request.url()));
    await page.goto('/nfts');
    await (language === 'en' ? signInButton(page) : page.getByRole('button', { name: 'Увійти', exact: true })).click();
    await page.getByRole('dialog').getByRole('button', { name: words.register, exact: true }).click();
    const form = dialog(page, words.title);
    const password = form.getByLabel(words.password, { exact: true });
    const strength = form.getByRole('status');
    await expect(form.getByLabel(words.email)).toHaveAttribute('autocomplete', 'username');
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await expect(password).toHaveAttribute('type', 'password');
    const address = `olena.koval.${Date.now()}@example.org`;
    await form.getByLabel(words.email).fill(address);
    // The lists come when somebody begins to type, not before.
    expect(lists).toEqual([]);
    await password.pressSequentially('ola1987');
    await expect(strength).toHaveText(words.easy);
    expect(lists.length).toBeGreaterThan(0);
    await password.fill(address.split('@')[0] ?? '');
    await expect(strength).toHaveText(words.own);

    await password.fill('PassWord123');
    await expect(strength).toHaveText(words.common);
    await form.getByLabel(words.again).fill('PassWord123');
    await form.getByRole('button', { name: words.submit }).click();
    await expect(form.getByRole('alert').filter({ hasText: words.refused })).toBeVisible();
    await expect(password).toBeFocused();

    await page.evaluate(() => navigator.clipboard.writeText('fern otter violin'));
    for (const field of [password, form.getByLabel(words.again)]) {
      await field.selectText();
      await field.press('ControlOrMeta+v');
      await expect(field).toHaveValue('fern otter violin');
    }
    await expect(strength).toHaveText(words.best);
    await form.getByRole('button', { name: words.submit }).click();
    await expect(dialog(page, words.done)).toBeVisible();
    await context.close();
  });
