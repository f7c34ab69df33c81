import { accountEndpoints } from '@skarb/schema/account';
import { expect, it, onTestFinished } from 'vitest';
import { wordsIn } from '../../../testing/browser-boundary.ts';
import { aUser, daysAgo } from '../../../testing/examples.ts';
import { notice, openApp, seen } from '../../../testing/open-app.tsx';
import { createTranslations } from '../../platform/i18n/translations.ts';
import { session } from '../../platform/session/use-session.ts';
import { keepPreferences } from './preferences.ts';
import { saveSettings } from './save-settings.ts';

it('the last of two quick choices is the one that the account keeps', async () => {
  const user = aUser();
  let kept = user;
  let answer = () => {};
  const { api } = await openApp('/nfts', {
    user,
    answers: (scripted) =>
      scripted.answer(accountEndpoints.settings, async ({ body }) => {
        kept = { ...kept, ...body };
        const data = kept;
        await new Promise<void>((resolve) => (answer = resolve));
        return { data };
      }),
  });
  const first = saveSettings(session, { language: 'ukr' });
  const second = saveSettings(session, { language: 'en' });
  await expect.poll(() => api.requests(accountEndpoints.settings)).toHaveLength(1);
  answer();
  await first;
  await expect.poll(() => api.requests(accountEndpoints.settings)).toHaveLength(2);
  answer();
  await second;
  expect(kept.language).toBe('en');
  expect(session.getState().user?.language).toBe('en');
});

/** A sign-in to an account with this language, in a browser in English that loads Ukrainian once the test answers. */
const signIn = async (language: 'en' | 'ukr', chooseBefore?: 'ukr') => {
  const user = aUser({ language, createdAt: daysAgo(9) });
  const { api } = await openApp('/nfts', {
    answers: (scripted) =>
      scripted.answer(accountEndpoints.settings, ({ body }) => ({ data: { ...user, ...body } as typeof user })),
  });
  type Words = Parameters<typeof createTranslations>[2];
  let answer: (words: Words) => void = () => {};
  const i18n = createTranslations(
    'en',
    { load: () => new Promise<Words>((resolve) => (answer = resolve)) as Promise<undefined>, onMissing: () => {} },
    { en: wordsIn('en') },
  );
  if (chooseBefore) void i18n.changeLanguage(chooseBefore);
  const stop = keepPreferences(
    {
      onSignIn: (listener) => {
        listener(user);
        return () => {};
      },
      getState: () => ({ status: 'signedIn', user }),
      setUser: () => {},
    },
    i18n,
  );
  onTestFinished(stop);
  return { api, i18n, answer: (words: Words) => answer(words) };
};

it('an account keeps its language if it cannot be loaded at the sign-in, which its owner reads', async () => {
  const { api, i18n, answer } = await signIn('ukr');
  answer(undefined);
  await seen(notice('Українська could not be loaded. Check your connection and choose it again.'));
  expect(i18n.language).toBe('en');
  await saveSettings(session, {});
  expect(api.requests(accountEndpoints.settings)).toEqual([]);
});

it('an account keeps its language if another one, chosen before the sign-in, is loaded only after it', async () => {
  const { api, i18n, answer } = await signIn('en', 'ukr');
  answer(wordsIn('ukr'));
  await new Promise((resolve) => setTimeout(resolve));
  await saveSettings(session, {});
  expect(i18n.language).toBe('en');
  expect(api.requests(accountEndpoints.settings)).toEqual([]);
});
