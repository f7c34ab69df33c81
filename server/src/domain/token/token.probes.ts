/** What the index `token_terms` is asked for: of all lexemes of a list, those that are worth reading. */
import { type Frequencies, shareOf } from './token.statistics.ts';
import { alone, type Content, creatorTerms, pairOfGroups } from './token.terms.ts';

/** How many times as long as reading one entry of `token_terms` it takes to read a token and test it. */
const TOKEN_COST = 80;
/** The same of noting the place of a token that the index has found. */
const FOUND_COST = 32;

/**
 * Lexemes of which a token has one, or the one that it must not have: `share` of all tokens have them, and `left` of those that
 * have what is asked for besides match.
 */
type Probe = { group: string[]; share: number; left: number; isExcluded?: true };

/**
 * Properties by their pairs, from the rarest one, until each is in one: no more entries are read than tokens have two of
 * them. What they leave is estimated as that of properties that do not depend on each other.
 */
const pairsOf = (frequencies: Frequencies, properties: string[][]): Probe[] => {
  const shares = properties.map((group) => shareOf(frequencies, group));
  const pairs = properties
    .flatMap((one, at) =>
      properties.slice(at + 1).map((other, after) => ({ group: pairOfGroups(one, other), of: [at, at + 1 + after] })),
    )
    .map((pair) => ({ ...pair, share: shareOf(frequencies, pair.group) }))
    .sort((a, b) => a.share - b.share);
  const covered = new Set<number>();
  return pairs.flatMap(({ group, of, share }) => {
    const added = of.filter((at) => !covered.has(at));
    for (const at of added) covered.add(at);
    return added.length > 0 ? [{ group, share, left: added.reduce((all, at) => all * (shares[at] as number), 1) }] : [];
  });
};

const probeOf = (frequencies: Frequencies, group: string[]): Probe => {
  const share = shareOf(frequencies, group);
  return { group, share, left: share };
};

const excludingProbeOf = (frequencies: Frequencies, lexeme: string): Probe => {
  const share = shareOf(frequencies, [lexeme]);
  return { group: [lexeme], share, left: 1 - share, isExcluded: true };
};

/** Whether each value may be paired with each of another property: not with too many. */
const MOST_PAIRS = 16;
const probesOfProperties = (frequencies: Frequencies, properties: string[][]): Probe[] => {
  const sizes = properties.map((group) => group.length).sort((a, b) => b - a);
  return properties.length > 1 && (sizes[0] as number) * (sizes[1] as number) <= MOST_PAIRS
    ? pairsOf(frequencies, properties)
    : properties.map((group) => probeOf(frequencies, group));
};

/**
 * These probes, from the rarest one, as long as reading all entries of one takes less time than reading the tokens that it
 * excludes: PostgreSQL decodes most of a frequent lexeme's entries, however rare the others are. Lexemes that a token must not
 * have come last: alone they would read the whole index.
 * @param share of the tokens that the lexemes besides them leave
 */
const worthProbing = (probes: Probe[], share: number): Probe[] => {
  let left = share;
  return probes
    .toSorted((a, b) => Number(a.isExcluded ?? false) - Number(b.isExcluded ?? false) || a.share - b.share)
    .filter((one) => {
      if (left < 1 && left * (1 - one.left) * TOKEN_COST < one.share) return false;
      left *= one.left;
      return true;
    });
};

/** What is asked for in `token_terms`; `share` of all tokens are found. */
export type Probes = { ways: string[][][]; besides: string[][]; without: string[]; share: number };

/**
 * Ways to match a text, and what is worth it besides; `share` of the tokens are left by it, about.
 * @param excluded lexemes that no matching token has
 * @param within the share of the tokens that are asked about
 */
export const probesOf = (
  frequencies: Frequencies,
  { search, creators, properties }: Content,
  facets: string[][],
  excluded: string[],
  { isThorough = false, within = 1 }: { isThorough?: boolean; within?: number } = {},
): Probes => {
  const { beginnings = [], parts = [], symbols = [] } = search ?? {};
  const others = [
    ...probesOfProperties(frequencies, properties),
    ...[...facets, ...(beginnings.length > 0 ? [] : alone(symbols))].map((group) => probeOf(frequencies, group)),
    ...excluded.map((lexeme) => excludingProbeOf(frequencies, lexeme)),
  ];
  // The parts of a text come together: the second rarest excludes little, the others nothing.
  const rarest = parts
    .map((part) => ({ part, share: shareOf(frequencies, [part]) }))
    .sort((a, b) => a.share - b.share)
    .slice(0, 2)
    .map(({ part }) => part);
  const ways = [alone(beginnings), alone(rarest), creators.length > 0 ? [creatorTerms(creators)] : []].filter(
    (groups) => groups.length > 0,
  );
  const least = (groups: string[][]) => Math.min(...groups.map((group) => shareOf(frequencies, group)));
  const share = Math.min(
    1,
    ways.reduce((sum, groups) => sum + least(groups), ways.length > 0 ? 0 : 1),
  );
  const besides = isThorough ? others : worthProbing(others, share * within);
  return {
    ways,
    besides: besides.flatMap(({ group, isExcluded }) => (isExcluded ? [] : [group])),
    without: besides.flatMap(({ group, isExcluded }) => (isExcluded ? group : [])),
    share: besides.reduce((all, { left }) => all * left, share),
  };
};

/** Whether these probes take less time than reading the tokens that they exclude, of a share of all that is known otherwise. */
export const takeLess = (
  frequencies: Frequencies,
  { ways, besides, without, share }: Probes,
  within: number,
): boolean => {
  const groups = [...ways.flat(), ...besides, ...alone(without)];
  const entries = groups.reduce((sum, group) => sum + shareOf(frequencies, group), 0);
  return groups.length > 0 && entries + share * FOUND_COST < within * (1 - share) * TOKEN_COST;
};
