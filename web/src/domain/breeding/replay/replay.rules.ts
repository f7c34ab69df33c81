import type { Vocabulary } from '@skarb/schema/breeding';
import { countOf, GENES, mix, packGenome, type TraitGenes, traitGenes } from '@skarb/schema/genome';

type Parent = 'matron' | 'sire';
/** Where one gene of a child comes from: the parent, and its index there (0 shown, 1–3 hidden). */
type Origin = { value: number; parent: Parent; place: number };
/** How one trait was drawn. */
export type TraitStory = {
  /** The inherited genes, the shown one first, before a mutation. */
  genes: Origin[];
  /** What the child shows instead if two neighbours mutated. */
  mutant: number | null;
  shown: number;
};

type Placed = { value: number; place: number };
/** The shuffle of genome.ts over genes that keep their origin. */
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
 * The draw of `mix` gene by gene: which parent each gene came from, and from which index.
 * @throws Error if the result differs from `mix`, so that it never shows a draw that did not happen
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
  const replayed = packGenome(
    stories.map(({ genes, shown }) => [shown, ...genes.slice(1).map(({ value }) => value)] as unknown as TraitGenes),
  );
  if (replayed !== child) throw new Error('the story of the draw is not the draw');
  return stories;
};

/** A trait's draw in words. */
export type NamedStory = {
  name: string;
  value: string;
  /** The parent of the shown gene; both for a mutation. */ parent: Parent | null;
  isHidden: boolean;
  /** The two values that mutated. */ met: string | null;
};

/** The draw in the collection's words. */
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
