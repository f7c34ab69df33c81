/**
 * The languages of the interface, the mails and the server's own pages; the first is the fallback. A new one takes an
 * entry here and its words in `web/locales/<code>/`; everything else is derived from this list.
 */
export const LANGUAGE = {
  en: { name: 'English', short: 'EN', tag: 'en', locale: 'en-US', mailLocale: 'en-GB', font: null },
  ukr: { name: 'Українська', short: 'УКР', tag: 'uk', locale: 'uk-UA', mailLocale: 'uk-UA', font: 'onest-ukr' },
} as const satisfies Record<string, LanguageFacts>;

type LanguageFacts = {
  /** In the language itself. */
  name: string;
  /** The label of the switch in the header. */
  short: string;
  /** BCP 47 tag of `<html lang>`, and what browsers ask for. */
  tag: string;
  /** Locale of `Intl` for the interface. */
  locale: string;
  /** Locale of `Intl` for mails, which write the day before the month in English too. */
  mailLocale: string;
  /** File name (without hash) of the font for letters that the basic font lacks; the page preloads it. */
  font: string | null;
};

export type Language = keyof typeof LANGUAGE;
export const LANGUAGES = Object.keys(LANGUAGE) as [Language, ...Language[]];
export const LANGUAGE_FALLBACK: Language = LANGUAGES[0];

/** A value for each language. */
export const forEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>;
