/**
 * The languages of the interface, the mails and the server's own pages; the first is the fallback. A new one takes an
 * entry here and its words in `web/locales/<code>/`; everything else is derived from this list.
 */
export const LANGUAGE = {
  en: {
    name: 'English',
    short: 'EN',
    tag: 'en',
    locale: 'en-GB',
    font: null,
    letter: /\p{Script=Latin}/gu,
  },
  ukr: {
    name: 'Українська',
    short: 'УКР',
    tag: 'uk',
    locale: 'uk-UA',
    font: 'onest-ukr',
    letter: /\p{Script=Cyrillic}/gu,
  },
} as const satisfies Record<string, LanguageFacts>;

type LanguageFacts = {
  /** In the language itself. */
  name: string;
  /** The label of the switch in the header. */
  short: string;
  /** BCP 47 tag of `<html lang>`, and what browsers ask for. */
  tag: string;
  /** Locale of `Intl`; the British one, because its dates are clear to everyone. */
  locale: string;
  /** File name (without hash) of the font for letters that the basic font lacks; the page preloads it. */
  font: string | null;
  /** Matches each letter of its script. */
  letter: RegExp;
};

export type Language = keyof typeof LANGUAGE;
export const LANGUAGES = Object.keys(LANGUAGE) as [Language, ...Language[]];
export const LANGUAGE_FALLBACK: Language = LANGUAGES[0];

/** The languages' codes in Unicode CLDR, which the metadata of tokens uses: `uk` for `ukr`. */
export type Locale = (typeof LANGUAGE)[Language]['tag'];
export const LOCALES = LANGUAGES.map((language) => LANGUAGE[language].tag) as [Locale, ...Locale[]];

/** A value for each language. */
export const forEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>;

/**
 * The language for a code or tag from a browser, cookie or link: `uk-UA`, `uk` and `ukr` are `ukr`. Undefined for
 * others.
 */
export const asLanguage = (text: string | null | undefined): Language | undefined => {
  const short = text?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return LANGUAGES.find((language) => language === short || LANGUAGE[language].tag === short);
};

/**
 * The language of a text whose author did not name it, by its script: that of more than half of its letters. Of two
 * languages with one script neither is known. A text in another language of the same script is taken for this one, which
 * is nearer to it than the language of the page.
 */
export const languageOfText = (text: string): Language | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const found = LANGUAGES.filter((language) => (text.match(LANGUAGE[language].letter)?.length ?? 0) > letters / 2);
  return found.length === 1 ? found[0] : undefined;
};

/** A text in the reader's language, otherwise in the first one that it is written in; undefined if it is in none. */
export const writtenText = (
  texts: Readonly<Partial<Record<Language, string | null>>>,
  reader: string,
): { language: Language; text: string } | undefined => {
  const own = asLanguage(reader) ?? LANGUAGE_FALLBACK;
  const language = [own, ...LANGUAGES].find((one) => texts[one]);
  return language && { language, text: texts[language] ?? '' };
};

const factsOf = (language: string) => LANGUAGE[asLanguage(language) ?? LANGUAGE_FALLBACK];
/** The BCP 47 tag of a language: `ukr` is `uk`. */
export const tagOf = (language: string): string => factsOf(language).tag;
/** The locale of `Intl` for dates and numbers. */
export const localeOf = (language: string): string => factsOf(language).locale;

const commaLanguages = new Map<string, boolean>();
/** Whether the language has a decimal comma. */
export const isCommaDecimal = (language: string): boolean => {
  const known = commaLanguages.get(language) ?? new Intl.NumberFormat(localeOf(language)).format(1.5).includes(',');
  commaLanguages.set(language, known);
  return known;
};

/**
 * The language of a request, from the link's `lng`, then the cookie, then the browser's accepted languages by weight.
 * @param accept an Accept-Language header
 */
export const languageOfRequest = (asked: {
  query?: string | null;
  cookie?: string | null;
  accept?: string | null;
}): Language => {
  const accepted = (asked.accept ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';');
      const weight = Number(/q\s*=\s*([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1);
      return { tag, weight };
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => asLanguage(tag));
  return [asLanguage(asked.query), asLanguage(asked.cookie), ...accepted].find(Boolean) ?? LANGUAGE_FALLBACK;
};
