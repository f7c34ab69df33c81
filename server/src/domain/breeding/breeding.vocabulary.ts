import {
  DESCENT_PROPERTIES,
  GENES,
  packGenome,
  traitGenes,
  TRAITS_MAX,
  VALUES_MAX,
  type TraitGenes,
} from '@skarb/schema/genome';
import type { Vocabulary } from '@skarb/schema/breeding';
import type { Hex } from 'viem';
import { hexToBytes, keccak256, stringToBytes } from 'viem';
import { creatureTraitNames, creatureTraits } from './art/creature-traits.ts';

/** A token with its properties, in their order. */
export type Founder = { tokenUuid: string; tokenId: string; properties: { name: string; value: string }[] };

/** Properties that describe a token's descent: never traits. */
const DESCENT = ['Generation', ...DESCENT_PROPERTIES];
/** The value shown by a token that lacks a trait of others. */
const NONE = 'None';

/** The vocabulary of the drawn house spirits: their parts, as listed by the artist. */
export const creatureVocabulary: Vocabulary = creatureTraitNames.map((name) => ({
  name,
  values: [...creatureTraits[name]],
}));

/** Whether children with this vocabulary are drawn from their genes. */
export const isCreature = (vocabulary: Vocabulary): boolean =>
  JSON.stringify(vocabulary) === JSON.stringify(creatureVocabulary);

const valueOf = (founder: Founder, trait: string): string =>
  founder.properties.find(({ name }) => name === trait)?.value ?? NONE;

/** Whether a vocabulary contains all of a founder's shown values. */
export const isExpressible = (founder: Founder, vocabulary: Vocabulary): boolean =>
  vocabulary.every(({ name, values }) => values.includes(valueOf(founder, name)));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The vocabulary for these tokens: each property with 2 to 32 values is a trait (the 12 that most tokens have), its
 * values ordered from common to rare. Tokens that have exactly the house spirits' parts get the artist's list, with the
 * variants that no token shows yet.
 * @returns no traits if no property distinguishes the tokens
 */
export const makeVocabulary = (founders: readonly Founder[]): Vocabulary => {
  if (founders.length > 0 && founders.every((founder) => isExpressible(founder, creatureVocabulary)))
    return creatureVocabulary;
  const counts = new Map<string, Map<string, number>>();
  for (const { properties } of founders)
    for (const { name, value } of properties) {
      if (DESCENT.includes(name)) continue;
      const values = counts.get(name) ?? new Map<string, number>();
      counts.set(name, values.set(value, (values.get(value) ?? 0) + 1));
    }
  const traits = [...counts].map(([name, values]) => {
    const having = [...values.values()].reduce((sum, count) => sum + count, 0);
    const lacking = founders.length - having;
    const all = lacking > 0 && !values.has(NONE) ? new Map([...values, [NONE, lacking]]) : values;
    const ordered = [...all].toSorted(([a, some], [b, more]) => more - some || compare(a, b)).map(([value]) => value);
    return { name, having, values: ordered };
  });
  return traits
    .filter(({ values }) => values.length >= 2 && values.length <= VALUES_MAX)
    .toSorted((one, other) => other.having - one.having || compare(one.name, other.name))
    .slice(0, TRAITS_MAX)
    .map(({ name, values }) => ({ name, values }));
};

/** An index below `size` from a 16-bit random number; the probability falls linearly from the first to the last. */
const weighted = (random: number, size: number): number => {
  const total = (size * (size + 1)) / 2;
  let left = Math.floor((random / 65_536) * total);
  for (let place = 0; place < size; place++) {
    left -= size - place;
    if (left < 0) return place;
  }
  return size - 1;
};

/**
 * A founder's genes. The shown genes are its property values; the hidden ones are drawn from its contract and token id,
 * so that repeated calls give the same result.
 * @throws RangeError if the vocabulary cannot express the founder
 */
export const foundersGenes = (contract: Hex, founder: Founder, vocabulary: Vocabulary): bigint =>
  packGenome(
    vocabulary.map(({ name, values }): TraitGenes => {
      const shown = values.indexOf(valueOf(founder, name));
      if (shown < 0) throw new RangeError(`${name} has no value ${valueOf(founder, name)}`);
      const bytes = hexToBytes(keccak256(stringToBytes(`${contract} ${founder.tokenId} ${name}`)));
      const hidden = Array.from({ length: GENES - 1 }, (_, at) =>
        weighted(((bytes[2 * at] as number) << 8) | (bytes[2 * at + 1] as number), values.length),
      );
      return [shown, ...hidden] as unknown as TraitGenes;
    }),
  );

/** The names and values of a genome's traits. */
export const traitsOf = (genes: bigint, vocabulary: Vocabulary) =>
  vocabulary.map(({ name, values }, trait) => {
    const [shown, ...hidden] = traitGenes(genes, trait).map((gene) => values[gene] ?? `${gene}`);
    return { name, shown: shown as string, hidden };
  });
