import { packGenome, traitGenes, USES_MAX } from '@skarb/schema/genome';
import { LANGUAGES } from '@skarb/schema/language';
import { describe, expect, it } from 'vitest';
import { WORDS } from '../../platform/words.ts';
import { creatureTraitNames, creatureTraits } from './art/creature-traits.ts';
import { childTexts, localizedVocabularyOf, type ParentTexts } from './breeding.child.ts';
import { pairObstacles, statusOf, tokenObstacles, type Parent } from './breeding.rules.ts';
import { creatureVocabulary, foundersGenes, isCreature, makeVocabulary, type Founder } from './breeding.vocabulary.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T13:00:00Z');
const token = (name: string, more: Partial<Parent> = {}): Parent => ({
  tokenUuid: name,
  collectionUuid: 'home',
  matronUuid: null,
  sireUuid: null,
  owner: 'ann',
  uses: 0,
  readyAt: null,
  isOpen: true,
  isListed: false,
  isEscrowed: false,
  isExpecting: false,
  isHidden: false,
  siring: null,
  ...more,
});
const codes = (matron: Parent, sire: Parent, wallet?: string) =>
  pairObstacles(matron, sire, wallet, now).map(({ code }) => code);

describe('a token', () => {
  it.each<[string, Partial<Parent>]>([
    ['CLOSED', { isOpen: false }],
    ['LISTED', { isListed: true }],
    ['AUCTIONED', { isEscrowed: true }],
    ['EXPECTING', { isExpecting: true }],
    ['HIDDEN', { isHidden: true }],
    ['RESTING', { readyAt: later }],
    ['WORN_OUT', { uses: USES_MAX }],
  ])('cannot breed: %s', (code, more) => {
    expect(tokenObstacles(token('one', more), now)).toEqual([code]);
  });

  it('can breed from the second its rest ends; while expecting it is not also RESTING', () => {
    expect(tokenObstacles(token('one', { readyAt: now }), now)).toEqual([]);
    expect(tokenObstacles(token('one', { readyAt: later, isExpecting: true }), now)).toEqual(['EXPECTING']);
  });
});

describe('a pair', () => {
  const [ann, sire] = [token('matron'), token('sire')];
  it('of unrelated tokens of one owner can breed', () => {
    expect(codes(ann, sire, 'ann')).toEqual([]);
    expect(codes(ann, sire)).toEqual([]);
  });
  it('is refused for a wallet that does not own the matron', () => {
    expect(codes(ann, sire, 'bob')).toEqual(['NOT_OWNER']);
  });
  it('of the same token, or of two collections, is refused', () => {
    expect(codes(ann, ann, 'ann')).toEqual(['SAME']);
    expect(codes(ann, token('sire', { collectionUuid: 'other' }), 'ann')).toEqual(['OTHER_COLLECTION']);
  });
  it('of parent and child, or of full or half siblings, is refused', () => {
    expect(codes(ann, token('child', { matronUuid: 'matron', sireUuid: 'x' }), 'ann')).toEqual(['PARENT_AND_CHILD']);
    expect(codes(token('child', { matronUuid: 'x', sireUuid: 'sire' }), sire, 'ann')).toEqual(['PARENT_AND_CHILD']);
    const one = token('one', { matronUuid: 'a', sireUuid: 'b' });
    expect(codes(one, token('two', { matronUuid: 'a', sireUuid: 'b' }), 'ann')).toEqual(['SIBLINGS']);
    expect(codes(one, token('two', { matronUuid: 'c', sireUuid: 'a' }), 'ann')).toEqual(['SIBLINGS']);
    expect(codes(one, token('two', { matronUuid: 'c', sireUuid: 'd' }), 'ann')).toEqual([]);
  });
  it('of two owners needs a siring offer that has not expired', () => {
    expect(codes(ann, token('sire', { owner: 'bob' }), 'ann')).toEqual(['NO_SIRING']);
    expect(codes(ann, token('sire', { owner: 'bob', siring: { endsAt: now } }), 'ann')).toEqual(['NO_SIRING']);
    expect(codes(ann, token('sire', { owner: 'bob', siring: { endsAt: later } }), 'ann')).toEqual([]);
  });
  it('has obstacles with their token and end, and reports a closed collection once', () => {
    const tired = token('sire', { readyAt: later, isListed: true });
    expect(pairObstacles(ann, tired, 'ann', now)).toEqual([
      { code: 'LISTED', tokenUuid: 'sire', until: null },
      { code: 'RESTING', tokenUuid: 'sire', until: later },
    ]);
    expect(codes(token('matron', { isOpen: false }), token('sire', { isOpen: false }), 'ann')).toEqual(['CLOSED']);
  });
});

it('derives a breeding’s status from its facts', () => {
  const facts = { number: 1n, isHatched: false, isLost: false, isKept: true, readyAt: now };
  expect(statusOf({ ...facts, number: null }, now)).toBe('DRAFT');
  expect(statusOf(facts, now)).toBe('READY');
  expect(statusOf({ ...facts, isKept: false }, now)).toBe('EXPECTING');
  expect(statusOf({ ...facts, readyAt: later }, now)).toBe('EXPECTING');
  expect(statusOf({ ...facts, isHatched: true }, now)).toBe('HATCHED');
  expect(statusOf({ ...facts, isLost: true }, later)).toBe('LOST');
});

describe('a vocabulary', () => {
  const founder = (tokenId: string, properties: Record<string, string>): Founder => ({
    tokenUuid: tokenId,
    tokenId,
    properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
  });
  it('has the properties that differ, with values from common to rare and None for tokens without one', () => {
    const founders = [
      founder('1', { Hat: 'Cap', Tone: 'Red', Serial: '1', Generation: '0' }),
      founder('2', { Hat: 'Cap', Tone: 'Blue', Serial: '1', Generation: '1' }),
      founder('3', { Tone: 'Red', Serial: '1' }),
    ];
    expect(makeVocabulary(founders)).toEqual([
      { name: 'Tone', values: ['Red', 'Blue'] },
      { name: 'Hat', values: ['Cap', 'None'] },
    ]);
    expect(makeVocabulary([])).toEqual([]);
  });
  it('of house spirits is the artist’s complete list', () => {
    const shown = Object.fromEntries(creatureTraitNames.map((name) => [name, creatureTraits[name][1] as string]));
    const vocabulary = makeVocabulary([founder('1', { ...shown, Generation: '0' })]);
    expect(vocabulary).toEqual(creatureVocabulary);
    expect(isCreature(vocabulary)).toBe(true);
  });
  it('gives a founder the genes of its properties, and deterministic hidden genes', () => {
    const vocabulary = [{ name: 'Tone', values: ['Red', 'Blue', 'Green'] }];
    const genes = foundersGenes('0xabc', founder('7', { Tone: 'Green' }), vocabulary);
    expect(traitGenes(genes, 0)[0]).toBe(2);
    expect(traitGenes(genes, 0).every((gene) => gene < 3)).toBe(true);
    expect(foundersGenes('0xabc', founder('7', { Tone: 'Green' }), vocabulary)).toBe(genes);
    const others = Array.from({ length: 40 }, (_, at) =>
      foundersGenes('0xabc', founder(`${at}`, { Tone: 'Red' }), vocabulary),
    );
    expect(new Set(others).size).toBeGreaterThan(5);
    expect(() => foundersGenes('0xabc', founder('7', { Tone: 'Black' }), vocabulary)).toThrow(RangeError);
  });
});

describe('a child', () => {
  const vocabulary = [{ name: 'Tone', values: ['Red', 'Blue'] }];
  const parent = (name: string, other?: { name: string; tone: string }): ParentTexts => {
    const metadata = [{ name: 'Tone', value: 'Blue', isNumber: false }];
    const inUkrainian = { locale: 'uk' as const, name: other?.name ?? '', description: '' };
    const translated = [{ name: 'Тон', value: other?.tone ?? '', isNumber: false }];
    return {
      name,
      metadata,
      ...(other && { localization: { default: 'en', texts: [{ ...inUkrainian, metadata: translated }] } }),
    };
  };
  const born = (matron: ParentTexts, sire: ParentTexts, seed = 1n) => {
    const genes = packGenome([[1, 0, 0, 0]]);
    const { localization, ...texts } = childTexts({ number: 5n, seed, generation: 2, genes, vocabulary, matron, sire });
    return { ...texts, other: localization.texts[0] as (typeof localization.texts)[0], localization };
  };
  it('has a name mixed from its parents’ names if possible, within the length limit, in each language', () => {
    const [olenko, mukhomor] = [
      parent('Olenko, Tenor', { name: 'Оленко, тенор', tone: '' }),
      parent('Mukhomor, Watch'),
    ];
    for (let seed = 0n; seed < 60n; seed++) {
      const { name, other } = born(olenko, mukhomor, seed);
      expect(name).toMatch(/^Ol[a-z]+( of Olenko and Mukhomor)?$/);
      expect(other.name).toBe('Маля: Оленко × Mukhomor');
      const ukrainian = born(olenko, parent('Дід Мороз'), seed).other.name;
      expect(born(olenko, parent('Мухомор'), seed).other.name).toMatch(/^Ол[а-яґєії]+( \(Оленко × Мухомор\))?$/);
      expect([name, other.name, ukrainian].every((one) => [...one].length <= 32)).toBe(true);
    }
    const spirit = born(parent('Дід Лісовик'), parent('Fig. 3'));
    expect([spirit.name, spirit.other.name]).toEqual(['Child of Дід Лісовик and Fig. 3', 'Маля: Дід Лісовик × Fig. 3']);
    const long = born(parent('A name that is as long as it may'), parent('12345'));
    expect([long.name, long.other.name]).toEqual(['Child No. 5', 'Маля № 5']);
    const grandchild = born(parent(spirit.name, { name: spirit.other.name, tone: '' }), parent('12345'));
    expect([grandchild.name, grandchild.other.name]).toEqual(['Child No. 5', 'Маля № 5']);
  });
  it('has its traits and descent as properties, in the words of its genes', () => {
    expect(born(parent('M'), parent('7')).metadata).toEqual([
      { name: 'Tone', value: 'Blue', isNumber: false },
      { name: 'Generation', value: '2', isNumber: true },
      { name: 'Matron', value: 'M', isNumber: false },
      { name: 'Sire', value: '7', isNumber: false },
      { name: 'Genes', value: '0x1', isNumber: false },
    ]);
  });
  it('has its text and properties in the other language, traits as a parent has them', () => {
    const { localization, other } = born(parent('Moss'), parent('Fern', { name: 'Папороть', tone: 'Синій' }));
    expect(localization.default).toBe('en');
    expect(other).toMatchObject({ locale: 'uk', description: expect.stringContaining('Батьки: «Moss» і «Папороть»') });
    expect(other.metadata).toEqual([
      { name: 'Тон', value: 'Синій', isNumber: false },
      { name: 'Покоління', value: '2', isNumber: true },
      { name: 'Мати', value: 'Moss', isNumber: false },
      { name: 'Батько', value: 'Папороть', isNumber: false },
      { name: 'Гени', value: '0x1', isNumber: false },
    ]);
  });
  it.each(LANGUAGES)('of house spirits has all parts in %s', (language) => {
    const words = Object.entries(WORDS[language].child.creature).map(([name, { values }]) => [
      name,
      Object.keys(values),
    ]);
    expect(Object.fromEntries(words)).toEqual(creatureTraits);
  });
});

it('the vocabulary of the house spirits has each value in Ukrainian, no other one has any', () => {
  const [ukrainian] = localizedVocabularyOf(creatureVocabulary) ?? [];
  expect(ukrainian?.locale).toBe('uk');
  expect(ukrainian?.vocabulary.find(({ name }) => name === 'Тіло')?.values).toContain('Паросток');
  expect(JSON.stringify(ukrainian?.vocabulary)).not.toMatch(/"[A-Z]/);
  expect(localizedVocabularyOf([{ name: 'Tone', values: ['Blue', 'Red'] }])).toBeUndefined();
});
