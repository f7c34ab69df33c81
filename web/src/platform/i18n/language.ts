import { LANGUAGE, LANGUAGE_FALLBACK, LANGUAGES, type Language } from '@skarb/schema/language';

export type { Language };

/**
 * The language for a code or tag from a browser, cookie or link: `uk-UA`, `uk` and `ukr` are `ukr`. Undefined for
 * others.
 */
export const asLanguage = (text: string | null | undefined): Language | undefined => {
  const short = text?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return LANGUAGES.find((language) => language === short || LANGUAGE[language].tag === short);
};

const factsOf = (language: string) => LANGUAGE[asLanguage(language) ?? LANGUAGE_FALLBACK];
/** The BCP 47 tag of a language: `ukr` is `uk`. */
export const tagOf = (language: string): string => factsOf(language).tag;
/** The locale of `Intl` for dates and numbers. */
export const localeOf = (language: string): string => factsOf(language).locale;

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
