import { tagOf } from './language.ts';
import type { Property } from './token.ts';

/** What a work says, in lists its name only. */
type Texts = { name: string; description?: string; metadata?: Property[] };
type Work = Texts & { localization?: { texts: (Texts & { locale: string })[] } | undefined };

/**
 * A work with its texts in a language, as far as it has them; otherwise in the one that it has.
 * @returns with the `locale` of the texts, if they are not the main ones
 */
export const inLanguage = <W extends Work>(work: W, language: string): W & { locale?: string } => {
  const found = work.localization?.texts.find(({ locale }) => locale === tagOf(language));
  return found ? { ...work, ...found } : work;
};
