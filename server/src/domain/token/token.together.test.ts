import { describe, expect, it } from 'vitest';
import { mayMatch, type Together } from './token.together.ts';

/** Which numbers come together, with themselves too. The first number is the first bit. */
const togetherOf = (lexemes: string[], pairs: [string, string][]): Together => {
  const ids = new Map(lexemes.map((lexeme, id) => [lexeme, id]));
  const rows = new Map(lexemes.map((_, id) => [id, new Uint8Array(2)]));
  const all = [...pairs, ...lexemes.map((lexeme): [string, string] => [lexeme, lexeme])];
  for (const [one, other] of all.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
    const row = rows.get(ids.get(one) as number) as Uint8Array;
    const bit = ids.get(other) as number;
    row[bit >> 3] = (row[bit >> 3] as number) | (128 >> (bit & 7));
  }
  return { generation: 1, ids, rows };
};

describe('whether a token may have what is asked for', () => {
  // The ninth lexeme is in the second byte.
  const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const known = togetherOf(
    ['a', ...others],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'i'],
    ],
  );
  it.each<[string, string[][][], string[][], boolean]>([
    ['two that come together', [], [['a'], ['b']], true],
    ['two that do not', [], [['a'], ['c']], false],
    ['the same, one after the other with a third', [], [['a'], ['b'], ['c']], false],
    ['one of several that does', [], [['a'], ['c', 'i']], true],
    ['several that do not', [], [['a'], ['c', 'd']], false],
    ['one that is not known', [], [['a'], ['zebra']], true],
    ['one of several that is not known', [], [['a'], ['c', 'zebra']], true],
    ['a way that is there', [[['c']], [['b']]], [['a']], true],
    ['ways that are not', [[['c']], [['d'], ['b']]], [['a']], false],
    ['a way that excludes itself', [[['a'], ['c']]], [], false],
    ['nothing', [], [], true],
  ])('%s', (_what, ways, groups, expected) => {
    expect(mayMatch(known, { ways, groups })).toBe(expected);
  });

  it('and one lexeme more, with each of the others', () => {
    expect(mayMatch(known, { ways: [], groups: [['a'], ['b']] }, 'c')).toBe(false);
    expect(mayMatch(known, { ways: [], groups: [['b']] }, 'c')).toBe(true);
    expect(mayMatch(known, { ways: [[['a']], [['b']]], groups: [] }, 'c')).toBe(true);
  });
});
