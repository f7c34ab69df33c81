import type { Vocabulary } from '@skarb/schema/breeding';
import { NAME_MAX, PROPERTY_TEXT_MAX } from '@skarb/schema/limits';
import type { Property } from '@skarb/schema/token';
import { hexToBytes, keccak256, numberToHex, toHex } from 'viem';
import { propertiesOf } from '../token/token.rules.ts';
import { traitsOf } from './breeding.vocabulary.ts';

/** The inputs of a child's name, description and properties. */
export type Birth = {
  number: bigint;
  seed: bigint;
  generation: number;
  genes: bigint;
  vocabulary: Vocabulary;
  matronName: string;
  sireName: string;
};

const cut = (text: string, max: number): string => {
  const letters = [...text];
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};

/** A parent's short name: up to the first comma. */
const shortOf = (name: string): string => (name.split(',')[0] as string).trim();

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

/**
 * The child's name: a mixed name if possible, followed by its parents' names if they fit.
 */
export const childName = ({
  matronName,
  sireName,
  seed,
  number,
}: Pick<Birth, 'matronName' | 'sireName' | 'seed' | 'number'>): string => {
  const own = blend(matronName, sireName, seed);
  const [matron, sire] = [shortOf(matronName), shortOf(sireName)];
  const firstWord = (name: string) => name.split(/\s+/)[0] as string;
  const forms = [
    ...(own
      ? [`${own}, Child of ${matron} and ${sire}`, `${own} of ${firstWord(matron)} and ${firstWord(sire)}`, own]
      : []),
    ...(matron.startsWith('Child ') || sire.startsWith('Child ') ? [] : [`Child of ${matron} and ${sire}`]),
    `Child No. ${number}`,
  ];
  return forms.find((form) => [...form].length <= NAME_MAX) as string;
};

/** The properties in the child's metadata: shown traits and its descent. At most 16. */
export const childProperties = (birth: Birth): Property[] => [
  ...propertiesOf(traitsOf(birth.genes, birth.vocabulary).map(({ name, shown }) => ({ name, value: shown }))),
  ...propertiesOf([{ name: 'Generation', value: String(birth.generation) }]),
  // Names and genes stay text even when they look like numbers.
  { name: 'Matron', value: cut(birth.matronName, PROPERTY_TEXT_MAX), isNumber: false },
  { name: 'Sire', value: cut(birth.sireName, PROPERTY_TEXT_MAX), isNumber: false },
  { name: 'Genes', value: toHex(birth.genes), isNumber: false },
];

export const childDescription = ({ number, generation, matronName, sireName }: Birth): string =>
  `Born of “${matronName}” and “${sireName}”, breeding ${number}, generation ${generation}. Its genes follow from theirs and a draw that anybody can repeat.`;
