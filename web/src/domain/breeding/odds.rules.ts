import type { Vocabulary } from '@skarb/schema/breeding';
import { ODDS_WHOLE, oddsOf, traitGenes } from '@skarb/schema/genome';

/** Whether a parent shows a value or hides it. */
type Carries = 'shown' | 'hidden' | null;
/** One value a child may show. Shares are fractions from 0 to 1. */
export type Chance = {
  value: string;
  share: number;
  /** Parts of the share: what each parent passes on, and what is a mutation. */
  fromMatron: number;
  fromSire: number;
  mutation: number;
  matron: Carries;
  sire: Carries;
};
export type TraitChances = { name: string; chances: Chance[] };

const carries = (genes: readonly number[], value: number): Carries =>
  genes[0] === value ? 'shown' : genes.includes(value) ? 'hidden' : null;

/**
 * What a child of two genomes may show, trait by trait, the likeliest first. Exact: the shares of a trait add up to 1.
 * @param vocabulary the values that the genomes' numbers mean
 */
export const chancesOf = (matron: bigint, sire: bigint, vocabulary: Vocabulary): TraitChances[] =>
  vocabulary.map(({ name, values }, trait) => {
    const [ours, theirs] = [traitGenes(matron, trait), traitGenes(sire, trait)];
    return {
      name,
      chances: oddsOf(ours, theirs, values.length).map(({ value, parts, matron: fromMatron, mutation }) => ({
        value: values[value] ?? String(value),
        share: parts / ODDS_WHOLE,
        fromMatron: fromMatron / ODDS_WHOLE,
        fromSire: (parts - fromMatron - mutation) / ODDS_WHOLE,
        mutation: mutation / ODDS_WHOLE,
        matron: carries(ours, value),
        sire: carries(theirs, value),
      })),
    };
  });

/** How many of the likeliest values are shown at first; the rest is behind "n rarer". */
export const SHOWN_AT_ONCE = 4;
