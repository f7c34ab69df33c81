import type { BreedingFamily, BreedingObstacle, BreedingToken } from '@skarb/schema/breeding';

/** Obstacles that do not concern the token itself: its odds can be shown, and the pair panel says what is missing. */
const OF_THE_VIEWER: readonly BreedingObstacle[] = ['NOT_OWNER', 'NO_SIRING'];

/** The relation that prevents two tokens from breeding, as far as one token's family shows it. */
const relationOf = (token: BreedingToken, family: BreedingFamily): BreedingObstacle | null => {
  const is = ({ uuid }: { uuid: string }) => uuid === token.uuid;
  if (is(family.token)) return 'SAME';
  if (family.token.collection.uuid !== token.collection.uuid) return 'OTHER_COLLECTION';
  if (family.parents.some(is) || family.children.some(is)) return 'PARENT_AND_CHILD';
  return family.siblings.some(is) ? 'SIBLINGS' : null;
};

/**
 * Why a token cannot take a place now; null if it can.
 * @param other the token in the other place, with its relatives
 * @param now by the chain's clock, so that a rest can end while the page is open
 */
export const obstacleOf = (
  token: BreedingToken,
  other: BreedingFamily | null,
  now: number,
): BreedingObstacle | null => {
  const isOver = (code: BreedingObstacle) =>
    code === 'RESTING' && token.readyAt !== null && Date.parse(token.readyAt) <= now;
  const own = token.obstacles.find((code) => !OF_THE_VIEWER.includes(code) && !isOver(code));
  return own ?? (other && relationOf(token, other));
};
