import type { Token } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { editDistance, exactQueryOf, inOtherAlphabet, matchedOf, nearest, variantsOf } from './search.rules.ts';

it('an id is recognised in any letter case, and nothing else is', () => {
  const address = `0x${'aB'.repeat(20)}`;
  expect(exactQueryOf(` ${address} `)).toEqual({ kind: 'address', address: address.toLowerCase() });
  expect(exactQueryOf(`${address}/42`)).toEqual({ kind: 'token', address: address.toLowerCase(), tokenId: '42' });
  expect(exactQueryOf(`0x${'1'.repeat(64)}`)).toEqual({ kind: 'transaction', hash: `0x${'1'.repeat(64)}` });
  expect(exactQueryOf('01990000-0000-7000-8000-00000000000A')).toEqual({
    kind: 'uuid',
    uuid: '01990000-0000-7000-8000-00000000000a',
  });
  expect(exactQueryOf('18446744073709551621')).toEqual({ kind: 'number', tokenId: '18446744073709551621' });
  expect(exactQueryOf('#42')).toEqual({ kind: 'number', tokenId: '42' });
  for (const text of ['42', '2024', '#', '0x', `${address}1`, 'peacock', `${address}/`])
    expect(exactQueryOf(text)).toBeUndefined();
});

it('a work is found by a property or a description in any language; a word of its name explains nothing', () => {
  const eyes = (name: string, value: string) => [{ name, value, isNumber: false }];
  const work = {
    name: 'Snessor',
    description: 'Drawn by hand',
    creator: { name: 'Taras Hai', username: null } as Token['creator'],
    collection: { name: 'Domovyky' } as Token['collection'],
    metadata: eyes('Eyes', 'Owl'),
    localization: {
      default: 'en' as const,
      texts: [
        { locale: 'uk' as const, name: 'Снесор', description: 'Намальовано вручну', metadata: eyes('Очі', 'Сова') },
      ],
    },
  };
  const property = { by: 'property', text: 'Eyes: Owl', localization: [{ locale: 'uk', text: 'Очі: Сова' }] };
  for (const text of ['owl', 'сова', 'сов', 'Snessor owl', 'снесор сова'])
    expect(matchedOf(work, text), text).toEqual(property);
  expect(matchedOf(work, 'вручну')).toEqual({ by: 'description', text: null });
  expect(matchedOf(work, 'снесор')).toEqual({ by: 'name', text: null });
});

it.each([
  ['peacok', 'peacock', 1],
  ['paecock', 'peacock', 1],
  ['гуцулак', 'гуцуляк', 1],
  ['sova', 'sowa', 1],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
])('%j differs from %j in %d characters', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
  expect(editDistance(to, from)).toBe(distance);
});

it('words that differ in as many characters as a correction allows have a variant in common', () => {
  const share = (a: string, b: string) => variantsOf(a).some((variant) => variantsOf(b).includes(variant));
  for (const [typed, meant] of [
    ['peacok', 'peacock'],
    ['sowa', 'sova'],
    ['watrecolur', 'watercolour'],
    ['соняхи', 'соняшник'],
  ] as const)
    expect(share(typed, meant), typed).toBe(true);
  expect(variantsOf('abcdefgh')).toHaveLength(1 + 7 + 21);
});

it('the nearest word is chosen, of several one with letters that are alike, then the one that begins alike, then the most frequent one', () => {
  const frequencyOf = (word: string) => (word === 'barn' ? 2 : 1);
  expect(nearest('peacok', ['peacock', 'peacocks'], () => 1)[0]).toBe('peacock');
  expect(nearest('bark', ['bars', 'barn', 'dark'], frequencyOf)[0]).toBe('barn');
  expect(nearest('дид', ['дим', 'дід', 'вид'], (word) => (word === 'дим' ? 2 : 1))[0]).toBe('дід');
  expect(nearest('cat', ['bat'], frequencyOf)).toEqual([]);
  expect(nearest('ox', ['of'], frequencyOf)).toEqual([]);
  expect(nearest('house', ['horst'], frequencyOf)).toEqual([]);
});

it('a word is corrected up to 32 characters, by a word that is longer by at most as many as the distance', () => {
  const word = 'abcd'.repeat(8);
  expect(nearest(word, [`${word}e`], () => 1)).toEqual([`${word}e`]);
  expect(nearest(word, [`${word}efg`], () => 1)).toEqual([]);
  expect(nearest(`${word}e`, [`${word}f`], () => 1)).toEqual([]);
});

it.each([
  ['Hutsuliak', 'гуцуляк'],
  ['Taras Hai', 'тарас гай'],
  ['Mariia', 'марія'],
  ['Vereshchak', 'верещак'],
  ['Yavoriv', 'яворів'],
])('%j is %j in the other alphabet, and the reverse', (latin, cyrillic) => {
  expect(inOtherAlphabet(latin)).toBe(cyrillic);
  expect(inOtherAlphabet(cyrillic)).toBe(latin.toLowerCase());
});

it('a text of both alphabets, or of none, has no other', () => {
  expect(['Red сова', '2026', '!'].map(inOtherAlphabet)).toEqual([undefined, undefined, undefined]);
});
