import { LANGUAGE_FALLBACK, LANGUAGES, LOCALE_NAMESPACE, LOCALE_RETRIES, LOCALE_RETRY_MS } from '@skarb/schema/limits';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { backend } from './backend.ts';
import { detectLanguage, keepLanguage } from './detect.ts';
import { tagOf } from './language.ts';

/**
 * Starts the translations in the language the page was rendered in, so that it hydrates as it is, and names the
 * language to change to afterwards where the visitor's own differs (a choice kept in local storage, which no server sees).
 */
export const startTranslations = async (rendered: string | undefined): Promise<{ i18n: i18n; wanted: string }> => {
  const wanted = detectLanguage();
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: rendered ?? wanted,
      supportedLngs: [...LANGUAGES],
      fallbackLng: LANGUAGE_FALLBACK,
      load: 'currentOnly',
      ns: LOCALE_NAMESPACE,
      defaultNS: LOCALE_NAMESPACE,
      maxRetries: LOCALE_RETRIES,
      retryTimeout: LOCALE_RETRY_MS,
      saveMissing: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  keepLanguage(wanted);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = tagOf(language);
    keepLanguage(language);
  });
  return { i18n: i18next, wanted };
};
