import { USES_MAX } from '@skarb/schema/genome';
import type { BreedingObstacle, BreedingStatus } from '@skarb/schema/breeding';

/** What decides whether a token can be a parent, whoever the partner is. */
export type Parent = {
  tokenUuid: string;
  collectionUuid: string;
  matronUuid: string | null;
  sireUuid: string | null;
  /** Lower-case; null where nobody holds it. */
  owner: string | null;
  uses: number;
  readyAt: Date | null;
  isOpen: boolean;
  /** A sale of it stands or is announced: its buyer would get another token than he looked at. */
  isListed: boolean;
  /** It lies in the auction house. */
  isEscrowed: boolean;
  isExpecting: boolean;
  /** The marketplace shows it to nobody but its own people. */
  isHidden: boolean;
  /** The right to use it that stands now. */
  siring: { endsAt: Date } | null;
};

/** Something in the way; `until` when it passes by itself. */
export type Obstacle = { code: BreedingObstacle; tokenUuid: string | null; until: Date | null };

/** Is it resting still, by the chain's time? */
export const isResting = (readyAt: Date | null, now: Date): boolean => readyAt !== null && readyAt > now;

/** What keeps a token from breeding at all now. */
export const tokenObstacles = (token: Parent, now: Date): BreedingObstacle[] => [
  ...(token.isOpen ? [] : (['CLOSED'] as const)),
  ...(token.isHidden ? (['HIDDEN'] as const) : []),
  ...(token.uses >= USES_MAX ? (['WORN_OUT'] as const) : []),
  ...(token.isEscrowed ? (['AUCTIONED'] as const) : []),
  ...(token.isListed ? (['LISTED'] as const) : []),
  // A matron rests exactly until her child can hatch: one reason is told, not two.
  ...(token.isExpecting ? (['EXPECTING'] as const) : isResting(token.readyAt, now) ? (['RESTING'] as const) : []),
];

const isParentOf = (one: Parent, other: Parent): boolean =>
  other.matronUuid === one.tokenUuid || other.sireUuid === one.tokenUuid;
const areSiblings = (one: Parent, other: Parent): boolean => {
  const parents = [other.matronUuid, other.sireUuid];
  return [one.matronUuid, one.sireUuid].some((parent) => parent !== null && parents.includes(parent));
};

/**
 * Everything that is in the way of a pair, the same as the contract would say, and what only the marketplace knows
 * (LISTED). Empty: they can breed now.
 * @param wallet who would breed; undefined for a visitor, of whom nothing is known
 */
export const pairObstacles = (matron: Parent, sire: Parent, wallet: string | undefined, now: Date): Obstacle[] => {
  const about = (code: BreedingObstacle, token: Parent | null = null, until: Date | null = null): Obstacle => ({
    code,
    tokenUuid: token?.tokenUuid ?? null,
    until,
  });
  const own = (token: Parent) =>
    tokenObstacles(token, now).map((code) => {
      const passes = (code === 'RESTING' || code === 'EXPECTING') && isResting(token.readyAt, now);
      return about(code, token, passes ? token.readyAt : null);
    });
  if (matron.tokenUuid === sire.tokenUuid) return [about('SAME', matron), ...own(matron)];
  const found: Obstacle[] = [];
  if (matron.collectionUuid !== sire.collectionUuid) found.push(about('OTHER_COLLECTION', sire));
  if (wallet !== undefined && matron.owner !== wallet) found.push(about('NOT_OWNER', matron));
  if (isParentOf(matron, sire) || isParentOf(sire, matron)) found.push(about('PARENT_AND_CHILD'));
  else if (areSiblings(matron, sire)) found.push(about('SIBLINGS'));
  if (sire.owner !== matron.owner && !(sire.siring && sire.siring.endsAt > now)) found.push(about('NO_SIRING', sire));
  // The same collection's being closed is said once.
  const [hers, his] = [own(matron), own(sire)];
  const isTold = hers.some(({ code }) => code === 'CLOSED') && matron.collectionUuid === sire.collectionUuid;
  return [...found, ...hers, ...his.filter(({ code }) => !(isTold && code === 'CLOSED'))];
};

/** What a breeding's facts make it at a time. */
export const statusOf = (
  facts: { number: bigint | null; isHatched: boolean; isLost: boolean; isKept: boolean; readyAt: Date | null },
  now: Date,
): BreedingStatus => {
  if (facts.number === null) return 'DRAFT';
  if (facts.isHatched) return 'HATCHED';
  if (facts.isLost) return 'LOST';
  return facts.isKept && facts.readyAt !== null && facts.readyAt <= now ? 'READY' : 'EXPECTING';
};
