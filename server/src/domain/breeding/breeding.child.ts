import type { BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import { LANGUAGE, LANGUAGE_FALLBACK, LANGUAGES, type Language } from '@skarb/schema/language';
import { NAME_MAX, PROPERTY_TEXT_MAX } from '@skarb/schema/limits';
import type { Localization, Property } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import { hexToBytes, keccak256, numberToHex, toHex } from 'viem';
import { compose, WORDS } from '../../platform/words.ts';
import { propertiesOf } from '../token/token.rules.ts';
import { isCreature, traitsOf } from './breeding.vocabulary.ts';

/** A parent's texts in all its languages. */
export type ParentTexts = { name: string; metadata: Property[]; localization?: Localization | undefined };

/** The inputs of a child's name, description and properties. */
export type Birth = {
  number: bigint;
  seed: bigint;
  generation: number;
  genes: bigint;
  vocabulary: Vocabulary;
  matron: ParentTexts;
  sire: ParentTexts;
};

type Texts = { name: string; description: string; metadata: Property[] };

const cut = (text: string, max: number): string => {
  const letters = [...text];
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};

/** A parent's short name: up to the first comma or bracket. */
const shortOf = (name: string): string => (name.split(/,| \(/)[0] as string).trim();

/** The first word of a name if it can be mixed with another: at least four letters of one alphabet. */
const stemOf = (name: string): { word: string; script: string } | undefined => {
  const word = (shortOf(name).split(/\s+/)[0] ?? '').replace(/[^\p{L}]/gu, '');
  if ([...word].length < 4) return undefined;
  const script = /^\p{Script=Latin}+$/u.test(word) ? 'latin' : /^\p{Script=Cyrillic}+$/u.test(word) ? 'cyrillic' : '';
  return script ? { word, script } : undefined;
};

const VOWEL = /[aeiouyаеєиіїоуюя]/i;

/** Mixes the parents' names: Olenko and Mukhomor give Olemor. The seed decides where they are cut. */
const blend = (matron: string, sire: string, seed: bigint): string | undefined => {
  const [matronStem, sireStem] = [stemOf(matron), stemOf(sire)];
  if (!matronStem || !sireStem || matronStem.script !== sireStem.script) return undefined;
  const bytes = hexToBytes(keccak256(numberToHex(seed, { size: 32 })));
  const [head, tail] = [[...matronStem.word], [...sireStem.word]];
  const from = 2 + ((bytes[0] as number) % (Math.min(head.length, 6) - 2));
  // After a vowel the tail begins with a consonant, and vice versa, if possible.
  const wantsVowel = !VOWEL.test(head[from - 1] as string);
  const starts = tail.map((_, at) => at).filter((at) => at > 0 && at >= tail.length - 5 && at <= tail.length - 2);
  const fitting = starts.filter((at) => VOWEL.test(tail[at] as string) === wantsVowel);
  const choices = fitting.length > 0 ? fitting : starts;
  const at = choices[(bytes[1] as number) % choices.length] as number;
  return `${head.slice(0, from).join('')}${tail.slice(at).join('').toLowerCase()}`;
};

/** The child's name: a mixed name if possible, followed by its parents' names if they fit. */
const nameOf = (language: Language, { seed, number }: Birth, matronName: string, sireName: string): string => {
  const { named, short, child, numbered } = WORDS[language].child.forms;
  const own = blend(matronName, sireName, seed);
  const [matron, sire] = [shortOf(matronName), shortOf(sireName)];
  const firstWord = (name: string) => name.split(/[\s:]/)[0] as string;
  const forms = [
    ...(own
      ? [
          compose(named, { own, matron, sire }),
          compose(short, { own, matron: firstWord(matron), sire: firstWord(sire) }),
          own,
        ]
      : []),
    // A child's child is named without its grandparents.
    ...([matron, sire].some((name) => firstWord(name) === firstWord(child)) ? [] : [compose(child, { matron, sire })]),
    compose(numbered, { number: String(number) }),
  ];
  return forms.find((form) => [...form].length <= NAME_MAX) as string;
};

/** The properties in the child's metadata: shown traits and its descent. At most 16. */
const propertiesIn = (birth: Birth, matronName: string, sireName: string): Property[] => [
  ...propertiesOf(traitsOf(birth.genes, birth.vocabulary).map(({ name, shown }) => ({ name, value: shown }))),
  ...propertiesOf([{ name: 'Generation', value: String(birth.generation) }]),
  // Names and genes stay text even when they look like numbers.
  { name: 'Matron', value: cut(matronName, PROPERTY_TEXT_MAX), isNumber: false },
  { name: 'Sire', value: cut(sireName, PROPERTY_TEXT_MAX), isNumber: false },
  { name: 'Genes', value: toHex(birth.genes), isNumber: false },
];

/** The house spirits' vocabulary in the other languages; undefined for any other vocabulary. */
export const localizedVocabularyOf = (vocabulary: Vocabulary): BreedingTerms['localizedVocabulary'] =>
  isCreature(vocabulary)
    ? LANGUAGES.filter((language) => language !== LANGUAGE_FALLBACK).map((language) => ({
        locale: LANGUAGE[language].tag,
        vocabulary: vocabulary.map(({ name, values }) => {
          const words = (WORDS[language].child.creature as Dictionary)[name];
          return { name: words?.name ?? name, values: values.map((value) => words?.values[value] ?? value) };
        }),
      }))
    : undefined;

type Dictionary = Record<string, { name: string; values: Record<string, string> }>;

/** A trait in another language: as a parent has it, otherwise as the artist of the house spirits calls it. */
const traitIn = (language: Language, trait: Property, { matron, sire, vocabulary }: Birth): Property => {
  for (const parent of [matron, sire]) {
    const index = parent.metadata.findIndex(({ name, value }) => name === trait.name && value === trait.value);
    const found = inLanguage(parent, language).metadata[index];
    if (parent.localization && found) return found;
  }
  const words = isCreature(vocabulary) ? (WORDS[language].child.creature as Dictionary)[trait.name] : undefined;
  return words ? { ...trait, name: words.name, value: words.values[trait.value] ?? trait.value } : trait;
};

const textsIn = (language: Language, birth: Birth): Texts => {
  const [matron, sire] = [inLanguage(birth.matron, language).name, inLanguage(birth.sire, language).name];
  const number = String(birth.number);
  return {
    name: nameOf(language, birth, matron, sire),
    description: compose(WORDS[language].child.description, {
      matron,
      sire,
      number,
      generation: String(birth.generation),
    }),
    metadata: propertiesIn(birth, matron, sire),
  };
};

/**
 * A child's name, text and properties in all languages. The main properties are in the words of its genes, whatever
 * their language, because filters know no others.
 */
export const childTexts = (birth: Birth): Texts & { localization: Localization } => ({
  ...textsIn(LANGUAGE_FALLBACK, birth),
  localization: {
    default: LANGUAGE[LANGUAGE_FALLBACK].tag,
    texts: LANGUAGES.filter((language) => language !== LANGUAGE_FALLBACK).map((language) => {
      const { property } = WORDS[language].child;
      const { metadata, ...texts } = textsIn(language, birth);
      return {
        locale: LANGUAGE[language].tag,
        ...texts,
        metadata: metadata.map((one, index) =>
          index < birth.vocabulary.length
            ? traitIn(language, one, birth)
            : { ...one, name: property[one.name as keyof typeof property] },
        ),
      };
    }),
  },
});
