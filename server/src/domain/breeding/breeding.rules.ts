import { USES_MAX } from '@skarb/schema/genome';
import type { BreedingObstacle, BreedingStatus } from '@skarb/schema/breeding';

/** The facts that decide whether a token can be a parent, apart from its partner. */
export type Parent = {
  tokenUuid: string;
  collectionUuid: string;
  matronUuid: string | null;
  sireUuid: string | null;
  /** In lower case; null without an owner. */
  owner: string | null;
  uses: number;
  readyAt: Date | null;
  isOpen: boolean;
  /** It has an open listing (scheduled, active or cancelling): breeding would change the token that buyers look at. */
  isListed: boolean;
  /** It is in the auction house. */
  isEscrowed: boolean;
  isExpecting: boolean;
  /** Only its creator, its owners and admins see it. */
  isHidden: boolean;
  /** The current siring offer. */
  siring: { endsAt: Date } | null;
};

/** An obstacle to a breeding; `until` if it ends by itself. */
export type Obstacle = { code: BreedingObstacle; tokenUuid: string | null; until: Date | null };

/** Whether a token still rests at `now`, the chain's time. */
export const isResting = (readyAt: Date | null, now: Date): boolean => readyAt !== null && readyAt > now;

/** The obstacles of one token. */
export const tokenObstacles = (token: Parent, now: Date): BreedingObstacle[] => [
  ...(token.isOpen ? [] : (['CLOSED'] as const)),
  ...(token.isHidden ? (['HIDDEN'] as const) : []),
  ...(token.uses >= USES_MAX ? (['WORN_OUT'] as const) : []),
  ...(token.isEscrowed ? (['AUCTIONED'] as const) : []),
  ...(token.isListed ? (['LISTED'] as const) : []),
  // A matron rests exactly until her child can hatch: report one reason.
  ...(token.isExpecting ? (['EXPECTING'] as const) : isResting(token.readyAt, now) ? (['RESTING'] as const) : []),
];

const isParentOf = (one: Parent, other: Parent): boolean =>
  other.matronUuid === one.tokenUuid || other.sireUuid === one.tokenUuid;
const areSiblings = (one: Parent, other: Parent): boolean => {
  const parents = [other.matronUuid, other.sireUuid];
  return [one.matronUuid, one.sireUuid].some((parent) => parent !== null && parents.includes(parent));
};

/**
 * All obstacles of a pair: those of the contract, and LISTED, which only the marketplace knows. Empty if they can breed now.
 * @param wallet the breeder's; undefined for a visitor
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
  // A closed collection is reported once.
  const [matrons, sires] = [own(matron), own(sire)];
  const isReported = matrons.some(({ code }) => code === 'CLOSED') && matron.collectionUuid === sire.collectionUuid;
  return [...found, ...matrons, ...sires.filter(({ code }) => !(isReported && code === 'CLOSED'))];
};

/** The status of a breeding by its facts at a time. */
export const statusOf = (
  facts: { number: bigint | null; isHatched: boolean; isLost: boolean; isKept: boolean; readyAt: Date | null },
  now: Date,
): BreedingStatus => {
  if (facts.number === null) return 'DRAFT';
  if (facts.isHatched) return 'HATCHED';
  if (facts.isLost) return 'LOST';
  return facts.isKept && facts.readyAt !== null && facts.readyAt <= now ? 'READY' : 'EXPECTING';
};
