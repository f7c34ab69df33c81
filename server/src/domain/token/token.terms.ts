/**
 * What a list can be asked for, as lexemes of the index `token_terms`: words, properties, symbols of names, and facets.
 * Migrations 0060, 0076, 0132 and 0153 have the other half. One probe of that index answers any number of them together.
 */
import { createHash } from 'node:crypto';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { tokenEndpoints } from '@skarb/schema/token';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { allOf, BEGINNING_MAX, partsOf, patternOf, prefixesOf, wordsOf } from '../../platform/db/text-parts.ts';
import { askedStates, STATE_BIT } from './token.rules.ts';

/** The query of a list of tokens; `onSaleOf` is a user whose own listings are wanted. */
export type TokenQuery = QueryOf<typeof tokenEndpoints.list> & { onSaleOf?: string };

/** A text inside of a name is looked for from this length on. */
const INSIDE_MIN = 3;

/** The words of a search as a tsquery: all of them, each as a prefix. */
export const searchWords = (text: string): string => prefixesOf(wordsOf(text));

/**
 * A search: its words, as prefixes of those of a token, and the text that a name may have inside (undefined when it is
 * too short for that). A text without words is found by its symbols, too.
 */
export type Search = {
  words: string;
  /** The lexemes of the words' beginnings. */
  beginnings: string[];
  /** A word is longer than its lexeme. */
  hasLongWord: boolean;
  inside: string | undefined;
  /** The lexemes of the parts of `inside`. */
  parts: string[];
  symbols: string[];
};
export const searchOf = (search: string): Search => {
  const text = search.replaceAll('\0', '');
  const words = wordsOf(text).map((word) => [...word]);
  const inside = words.length === 0 || text.length >= INSIDE_MIN ? text : undefined;
  return {
    words: searchWords(text),
    beginnings: [...new Set(words.map((word) => word.slice(0, BEGINNING_MAX).join('')))],
    hasLongWord: words.some((word) => word.length > BEGINNING_MAX),
    inside,
    parts: inside === undefined ? [] : partsOf(inside),
    symbols: [...new Set(text)]
      .filter((symbol) => !/[\p{Alphabetic}0-9\s]/u.test(symbol))
      .map((symbol) => `~${symbol}`),
  };
};

/**
 * The condition that a token's name contains a text; of one or two characters, that words of it begin so.
 * @param alias of the table `token`
 * @param byIndex as a search of all tokens, instead of a comparison with one
 */
export const isNamed = (sql: Tx, alias: string, text: string, byIndex: boolean): Fragment => {
  const { words, beginnings, parts, symbols } = searchOf(text);
  const isShort = text.length < INSIDE_MIN && words !== '';
  const ofName = words.replaceAll(':*', ':*A');
  const isInName = isShort
    ? sql`${sql(`${alias}.search`)} @@ (select ${ofName}::tsquery)`
    : sql`${sql(`${alias}.name`)} ilike ${patternOf(text)}`;
  const lexemes = isShort ? beginnings : [...parts, ...(parts.length > 0 ? [] : symbols)];
  return byIndex && lexemes.length > 0
    ? sql`${termsOf(sql, alias)} @@ ${allOf(lexemes)}::tsquery and ${isInName}`
    : isInName;
};

/** The expression of the index `token_terms`. */
export const termsOf = (sql: Tx, alias: string): Fragment =>
  sql`token_terms(${joined(
    sql,
    COLUMNS.map((column) => sql`${sql(`${alias}.${column}`)}`),
    sql`,`,
  )})`;
const COLUMNS = ['search', 'name', 'category_uuid', 'collection_uuid', 'type', 'sale_currency_uuid', 'creator_uuid'];

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

/** What a token with more properties than have pairs has instead (`property_pairs` in migration 0153). */
export const UNPAIRED = '=q';
/** Two properties of one token. */
const pairOf = (one: string, other: string): string =>
  `=q${[one, other]
    .map((property) => property.slice(2, 10))
    .sort()
    .join('')}`;
/** One of each of two groups of properties. */
export const pairOfGroups = (one: string[], other: string[]): string[] => [
  ...new Set(one.flatMap((a) => other.map((b) => pairOf(a, b)))),
  UNPAIRED,
];

/** The lexemes of these people's works. */
export const creatorTerms = (uuids: readonly string[]): string[] => uuids.map((uuid) => `=u${uuid}`);

/** The texts by which `token.term_bits` has a lexeme (`term_bits` in migration 0140). */
export const bitTextsOf = (lexeme: string): string[] => {
  const characters = [...(lexeme.startsWith('~') ? lexeme.slice(1) : lexeme)];
  const first = (size: number) => characters.slice(0, size).join('');
  if (lexeme.startsWith('=')) return [first(10), lexeme];
  return [2, 3].filter((size) => characters.length >= size && (!lexeme.startsWith('~') || size === 3)).map(first);
};

type Facet = ['collection' | 'category' | 'type' | 'sale' | 'creator' | 'state' | 'auction', string[]];
/** The facets of a query: one of each group, with the condition that it answers. */
export const facetGroups = (query: TokenQuery): Facet[] => {
  const { collectionUuid = [], categoryUuid = [], type, currencyUuid, creatorUuid } = query;
  const { ofOrder, anyOf = [] } = askedStates(query);
  const all: Facet[] = [
    ['collection', collectionUuid.map((uuid) => `=c${uuid.toLowerCase()}`)],
    ['category', categoryUuid.map((uuid) => `=k${uuid.toLowerCase()}`)],
    ['type', type ? [`=t${type}`] : []],
    ['creator', creatorUuid ? [`=u${creatorUuid.toLowerCase()}`] : []],
    ['sale', currencyUuid ? [`=m${currencyUuid.toLowerCase()}`] : isOnSale(query) ? ['=s'] : []],
    ['auction', ofOrder ? [`=e${STATE_BIT[ofOrder]}`] : []],
    ['state', anyOf.map((state) => `=e${STATE_BIT[state]}`)],
  ];
  return all.filter(([, group]) => group.length > 0);
};

/** Whether only tokens on sale are asked for. */
export const isOnSale = (query: TokenQuery): boolean => {
  const { onSale, onSaleOf, minPrice, maxPrice, currencyUuid } = query;
  return (
    onSale === true ||
    [onSaleOf, minPrice, maxPrice, currencyUuid].some((value) => value !== undefined) ||
    askedStates(query).isOnSale
  );
};

/** What is asked for by the row itself: a text, the people whose names have it, and properties: one of each group. */
export type Content = { search: Search | undefined; creators: string[]; properties: string[][] };

/** The lexemes that a matching token has: of each group one, and all that one of the ways says, if there are any. */
export type Lexemes = { ways: string[][][]; groups: string[][] };

export const alone = (lexemes: string[]) => lexemes.map((one) => [one]);

/** Every lexeme that a matching token has. */
export const lexemesOf = ({ search, creators, properties }: Content, facets: string[][]): Lexemes => {
  const { beginnings = [], parts = [], symbols = [] } = search ?? {};
  const ways = [alone(beginnings), alone(parts), creators.length > 0 ? [creatorTerms(creators)] : []];
  return {
    ways: ways.filter((groups) => groups.length > 0),
    groups: [
      ...properties,
      ...properties.flatMap((one, at) => properties.slice(at + 1).map((other) => pairOfGroups(one, other))),
      ...facets,
      ...(beginnings.length > 0 ? [] : alone(symbols)),
    ],
  };
};
