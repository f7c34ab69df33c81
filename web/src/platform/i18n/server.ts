import { LANGUAGE_FALLBACK, LANGUAGES, LOCALE_NAMESPACE } from '@skarb/schema/limits';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Translations for rendering in one language; `words` by language, all at hand. */
export const createTranslations = (language: string, words: Record<string, object>): i18n => {
  const made = createInstance();
  void made.use(initReactI18next).init({
    lng: language,
    supportedLngs: [...LANGUAGES],
    fallbackLng: LANGUAGE_FALLBACK,
    load: 'currentOnly',
    ns: LOCALE_NAMESPACE,
    defaultNS: LOCALE_NAMESPACE,
    initAsync: false,
    resources: Object.fromEntries(
      Object.entries(words).map(([lng, common]) => [lng, { [LOCALE_NAMESPACE]: common }]),
    ) as never,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return made;
};
