/**
 * What a list can be asked for, as lexemes of the index `token_terms`: words, properties, symbols of names, and facets.
 * Migration 0060 has the other half. One probe of that index answers any number of them together.
 */
import { createHash } from 'node:crypto';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { tokenEndpoints } from '@skarb/schema/token';

/** The query of a list of tokens; `onSaleOf` is a user whose own listings are wanted. */
export type TokenQuery = QueryOf<typeof tokenEndpoints.list> & { onSaleOf?: string };

const WORDS_MAX = 8;
/** A text inside of a name is looked for from this length on. */
const INSIDE_MIN = 3;

/** A lexeme in the notation of tsquery. */
const lexeme = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`;
const anyOf = (lexemes: string[]): string => `(${lexemes.join(' | ')})`;

/** The words of a search as a tsquery: all of them, each as a prefix. */
export const searchWords = (text: string): string =>
  wordsOf(text)
    .map((word) => `${word}:*`)
    .join(' & ');
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, WORDS_MAX);

/**
 * A search: its words, and the text that a name may have inside (undefined when it is too short for that). A text
 * without words is found by its symbols, too.
 */
export type Search = {
  words: string;
  wordList: string[];
  inside: string | undefined;
  parts: string[];
  symbols: string[];
};
/** Every three characters of a text. */
const partsOf = (text: string): string[] => {
  const characters = [...text.toLowerCase()];
  return [...new Set(characters.slice(2).map((_, at) => `~${characters.slice(at, at + 3).join('')}`))];
};
export const searchOf = (search: string): Search => {
  const text = search.replaceAll('\0', '');
  const wordList = wordsOf(text);
  const inside = wordList.length === 0 || text.length >= INSIDE_MIN ? text : undefined;
  return {
    words: searchWords(text),
    wordList,
    inside,
    parts: inside === undefined ? [] : partsOf(inside),
    symbols: [...new Set(text)].filter((symbol) => !/[\p{Alphabetic}\p{M}\p{N}\s]/u.test(symbol)),
  };
};
/** A text inside of a name, as a pattern of `ilike`. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A property `name:value`, as `token.search` has it. */
const propertyOf = (pair: string): string => `=p${createHash('md5').update(pair).digest('hex').slice(0, 16)}`;

/** `name:value` filters: any value of one name, all of the names. */
export const propertyGroups = (traits: readonly string[]): string[][] => {
  const groups = new Map<string, string[]>();
  for (const trait of traits) {
    const text = trait.replaceAll('\0', '');
    const name = text.split(':', 1)[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), propertyOf(text)]);
  }
  return [...groups.values()];
};

type Facet = ['collection' | 'category' | 'type' | 'sale', string[]];
/** The facets of a query: one of each group, with the condition that it answers. */
export const facetGroups = (query: TokenQuery): Facet[] => {
  const { collectionUuid = [], categoryUuid = [], type, currencyUuid } = query;
  const all: Facet[] = [
    ['collection', collectionUuid.map((uuid) => `=c${uuid.toLowerCase()}`)],
    ['category', categoryUuid.map((uuid) => `=k${uuid.toLowerCase()}`)],
    ['type', type ? [`=t${type}`] : []],
    ['sale', currencyUuid ? [`=m${currencyUuid.toLowerCase()}`] : isOnSale(query) ? ['=s'] : []],
  ];
  return all.filter(([, group]) => group.length > 0);
};

/** Whether only tokens on sale are asked for. */
export const isOnSale = ({ onSale, onSaleOf, minPrice, maxPrice, currencyUuid }: TokenQuery): boolean =>
  onSale === true || [onSaleOf, minPrice, maxPrice, currencyUuid].some((value) => value !== undefined);

/** A tsquery of lexemes: all of them. */
export const allOf = (lexemes: readonly string[]): string => lexemes.map(lexeme).join(' & ');
/** A tsquery of lexemes: one of each group. Empty without groups. */
export const oneOfEach = (groups: string[][]): string => groups.map((group) => anyOf(group.map(lexeme))).join(' & ');
