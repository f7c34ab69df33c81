/** The words of a text: in one way for what is searched (`words_in` in migration 0171) and for the search. */

/** What writers and keyboards have for an apostrophe: it is inside of a word. */
const APOSTROPHE = /['`´‘’ʼ′＇]/g;
/** A stress mark and a soft hyphen are no part of a word. */
const MARK = /\u00AD|[\u0300-\u036F]/g;
const WORD = /(?:(?!ʼ)[\p{Alphabetic}0-9])+(?:['`´‘’ʼ′＇](?:(?!ʼ)[\p{Alphabetic}0-9])+)*/gu;

/** A character as PostgreSQL's `lower` writes it: alone, without the rules for whole words, and İ as i. */
export const toSmall = (character: string): string => (character === 'İ' ? 'i' : character.toLowerCase());
const inSmall = (text: string): string => [...text].map(toSmall).join('');

const spelledWordsOf = (text: string): string[] => inSmall(text.normalize('NFC').replace(MARK, '')).match(WORD) ?? [];

/** The words of a search, in lower case and without apostrophes. */
export const wordsAsked = (text: string): string[] => spelledWordsOf(text).map((word) => word.replace(APOSTROPHE, ''));

/** The words by which a text is found: those with apostrophes also by their parts. */
export const wordsFound = (text: string): string[] =>
  spelledWordsOf(text).flatMap((word) => {
    const parts = word.split(APOSTROPHE);
    return parts.length > 1 ? [parts.join(''), ...parts] : parts;
  });
