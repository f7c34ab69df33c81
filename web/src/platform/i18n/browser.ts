import { LOCALE_NAMESPACE } from '@skarb/schema/limits';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { createBackend } from './backend.ts';
import { detectLanguage, keepLanguage } from './detect.ts';
import { tagOf } from './language.ts';
import { translationOptions } from './options.ts';

/** After the retries the words are asked for again this often, and when the network comes back. */
const PATIENCE_MS = 15_000;
const pause = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    addEventListener('online', done);
  });

/**
 * Starts the translations in the language the page was rendered in, so that it hydrates as it is, and names the
 * language to change to afterwards where the visitor's own differs (a choice kept in local storage, which no server
 * sees). Ends only with words at hand: a rendered page can be read meanwhile, one hydrated without words cannot.
 */
export const startTranslations = async (rendered: string | undefined): Promise<{ i18n: i18n; wanted: string }> => {
  const wanted = detectLanguage();
  const language = rendered ?? wanted;
  await i18next
    .use(createBackend((path, init) => fetch(path, init)))
    .use(initReactI18next)
    .init({ ...translationOptions, lng: language });
  while (!i18next.hasResourceBundle(language, LOCALE_NAMESPACE)) {
    await pause();
    await i18next.reloadResources(language, LOCALE_NAMESPACE);
  }
  keepLanguage(wanted);
  i18next.on('languageChanged', (next) => {
    document.documentElement.lang = tagOf(next);
    keepLanguage(next);
  });
  return { i18n: i18next, wanted };
};
