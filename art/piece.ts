import type { Trait } from '@skarb/server/breeding/art/picture.ts';

/** A drawing selected by hand for the gallery, with its texts. */
export interface Piece extends Texts {
  seed: number;
  /** The same in Ukrainian; `local/seed-words.ts` has the words of its properties. */
  ukrainian: Texts;
  /** Percent, 0 to 50. */
  royalty: number;
  /** 1, or at least 2 for an edition. */
  quantity: number;
  /** Properties beside the traits of the drawing. */
  properties: readonly Trait[];
}

interface Texts {
  /** At most 32 characters. */
  name: string;
  /** At most 540 characters. */
  description: string;
}

/** Creates a piece; only an edition needs a quantity. */
export function piece(
  seed: number,
  english: Texts,
  ukrainian: Texts,
  royalty: number,
  { quantity = 1, properties = [] }: Partial<Pick<Piece, 'quantity' | 'properties'>> = {},
): Piece {
  return { seed, ...english, ukrainian, royalty, quantity, properties };
}
