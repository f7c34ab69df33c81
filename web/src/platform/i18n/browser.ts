import { LANGUAGE_FALLBACK } from '@skarb/schema/limits';
import { tagOf } from '@skarb/schema/language';
import { createBackend } from './backend.ts';
import { detectLanguage, keepLanguage } from './detect.ts';
import { createTranslations, type Translations } from './translations.ts';

/** After the retries the words are requested this often, and when the network comes back. */
const RETRY_MS = 15_000;
const pause = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    addEventListener('online', done);
  });

/**
 * Starts the translations in the language the page was rendered in, so that hydration finds the same text, and returns
 * the language to change to afterwards where the visitor's choice differs (local storage, which no server sees).
 * Resolves only with words: a rendered page can be read until then, one hydrated without words cannot.
 */
export const startTranslations = async (
  rendered: string | undefined,
  source: ReturnType<typeof createBackend> = createBackend((path, init) => fetch(path, init)),
): Promise<{ i18n: Translations; wanted: string }> => {
  const wanted = detectLanguage();
  const language = rendered ?? wanted;
  const i18n = createTranslations(language, source);
  while (!(await i18n.load(language))) await pause();
  // For keys that a language lacks; the page does not wait for it.
  void i18n.load(LANGUAGE_FALLBACK);
  keepLanguage(wanted);
  i18n.subscribe((next) => {
    document.documentElement.lang = tagOf(next);
    keepLanguage(next);
  });
  return { i18n, wanted };
};
