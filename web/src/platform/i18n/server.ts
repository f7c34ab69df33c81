import type { i18n } from 'i18next';
import { createTranslations as create } from './translations.ts';

/** Translations for rendering in one language; `words` by language. The browser reports missing keys. */
export const createTranslations = (language: string, words: Record<string, object>): i18n =>
  create(language, { load: () => Promise.resolve(undefined), onMissing: () => {} }, words);
