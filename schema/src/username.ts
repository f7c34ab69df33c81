/** Characters that look like a letter: digits, Cyrillic and Greek letters. `i`, `l` and `1` count as one letter. */
const LOOKS: Record<string, string> = Object.fromEntries(
  Object.entries({
    o: '0оοσ',
    i: '1lіїιӏı',
    e: '3еєёε',
    a: '4аαд',
    s: '5ѕ$',
    t: '7тτ',
    b: '8вбβь',
    g: '9ґ',
    k: 'кκ',
    m: 'мμ',
    h: 'нη',
    n: 'пиνйñ',
    p: 'рρ',
    c: 'с',
    y: 'уγ',
    x: 'хχ',
    r: 'г',
    j: 'ј',
    d: 'ԁ',
    w: 'ωш',
  }).flatMap(([letter, looks]) => [...looks].map((look) => [look, letter])),
);

/** The skeleton of a name: without case, accents, separators and digits in place of letters. */
const skeletonOf = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
    .map((letter) => LOOKS[letter] ?? letter)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');

/**
 * Words that only the marketplace may use, and their look-alikes; names composed of several of them are reserved, too.
 */
const HOUSE =
  'skarb admin administrator moderator mod official support helpdesk help staff team system security root operator marketplace скарб адмін адміністратор админ модератор підтримка поддержка офіційний команда безпека'
    .split(' ')
    .map(skeletonOf)
    // The longest first: otherwise "mod" would match the beginning of "moderator".
    .sort((one, other) => other.length - one.length);
// regexp: only for names of at most USERNAME_MAX letters
const RESERVED = new RegExp(`^(?:${HOUSE.join('|')})+$`, 'u');

/** Whether a user may have this name: names that look like the marketplace itself are reserved. */
export const mayTakeUsername = (name: string): boolean => !RESERVED.test(skeletonOf(name));
