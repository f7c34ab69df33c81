import type { LocalizedName } from '@skarb/schema/localization';
import type { Matched } from '@skarb/schema/search';
import type { Localization, Property, Token } from '@skarb/schema/token';
import { wordsAsked, wordsFound } from '@skarb/schema/word';

/** A text that is an id; a number may also be a word. Addresses and hashes are in lower case. */
export type ExactQuery =
  | { kind: 'uuid'; uuid: string }
  | { kind: 'address'; address: string }
  | { kind: 'token'; address: string; tokenId: string }
  | { kind: 'number'; tokenId: string }
  | { kind: 'transaction'; hash: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const TOKEN = /^(0x[0-9a-f]{40})[\s/:#]{1,3}(\d{1,78})$/;
const HASH = /^0x[0-9a-f]{64}$/;
/** Shorter numbers without a sign are words: years, sizes. */
const NUMBER = /^(?:#\s?(\d{1,78})|(\d{8,78}))$/;

/** What a text identifies: a uuid, an address, `contract/tokenId`, a token id alone or a transaction's hash. */
export const exactQueryOf = (text: string): ExactQuery | undefined => {
  const small = text.trim().toLowerCase();
  if (UUID.test(small)) return { kind: 'uuid', uuid: small };
  if (ADDRESS.test(small)) return { kind: 'address', address: small };
  if (HASH.test(small)) return { kind: 'transaction', hash: small };
  const [, address, tokenId] = TOKEN.exec(small) ?? [];
  if (address && tokenId) return { kind: 'token', address, tokenId };
  const [, signed, long] = NUMBER.exec(small) ?? [];
  const number = signed ?? long;
  return number === undefined ? undefined : { kind: 'number', tokenId: number };
};

/** The names of a work in all its languages. */
export const namesOf = ({ name, localization }: Pick<Token, 'name' | 'localization'>): string[] => [
  name,
  ...(localization?.texts ?? []).map((text) => text.name),
];

/** How a text may be written as a name: as it is, in small or capital letters, with the first letter or each word's in capitals. */
export const spelledAsNames = (text: string): string[] => {
  const one = text.trim().replace(/\s+/g, ' ');
  const small = one.toLowerCase();
  const capital = (word: string) => word.replace(/^./u, (first) => first.toUpperCase());
  return [...new Set([one, small, one.toUpperCase(), capital(small), small.split(' ').map(capital).join(' ')])];
};

/** What a search compares: a token of a list, with all texts of its other languages where they are read. */
type Searched = Pick<Token, 'name' | 'creator' | 'collection' | 'metadata' | 'description'> & {
  localization?: Token['localization'] | Localization;
};
type Text = LocalizedName['texts'][number] & Partial<Localization['texts'][number]>;
const textsOf = ({ localization }: Pick<Searched, 'localization'>): Text[] => localization?.texts ?? [];

const sayProperty = ({ name, value }: Property): string => `${name}: ${value}`;
/** That a search found a token by one of its properties. */
export const matchedProperty = (token: Pick<Searched, 'metadata' | 'localization'>, index: number): Matched => {
  const localization = textsOf(token).flatMap(({ locale, metadata }) => {
    const property = metadata?.[index];
    return property ? [{ locale, text: sayProperty(property) }] : [];
  });
  const property = token.metadata[index];
  return {
    by: 'property',
    text: property ? sayProperty(property) : null,
    ...(localization.length > 0 && { localization }),
  };
};

/** Why a search found a token: the first text, in any language, that has all of its words, each as the beginning of one. */
export const matchedOf = (token: Searched, search: string): Matched | null => {
  const { creator, collection, metadata, description } = token;
  const asked = wordsAsked(search);
  const others = textsOf(token);
  const has = (text: string | null | undefined) => {
    const words = wordsFound(text ?? '');
    return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)));
  };
  if (namesOf(token).some((one) => has(one) || one.toLowerCase().includes(search.trim().toLowerCase())))
    return { by: 'name', text: null };
  if (has(`${creator.name ?? ''} ${creator.username?.replaceAll('_', ' ') ?? ''}`))
    return { by: 'artist', text: creator.name ?? creator.username };
  if (has(collection.name)) return { by: 'collection', text: collection.name };
  const index = metadata.findIndex(
    ({ value }, at) => has(value) || others.some((text) => has(text.metadata?.[at]?.value)),
  );
  if (index >= 0) return matchedProperty(token, index);
  if (has(description) || others.some((text) => has(text.description))) return { by: 'description', text: null };
  // The words are in several texts: that of the longest one that no name has says most.
  const isInName = (one: string) =>
    namesOf(token).some((text) => wordsFound(text).some((word) => word.startsWith(one)));
  const [longest] = asked.toSorted((a, b) => Number(isInName(a)) - Number(isInName(b)) || b.length - a.length);
  return asked.length > 1 && longest ? matchedOf(token, longest) : null;
};

/** Words of so many characters are corrected after their first one only: many others are like them. */
const SHORT = 3;
/** Longer words are not corrected: comparing them takes long. */
const CORRECTED_MAX = 32;
/** Corrections of a word differ in so many characters at most; 0: it is too short or too long to be corrected. */
export const distanceOf = (word: string): number => {
  const { length } = [...word];
  return length < SHORT || length > CORRECTED_MAX ? 0 : length < 6 ? 1 : 2;
};

/** The characters of a word that its variants are made of, as in `word_variants` of migration 0093. */
const VARIED = 7;
const LONG = 6;
/** A word with up to two characters left out, or one if it is short: similar words have one of these in common. */
export const variantsOf = (word: string): string[] => {
  const characters = [...word].slice(0, VARIED);
  const without = (from: readonly string[]) => from.map((_, at) => from.toSpliced(at, 1));
  const once = without(characters);
  const twice = [...word].length >= LONG ? once.flatMap(without) : [];
  return [...new Set([characters, ...once, ...twice].map((variant) => variant.join('')))];
};

/** The number of characters to insert, delete, replace or swap with the next one. */
export const editDistance = (from: string, to: string): number => {
  const [a, b] = [[...from], [...to]];
  let before: number[] = [];
  let last = b.map((_, at) => at).concat(b.length);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (last[j] as number) + 1,
          (row[j - 1] as number) + 1,
          (last[j - 1] as number) + Number(!isSame),
          isSwapped ? (before[j - 2] as number) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
};

/** Letters that are taken for one another, of both alphabets: by their sound or by their look. */
const ALIKE = ['иіїйыiy', 'еєёэe', 'гґ', 'аa', 'оo', 'рp', 'сc', 'хx', 'уy'];
const folded = (word: string): string =>
  [...word].map((letter) => ALIKE.find((letters) => letters.includes(letter))?.[0] ?? letter).join('');

/**
 * The words that may be meant, the most probable first: the nearest one; of several one that differs in letters that are
 * alike, then the one with the same first letter, then the most frequent one.
 * @param frequencyOf how frequent a word is
 */
export const nearest = (
  word: string,
  candidates: readonly string[],
  frequencyOf: (word: string) => number,
): string[] => {
  const [max, { length }] = [distanceOf(word), [...word]];
  return (
    candidates
      // Each character that only one of two words has counts: such words need no comparison.
      .filter((one) => Math.abs([...one].length - length) <= max)
      .map((one) => ({ one, distance: editDistance(word, one), isSameStart: one[0] === word[0] }))
      .filter(({ distance, isSameStart }) => distance <= max && (isSameStart || length > SHORT))
      .map((candidate) => ({
        ...candidate,
        isAlike: folded(candidate.one) === folded(word),
        frequency: frequencyOf(candidate.one),
      }))
      .sort(
        (a, b) =>
          a.distance - b.distance ||
          Number(b.isAlike) - Number(a.isAlike) ||
          Number(b.isSameStart) - Number(a.isSameStart) ||
          b.frequency - a.frequency ||
          (a.one < b.one ? -1 : 1),
      )
      .map(({ one }) => one)
  );
};

/** Cyrillic letters by what the Ukrainian national romanization (2010) writes for them; longer ones first. */
const CYRILLIC: [latin: string, letter: string][] = (
  'shch щ,zgh зг,kh х,ts ц,ch ч,sh ш,zh ж,ya я,ia я,yu ю,iu ю,ye є,ie є,yi ї,a а,b б,c к,d д,e е,f ф,g г,h г,i і,j й,' +
  'k к,l л,m м,n н,o о,p п,q к,r р,s с,t т,u у,v в,w в,x кс,y и,z з'
)
  .split(',')
  .map((pair) => pair.split(' ') as [string, string]);
/** What it writes for them; the letters є, ї, й, ю and я have another form at the beginning of a word. */
const LATIN = new Map(
  'а a,б b,в v,г h,ґ g,д d,е e,є ie,ж zh,з z,и y,і i,ї i,й i,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ь ,ю iu,я ia'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
const INITIAL = new Map([...'єїйюя'].map((letter, at) => [letter, ['ye', 'yi', 'y', 'yu', 'ya'][at] as string]));

const inCyrillic = (word: string): string => {
  let letters = '';
  for (let rest = word; rest !== '';) {
    const [latin, letter] = CYRILLIC.find(([start]) => rest.startsWith(start)) ?? [rest.slice(0, 1), rest.slice(0, 1)];
    // “i” after a vowel is the half vowel: Hai, Гай.
    letters += letter === 'і' && /[аеєиіїоуюя]$/.test(letters) ? 'й' : letter;
    rest = rest.slice(latin.length);
  }
  return letters;
};
const inLatin = (word: string): string =>
  [...word.replaceAll('зг', 'zgh')]
    .map((letter, at) => (at === 0 ? INITIAL.get(letter) : undefined) ?? LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll(/['’ʼ]/g, '');

/** A text in the other alphabet: “Hutsuliak” for “Гуцуляк” and the reverse; undefined if it mixes them or has neither. */
export const inOtherAlphabet = (text: string): string | undefined => {
  const small = text.normalize('NFC').toLowerCase();
  const [isLatin, isCyrillic] = [/\p{Script=Latin}/u.test(small), /\p{Script=Cyrillic}/u.test(small)];
  if (isLatin === isCyrillic) return undefined;
  return small
    .split(/(\s+)/)
    .map(isLatin ? inCyrillic : inLatin)
    .join('');
};
