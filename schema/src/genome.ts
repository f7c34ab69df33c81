/**
 * The genome of tokens that can breed: the rules of contracts/src/breeding/Genome.sol in plain numbers, so that server
 * and browser can predict a pair's odds and replay a hatch.
 * A genome is a uint256. Trait `t` (0–11) has four genes `g` of 5 bits at bit `(t * 4 + g) * 5`; gene 0 is shown, 1–3
 * are hidden. `counts` (uint64) holds for trait `t` at bit `t * 5` its number of values minus one.
 */
export const TRAITS_MAX = 12;
export const VALUES_MAX = 32;
export const GENES = 4;

/** The properties that say whose child a token is. They identify it, more or less. */
export const DESCENT_PROPERTIES: readonly string[] = ['Matron', 'Sire', 'Genes'];

const GENE_BITS = 5n;
const GENE_MASK = 31n;
const SEED_BITS_PER_TRAIT = 18n;

/** The four genes of one trait, the shown one first; each an index into the trait's values. */
export type TraitGenes = readonly [number, number, number, number];

const geneAt = (genome: bigint, trait: number, gene: number): number =>
  Number((genome >> (BigInt(trait * GENES + gene) * GENE_BITS)) & GENE_MASK);

/** The four genes of trait `trait`. */
export const traitGenes = (genome: bigint, trait: number): TraitGenes => [
  geneAt(genome, trait, 0),
  geneAt(genome, trait, 1),
  geneAt(genome, trait, 2),
  geneAt(genome, trait, 3),
];

/** The genome made of these traits, in order. Throws RangeError for more than 12 traits or a gene outside 0–31. */
export const packGenome = (traits: readonly TraitGenes[]): bigint => {
  if (traits.length > TRAITS_MAX) throw new RangeError(`a genome has at most ${TRAITS_MAX} traits`);
  return traits.flat().reduce((genome, gene, at) => {
    if (!Number.isInteger(gene) || gene < 0 || gene >= VALUES_MAX) throw new RangeError(`no gene: ${gene}`);
    return genome | (BigInt(gene) << (BigInt(at) * GENE_BITS));
  }, 0n);
};

/** `counts` for traits with so many values each (1–32). Throws RangeError for anything else. */
export const packCounts = (values: readonly number[]): bigint => {
  if (values.length > TRAITS_MAX) throw new RangeError(`a genome has at most ${TRAITS_MAX} traits`);
  return values.reduce((counts, count, trait) => {
    if (!Number.isInteger(count) || count < 1 || count > VALUES_MAX) throw new RangeError(`no count: ${count}`);
    return counts | (BigInt(count - 1) << (BigInt(trait) * GENE_BITS));
  }, 0n);
};

/** How many values trait `trait` has. */
export const countOf = (counts: bigint, trait: number): number =>
  Number((counts >> (BigInt(trait) * GENE_BITS)) & GENE_MASK) + 1;

/**
 * Neighbours are the values 2k and 2k + 1: from a pair of them, a child may show a value that neither parent carries.
 */
const areNeighbours = (a: number, b: number): boolean => (a ^ b) === 1;

/** The value of a mutation of neighbours: ⌊n / 2⌋ + k of n, from the rarer half of the list. */
const mutantOf = (a: number, b: number, values: number): number => Math.floor(values / 2) + (Math.min(a, b) >> 1);

/** A parent's genes after the shuffle: from the last up, neighbouring genes swap when their two bits are 0. */
const shuffled = (genes: TraitGenes, bits: number): number[] => {
  const line = [...genes];
  for (let step = 0; step < GENES - 1; step++) {
    if (((bits >> (2 * step)) & 3) !== 0) continue;
    const at = GENES - 1 - step;
    [line[at], line[at - 1]] = [line[at - 1] as number, line[at] as number];
  }
  return line;
};

/**
 * The child's genome. Of the seed each trait takes 18 bits: 6 to shuffle the matron's genes and 6 the sire's (each of
 * three swaps one time in four), 4 to choose for each gene between the two (1: the sire's), 2 for a mutation of the
 * shown gene (one time in four where neighbours meet).
 * @param traits how many traits the collection has; the rest of the child's genome is zero
 */
export const mix = (matron: bigint, sire: bigint, seed: bigint, traits: number, counts: bigint): bigint => {
  const child = Array.from({ length: traits }, (_, trait): TraitGenes => {
    const bits = Number((seed >> (BigInt(trait) * SEED_BITS_PER_TRAIT)) & 0x3ffffn);
    const ours = shuffled(traitGenes(matron, trait), bits);
    const theirs = shuffled(traitGenes(sire, trait), bits >> 6);
    const genes = ours.map((gene, at) => ((bits >> (12 + at)) & 1 ? (theirs[at] as number) : gene));
    const [a, b] = [ours[0] as number, theirs[0] as number];
    if (bits >> 16 === 0 && areNeighbours(a, b)) genes[0] = mutantOf(a, b, countOf(counts, trait));
    return genes as unknown as TraitGenes;
  });
  return packGenome(child);
};

/** How often, of 64, each of a parent's four genes is first after the shuffle (75, 18.75, 4.6875, 1.5625 %). */
const FRONT = [48, 12, 3, 1] as const;
/** The denominator of odds: 64 for each parent, and eighths for which of the two, or the mutation. */
export const ODDS_WHOLE = 64 * 64 * 8;

export type Odds = {
  /** Index into the trait's values. */
  value: number;
  /** Chance that the child shows it, in parts of ODDS_WHOLE; exact. */
  parts: number;
  /** How many of those parts come from the matron, and how many are mutations; the rest comes from the sire. */
  matron: number;
  mutation: number;
};

/** What a child of these parents may show for one trait, likeliest first; the parts add up to ODDS_WHOLE. */
export const oddsOf = (matron: TraitGenes, sire: TraitGenes, values: number): Odds[] => {
  const found = new Map<number, Odds>();
  const add = (value: number, parts: number, by: 'matron' | 'sire' | 'mutation') => {
    const odds = found.get(value) ?? { value, parts: 0, matron: 0, mutation: 0 };
    found.set(value, { ...odds, parts: odds.parts + parts, ...(by !== 'sire' && { [by]: odds[by] + parts }) });
  };
  matron.forEach((a, i) =>
    sire.forEach((b, j) => {
      const weight = (FRONT[i] as number) * (FRONT[j] as number);
      const mutates = areNeighbours(a, b);
      add(a, weight * (mutates ? 3 : 4), 'matron');
      add(b, weight * (mutates ? 3 : 4), 'sire');
      if (mutates) add(mutantOf(a, b, values), weight * 2, 'mutation');
    }),
  );
  return [...found.values()].toSorted((one, other) => other.parts - one.parts || one.value - other.value);
};

/** The most breedings of a token. */
export const USES_MAX = 7;

/** Seconds of rest after a breeding, by the token's breedings so far. */
const REST_SECONDS = [
  60, 120, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600, 604_800,
] as const;

/** Seconds a token rests after its next breeding; for a matron it is also the time until the child can hatch. */
export const restSeconds = (generation: number, uses: number): number =>
  REST_SECONDS[Math.min(REST_SECONDS.length - 1, (generation >> 1) + uses)] as number;

/** The factor of the base fee for a token's next breeding; each is the sum of the two before. */
const FEE_STEPS = [1n, 2n, 3n, 5n, 8n, 13n, 21n] as const;

/** A token's part of the fee for its next breeding, in base units. Throws RangeError when it has no use left. */
export const breedingFee = (baseFee: bigint, uses: number): bigint => {
  const step = FEE_STEPS[uses];
  if (step === undefined) throw new RangeError(`no breeding after ${uses}`);
  return baseFee * step;
};
