import { LANGUAGE_FALLBACK, LANGUAGES, LOCALE_NAMESPACE, LOCALE_RETRIES, LOCALE_RETRY_MS } from '@skarb/schema/limits';
import type { InitOptions } from 'i18next';

/** What the translations of every page share, in the browser and on the server (seed 7, 8, 9). */
export const translationOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: LANGUAGE_FALLBACK,
  load: 'currentOnly',
  ns: LOCALE_NAMESPACE,
  defaultNS: LOCALE_NAMESPACE,
  maxRetries: LOCALE_RETRIES,
  retryTimeout: LOCALE_RETRY_MS,
  saveMissing: true,
  saveMissingTo: 'all',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions;
