/** Text inside of a column, by an index of its parts (`text_parts` in migration 0076). */
import { toSmall, wordsAsked } from '@skarb/schema/word';
import { joined, type Fragment, type Tx } from './database.ts';

const SIZE = 3;

/** A lexeme in the notation of tsquery. */
const lexeme = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`;
/** A tsquery of lexemes: all of them. */
export const allOf = (lexemes: readonly string[]): string => lexemes.map(lexeme).join(' & ');
/** A tsquery of lexemes: one of each group. Empty without groups. */
export const oneOfEach = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => `(${group.map(lexeme).join(' | ')})`).join(' & ');

const WORDS_MAX = 8;
/** Beginnings of words up to this length are lexemes (`word_beginnings` in migration 0076). */
export const BEGINNING_MAX = 10;
/** The words of a search: the first eight. */
export const wordsOf = (text: string): string[] => wordsAsked(text).slice(0, WORDS_MAX);
/** Words as a tsquery: all of them, each as a prefix. It is cast: to_tsquery would split words of digits and letters. */
export const prefixesOf = (words: readonly string[]): string => words.map((word) => `${lexeme(word)}:*`).join(' & ');

/** A text inside of another, as a pattern of `ilike`. */
export const patternOf = (text: string): string => `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;

/** The lexemes of a text's parts of three characters; of a text as long as `least` and shorter, itself. */
export const partsOf = (text: string, least = SIZE): string[] => {
  const characters = [...text.replaceAll('\0', '')].map(toSmall);
  const size = Math.min(SIZE, characters.length);
  if (size < least || size === 0) return [];
  return [...new Set(characters.slice(size - 1).map((_, at) => `~${characters.slice(at, at + size).join('')}`))];
};

/**
 * The condition that a column contains a text, or each of several, by its index.
 * @param least the `least` of the index; a shorter text is compared with every row
 */
export const contains = (sql: Tx, column: Fragment, text: string | readonly string[], least: number): Fragment => {
  const texts = [text].flat();
  const parts = [...new Set(texts.flatMap((one) => partsOf(one, least)))];
  const patterns = joined(
    sql,
    texts.map((one) => sql`${column} ilike ${patternOf(one)}`),
    sql` and `,
  );
  return parts.length > 0
    ? sql`text_parts(${column}, ${sql.unsafe(String(least)) as unknown as Fragment}) @@ ${allOf(parts)}::tsquery and ${patterns}`
    : patterns;
};
