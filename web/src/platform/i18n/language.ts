import { LANGUAGE_FALLBACK, LANGUAGES } from '@skarb/schema/limits';

export type Language = (typeof LANGUAGES)[number];

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** One of our languages from what a browser, a cookie or a link says: `uk-UA` and `uk` are `ukr`. Undefined for others. */
export const asLanguage = (text: string | null | undefined): Language | undefined => {
  const short = text?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  if (short === 'uk') return 'ukr';
  return isLanguage(short) ? short : undefined;
};

/** The language tag that browsers and `Intl` know: `ukr` is `uk`. */
export const tagOf = (language: string): string => (language === 'ukr' ? 'uk' : language);
/** For dates and numbers. */
export const localeOf = (language: string): string => (language === 'ukr' ? 'uk-UA' : 'en-US');

/**
 * The language of a request: the link's `lng`, then the cookie, then what the browser accepts, by its weights.
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
