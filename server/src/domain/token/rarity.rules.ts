/**
 * Rarity by information content, the rule of OpenRarity (https://openrarity.gitbook.io/developers, "Information content
 * scoring"): a property that a share p of the tokens have is worth −log2 p bits, a token's score is the sum over all
 * properties of its collection, and the absence of a property counts as a value of it. OpenRarity divides all scores by
 * the entropy of the collection, which changes no rank. Two differences: properties that identify a token do not count,
 * and tokens are not sorted by their number of unique values before the score.
 */
import { DESCENT_PROPERTIES } from '@skarb/schema/genome';
import { RARITY_FROM } from '@skarb/schema/limits';

/** A property of a collection: how many tokens have it, and how many different values there are. */
export type PropertyName = { name: string; tokens: number; values: number; hasHash: boolean };
export type ValueCount = { name: string; value: string; count: number };
/** What a token gains by a value, in bits, above what every token without the property has. */
export type Gain = { name: string; value: string; gain: number };

/** A property with more values is listed by its range only, whatever the size of the collection. */
const LISTED_VALUES_MAX = 1000;

/** Whether the property's values are worth listing: they are not one for each token. */
export const isListed = ({ values, hasHash }: PropertyName): boolean => !hasHash && values <= LISTED_VALUES_MAX;

/**
 * Whether the property says how rare a token is. Genes, the names of parents, and properties whose values are in fewer
 * than two tokens on average identify a token: each of them would be as rare as all others.
 */
export const isInformative = (property: PropertyName): boolean =>
  isListed(property) && property.values * 2 <= property.tokens && !DESCENT_PROPERTIES.includes(property.name);

/** The gains of all values; only of informative properties. Empty in a collection that is too small for ranks. */
export const gainsOf = (items: number, names: readonly PropertyName[], values: readonly ValueCount[]): Gain[] => {
  if (items < RARITY_FROM) return [];
  const bits = (count: number) => Math.log2(items / Math.min(Math.max(count, 1), items));
  const absent = new Map(
    names.filter(isInformative).map(({ name, tokens }) => [name, tokens < items ? bits(items - tokens) : 0]),
  );
  return values.flatMap(({ name, value, count }) => {
    const without = absent.get(name);
    return without === undefined ? [] : [{ name, value, gain: bits(count) - without }];
  });
};

/** Sums in another order differ by less than this. */
const SAME_BITS = 1e-6;
/**
 * Ranks by score: 1 is the highest, equal scores have the same rank, and the next one counts them all.
 * @returns undefined if all scores are equal, which makes nothing rare
 */
export const ranksOf = (scores: Float64Array): Int32Array | undefined => {
  const order = Uint32Array.from(scores, (_, at) => at).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  const scoreAt = (index: number) => scores[order[index] as number] as number;
  if (scores.length === 0 || scoreAt(0) - scoreAt(scores.length - 1) < SAME_BITS) return undefined;
  const ranks = new Int32Array(scores.length);
  for (let index = 0, rank = 1; index < order.length; index++) {
    if (index > 0 && scoreAt(index - 1) - scoreAt(index) >= SAME_BITS) rank = index + 1;
    ranks[order[index] as number] = rank;
  }
  return ranks;
};
