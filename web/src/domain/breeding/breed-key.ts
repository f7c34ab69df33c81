import type { BreedingPair } from '@skarb/schema/breeding';

/** Key of a breeding's steps: with another parent they would be of another breeding, at another fee. */
export const breedKey = ({
  matron,
  sire,
}: { [Parent in 'matron' | 'sire']: Pick<BreedingPair[Parent], 'uuid'> }): string =>
  `breed:${matron.uuid}:${sire.uuid}`;
