import { LANGUAGE_FALLBACK, STORAGE_KEY } from '@skarb/schema/limits';
import { asLanguage, type Language } from '@skarb/schema/language';
import { keepCookie } from '../keep-cookie.ts';

const KEY = STORAGE_KEY.language;
/** Accesses storage, which a browser may refuse. @returns undefined in that case */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** The visitor's language, in the specification's order: link, cookie, local storage, session storage, browser, page. */
export const detectLanguage = (): Language => {
  const found = [
    () => new URLSearchParams(location.search).get('lng'),
    // regexp: KEY is a constant; its value ends at the next semicolon
    () => new RegExp(`(?:^|;\\s*)${KEY}=([^;]+)`).exec(document.cookie)?.[1],
    () => localStorage.getItem(KEY),
    () => sessionStorage.getItem(KEY),
    () => navigator.languages.find((tag) => asLanguage(tag)),
    () => document.documentElement.lang,
  ];
  for (const read of found) {
    const language = asLanguage(attempt(read));
    if (language) return language;
  }
  return LANGUAGE_FALLBACK;
};

/** Stores the choice in local storage, and in a cookie so that the server renders the next page in this language. */
export const keepLanguage = (language: string): void => {
  attempt(() => localStorage.setItem(KEY, language));
  keepCookie(KEY, language);
};
