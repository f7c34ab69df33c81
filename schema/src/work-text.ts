import { tagOf } from './language.ts';
import type { LocalizedName } from './localization.ts';
import type { Property } from './token.ts';

/** What a work says, in lists its name only. */
type Texts = { name: string; description?: string; metadata?: Property[] };
type Work = Texts & { localization?: { texts: (Texts & { locale: string })[] } | undefined };

/** A work with its texts in a language, as far as it has them; otherwise in the one that it has. */
export const inLanguage = <W extends Work>(work: W, language: string): W => {
  const found = work.localization?.texts.find(({ locale }) => locale === tagOf(language));
  if (!found) return work;
  const { locale: _, ...texts } = found;
  return { ...work, ...texts };
};

/** The locale that `inLanguage` shows. */
export const localeIn = ({ default: main, texts }: LocalizedName, language: string): string =>
  texts.find(({ locale }) => locale === tagOf(language))?.locale ?? main;
