import type { Vocabulary } from '@skarb/schema/breeding';
import { countOf, GENES, mix, packGenome, type TraitGenes, traitGenes } from '@skarb/schema/genome';

export type Parent = 'matron' | 'sire';
/** Where one gene of a child comes from: the parent, and the place it had there (0 shown, 1–3 hidden). */
export type Origin = { value: number; parent: Parent; place: number };
/** How one trait was drawn. */
export type TraitStory = {
  /** What was handed down, the shown gene first, before a mutation. */
  genes: Origin[];
  /** What the child shows instead, where neighbours met and mutated. */
  mutant: number | null;
  /** What the child shows. */
  shown: number;
};

type Placed = { value: number; place: number };
/** The shuffle of genome.ts over genes that remember their place. */
const shuffled = (genes: TraitGenes, bits: number): Placed[] => {
  const line = genes.map((value, place) => ({ value, place }));
  for (let step = 0; step < GENES - 1; step++) {
    if (((bits >> (2 * step)) & 3) !== 0) continue;
    const at = GENES - 1 - step;
    [line[at], line[at - 1]] = [line[at - 1] as Placed, line[at] as Placed];
  }
  return line;
};

/**
 * Tells the draw of `mix` gene by gene: which parent gave it, and from where.
 * @throws Error where the story and `mix` part, so that it can never tell what did not happen
 */
export const storyOf = (matron: bigint, sire: bigint, seed: bigint, traits: number, counts: bigint): TraitStory[] => {
  const child = mix(matron, sire, seed, traits, counts);
  const stories = Array.from({ length: traits }, (_, trait): TraitStory => {
    const bits = Number((seed >> (BigInt(trait) * 18n)) & 0x3ffffn);
    const ours = shuffled(traitGenes(matron, trait), bits);
    const theirs = shuffled(traitGenes(sire, trait), bits >> 6);
    const genes = ours.map((gene, at): Origin => {
      const isSires = ((bits >> (12 + at)) & 1) === 1;
      return { ...(isSires ? (theirs[at] as Placed) : gene), parent: isSires ? 'sire' : 'matron' };
    });
    const [a, b] = [(ours[0] as Placed).value, (theirs[0] as Placed).value];
    const isMutant = bits >> 16 === 0 && (a ^ b) === 1;
    const mutant = isMutant ? Math.floor(countOf(counts, trait) / 2) + (Math.min(a, b) >> 1) : null;
    return { genes, mutant, shown: mutant ?? (genes[0] as Origin).value };
  });
  const told = packGenome(
    stories.map(({ genes, shown }) => [shown, ...genes.slice(1).map(({ value }) => value)] as unknown as TraitGenes),
  );
  if (told !== child) throw new Error('the story of the draw is not the draw');
  return stories;
};

/** A trait's story in names. */
export type NamedStory = {
  name: string;
  value: string;
  /** Whose gene is shown; both met where it is a mutation. */ parent: Parent | null;
  isHidden: boolean;
  /** The two that met, where they mutated. */ met: string | null;
};

/** The story told with the collection's words. */
export const namedStories = (stories: readonly TraitStory[], vocabulary: Vocabulary): NamedStory[] =>
  stories.map(({ genes, mutant, shown }, trait) => {
    const first = genes[0] as Origin;
    const word = (value: number) => vocabulary[trait]?.values[value] ?? String(value);
    return {
      name: vocabulary[trait]?.name ?? String(trait + 1),
      value: word(shown),
      parent: mutant === null ? first.parent : null,
      isHidden: mutant === null && first.place > 0,
      met: mutant === null ? null : `${word(first.value & ~1)} + ${word(first.value | 1)}`,
    };
  });
