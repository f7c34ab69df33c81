import { LANGUAGE_FALLBACK, LANGUAGES, LOCALE_NAMESPACE, LOCALE_RETRIES, LOCALE_RETRY_MS, STORAGE_KEY } from '@skarb/schema/limits';
import i18next, { type i18n } from 'i18next';
import Detector from 'i18next-browser-languagedetector';
import Backend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { asLanguage, tagOf } from './language.ts';

const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: STORAGE_KEY.language,
  lookupLocalStorage: STORAGE_KEY.language,
  lookupSessionStorage: STORAGE_KEY.language,
  // The cookie tells the server which language to render.
  caches: ['localStorage', 'cookie'],
  cookieMinutes: 365 * 24 * 60,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
  convertDetectedLanguage: (found: string) => asLanguage(found) ?? found,
};

const mark = (language: string) => {
  document.documentElement.lang = tagOf(language);
};

/**
 * Starts the translations in the browser in the language the page was rendered in, so that it hydrates as it is, and
 * names the language to change to afterwards where the visitor's own differs.
 */
export const startTranslations = async (rendered: string | undefined): Promise<{ i18n: i18n; wanted: string }> => {
  const detector = new Detector();
  detector.init({ languageUtils: {} }, detection);
  const found = detector.detect();
  const wanted = [found].flat().map((one) => asLanguage(one)).find(Boolean) ?? LANGUAGE_FALLBACK;
  await i18next
    .use(Backend)
    .use(detector)
    .use(initReactI18next)
    .init({
      lng: rendered ?? wanted,
      supportedLngs: [...LANGUAGES],
      fallbackLng: LANGUAGE_FALLBACK,
      load: 'currentOnly',
      ns: LOCALE_NAMESPACE,
      defaultNS: LOCALE_NAMESPACE,
      detection,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json', addPath: '/locales/add/{{lng}}/{{ns}}' },
      maxRetries: LOCALE_RETRIES,
      retryTimeout: LOCALE_RETRY_MS,
      saveMissing: document.documentElement.dataset.missing === 'report',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  i18next.on('languageChanged', mark);
  return { i18n: i18next, wanted };
};
