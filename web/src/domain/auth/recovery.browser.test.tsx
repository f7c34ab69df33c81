import { accountRecoveryEndpoints } from '@skarb/schema/account-recovery';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { button, main, openApp } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

const WORDS = {
  en: {
    confirm: 'It was me: give me the new key',
    stop: 'Stop it',
    signIn: 'Sign in to confirm',
    asked: /Someone asked for a new key/,
    confirmed: /The new key is on its way/,
    undated: /seven days after/,
    from: /It works from .*\d+ Dec 2099, .*\d:\d\d.*\(.+\)/,
    stopped: /The new key will not be added/,
    gallery: 'To the gallery',
    otherBrowser: /browser/,
  },
  ukr: {
    confirm: 'Це я: додати новий ключ',
    stop: 'Зупинити',
    signIn: 'Увійти, щоб підтвердити',
    asked: /Хтось попросив новий ключ/,
    confirmed: /Новий ключ буде додано/,
    undated: /за сім днів після/,
    from: /Почне діяти \d+ груд\. 2099.*\d:\d\d.*\(.+\)/,
    stopped: /Новий ключ не буде додано/,
    gallery: 'До галереї',
    otherBrowser: /браузер/,
  },
} as const;
type Status = 'ASKED' | 'CONFIRMED' | 'STOPPED';
const PATH = `/recovery/${'a'.repeat(64)}`;
const account = '0x00000000000000000000000000000000000000A1';
/** The app at the mail's link, over a request whose status the buttons change. */
const openLink = (language: 'en' | 'ukr', options: { user?: ReturnType<typeof aUser>; isElsewhere?: boolean }) => {
  let status: Status = 'ASKED';
  /** The chain has the proposal at the second look. */
  let looks = 0;
  return openApp(PATH, {
    language,
    ...(options.user ? { user: options.user } : {}),
    answers: (api) => {
      api.answer(accountRecoveryEndpoints.recoveryLink, () => ({
        data: {
          status,
          effectiveAt: status === 'CONFIRMED' && ++looks > 1 ? '2099-12-10T10:00:00.000Z' : null,
          account,
        },
      }));
      api.answer(accountRecoveryEndpoints.confirmRecovery, () => {
        if (options.isElsewhere) return refuse(403, 'recovery.otherBrowser');
        status = 'CONFIRMED';
        return { data: { isAvailable: true, isChosen: true, request: null } };
      });
      api.answer(accountRecoveryEndpoints.stopRecovery, ({ token }) => {
        // The link proves enough. A token of a session that ended would be refused.
        if (token) return refuse(401, 'auth.ended');
        status = 'STOPPED';
        return undefined;
      });
    },
  });
};

describe.each(['en', 'ukr'] as const)('in %s, the mailed link about a new key', (language) => {
  const words = WORDS[language];

  it('confirms the request by a press, says when the key works, and then stops it', async () => {
    await openLink(language, { user: aUser() });
    await expect.element(main().getByText(words.asked)).toBeVisible();
    await expectAccessible();
    await button(main(), words.confirm).click();
    await expect.element(main().getByText(words.confirmed)).toBeVisible();
    await expect.element(main().getByText(words.undated)).toBeVisible();
    await expect.element(main()).toHaveTextContent(words.from);
    await expect.element(button(main(), words.confirm)).not.toBeInTheDocument();
    await button(main(), words.stop).click();
    await expect.element(main().getByText(words.stopped)).toBeVisible();
    await expect.element(button(main(), words.stop)).not.toBeInTheDocument();
    await expect.element(main().getByRole('link', { name: words.gallery })).toHaveAttribute('href', '/nfts');
  });

  it('leads on when it is of no use', async () => {
    await openApp(PATH, {
      language,
      answers: (api) => api.answer(accountRecoveryEndpoints.recoveryLink, () => refuse(400, 'recovery.link')),
    });
    await expect.element(main().getByRole('alert')).toBeVisible();
    await expect.element(main().getByRole('link', { name: words.gallery })).toHaveAttribute('href', '/nfts');
  });

  it('asks a visitor to sign in before they confirm, not before they stop it', async () => {
    await openLink(language, {});
    await expect.element(button(main(), words.signIn)).toBeVisible();
    await button(main(), words.stop).click();
    await expect.element(main().getByText(words.stopped)).toBeVisible();
  });

  it('says in which browser it can be confirmed', async () => {
    await openLink(language, { user: aUser(), isElsewhere: true });
    await button(main(), words.confirm).click();
    await expect.element(main().getByRole('alert').filter({ hasText: words.otherBrowser })).toBeVisible();
  });
});
