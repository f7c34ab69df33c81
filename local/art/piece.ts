import type { Trait } from '@skarb/server/breeding/art/picture.ts';

/** A drawing picked for the gallery by eye, with the words that go with it. */
export interface Piece {
  seed: number;
  /** At most 32 characters. */
  name: string;
  /** At most 540 characters. */
  description: string;
  /** Percent, 0 to 50. */
  royalty: number;
  /** 1, or at least 2 in an edition. */
  quantity: number;
  /** Properties beside the traits of the drawing. */
  properties: readonly Trait[];
}

/** Writes a piece; an edition names its size, a single piece does not. */
export function piece(
  seed: number,
  name: string,
  description: string,
  royalty: number,
  quantity = 1,
  properties: readonly Trait[] = [],
): Piece {
  return { seed, name, description, royalty, quantity, properties };
}
