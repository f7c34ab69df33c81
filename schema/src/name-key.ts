// Without zod: a rule of texts alone.

/** Letters and digits that look like those of the Latin alphabet, with what they look like. `l` is for l, i, 1 and |. */
const LOOKS: Record<string, string> = Object.fromEntries(
  (
    [
      ['a', 'аαɑ'],
      ['b', 'вьЬβΒ'],
      ['c', 'сϲ'],
      ['d', 'ԁ'],
      ['e', 'еєεҽ'],
      ['f', 'ғ'],
      ['g', 'ɡ'],
      ['h', 'нһΗ'],
      ['j', 'ј'],
      ['k', 'кκ'],
      ['l', 'iіїι1ӏ|ıℓ'],
      ['m', 'мΜ'],
      ['n', 'пη'],
      ['o', 'оο0σ'],
      ['p', 'рρ'],
      ['q', 'ԛ'],
      ['r', 'г'],
      ['s', 'ѕ5'],
      ['t', 'тτ'],
      ['u', 'υцμ'],
      ['v', 'νѵ'],
      ['w', 'шщωԝ'],
      ['x', 'хχ'],
      ['y', 'уүγΥ'],
      ['z', 'зζΖ3'],
    ] as const
  ).flatMap(([latin, others]) => [...others].map((one) => [one, latin])),
);

/**
 * A name without what a reader overlooks: case, accents, spaces, signs, and letters that look like others (`Раris` is
 * `Paris`). Two names with the same key may be taken for one another. Names that look different may share one, too.
 */
export const nameKey = (name: string): string => {
  // Capital letters first: the Greek Η looks like an H, its small η like an n.
  const seen = [...name.normalize('NFKD')].map((one) => LOOKS[one] ?? one).join('');
  const key = [...seen.toLowerCase().normalize('NFKD')]
    .map((one) => LOOKS[one] ?? one)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
  // Emoji and signs alone are compared as they are.
  return key || name.normalize('NFKC').trim();
};
