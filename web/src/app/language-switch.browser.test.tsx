import { LANGUAGE_FALLBACK, STORAGE_KEY } from '@skarb/schema/limits';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { wordsIn } from '../../testing/browser-boundary.ts';
import { aUser } from '../../testing/examples.ts';
import { button, notice, seen } from '../../testing/open-app.tsx';
import { PreferencesSection } from '../domain/settings/preferences-section.tsx';
import { startTranslations } from '../platform/i18n/browser.ts';
import { keepLanguage } from '../platform/i18n/detect.ts';
import { ScreenHydrated } from '../platform/lazy/hydration.tsx';
import { createQueryClient } from '../platform/query/client.ts';
import { clearToasts, Toaster } from '../ui/toast.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Providers } from './providers.tsx';

type Words = ReturnType<typeof wordsIn> | undefined;

/** The header's switch and the settings' choice, in English; Ukrainian is loaded once the test answers. */
const open = async () => {
  keepLanguage(LANGUAGE_FALLBACK);
  const answers: ((words: Words) => void)[] = [];
  const { i18n } = await startTranslations(LANGUAGE_FALLBACK, {
    load: (language) =>
      (language === LANGUAGE_FALLBACK
        ? Promise.resolve(wordsIn(language))
        : new Promise<Words>((resolve) => answers.push(resolve))) as Promise<undefined>,
    onMissing: () => {},
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <Providers client={createQueryClient()} i18n={i18n}>
      <MemoryRouter>
        <header>
          <LanguageSwitch />
        </header>
        <PreferencesSection user={aUser()} />
        <ScreenHydrated />
        <Toaster />
      </MemoryRouter>
    </Providers>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
    clearToasts();
    keepLanguage(LANGUAGE_FALLBACK);
    document.documentElement.lang = LANGUAGE_FALLBACK;
    localStorage.clear();
  });
  const answer = async (words: Words) => {
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.(words);
    // The page has had its turn.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const choice = page.getByRole('combobox', { name: 'Language' });
  await seen(choice);
  return { answer, choice, header: page.getByRole('banner') };
};
const kept = () => [
  localStorage.getItem(STORAGE_KEY.language),
  document.cookie.includes(`${STORAGE_KEY.language}=ukr`),
  document.documentElement.lang,
];
const FAILED = 'Українська could not be loaded. Check your connection and choose it again.';

it('of two languages chosen in the header the last one stays and is kept, also if the first one loads later', async () => {
  const { answer, choice, header } = await open();
  await button(header, 'УКР').click();
  await button(header, 'EN').click();
  await answer(wordsIn('ukr'));
  await expect.element(choice).toHaveValue('en');
  expect(kept()).toEqual(['en', false, 'en']);
});

it.each(['header', 'settings'])(
  'a language that cannot be loaded is reported, and the one before stays and is kept (%s)',
  async (where) => {
    const { answer, choice, header } = await open();
    const choose = () => (where === 'header' ? button(header, 'УКР').click() : choice.selectOptions('ukr'));
    await choose();
    await answer(undefined);
    await seen(notice(FAILED));
    await expect.element(choice).toHaveValue('en');
    await expect.element(button(header, 'EN')).toHaveAttribute('aria-pressed', 'true');
    expect(kept()).toEqual(['en', false, 'en']);
    await choose();
    await answer(wordsIn('ukr'));
    await seen(page.getByRole('combobox', { name: 'Мова' }));
    expect(kept()).toEqual(['ukr', true, 'uk']);
  },
);
