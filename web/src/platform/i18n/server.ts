import { createTranslations as create, type Translations } from './translations.ts';

const kept = new WeakMap<Record<string, object>, Map<string, Translations>>();

/**
 * Translations for rendering in one language, the same for the same `words` (by language): nothing changes them. The
 * browser reports missing keys.
 */
export const createTranslations = (language: string, words: Record<string, object>): Translations => {
  const made = kept.get(words) ?? new Map<string, Translations>();
  kept.set(words, made);
  const known =
    made.get(language) ?? create(language, { load: () => Promise.resolve(undefined), onMissing: () => {} }, words);
  made.set(language, known);
  return known;
};
