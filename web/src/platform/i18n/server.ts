import { LOCALE_NAMESPACE } from '@skarb/schema/limits';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { translationOptions } from './options.ts';

/** Translations for rendering in one language; `words` by language, all at hand. */
export const createTranslations = (language: string, words: Record<string, object>): i18n => {
  const made = createInstance();
  void made.use(initReactI18next).init({
    ...translationOptions,
    lng: language,
    // The browser tells of what is missing.
    saveMissing: false,
    initAsync: false,
    resources: Object.fromEntries(
      Object.entries(words).map(([lng, common]) => [lng, { [LOCALE_NAMESPACE]: common }]),
    ) as never,
  });
  return made;
};
