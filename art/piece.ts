import type { Trait } from '@skarb/server/breeding/art/picture.ts';

/** A drawing selected by hand for the gallery, with its texts. */
export interface Piece {
  seed: number;
  /** At most 32 characters. */
  name: string;
  /** At most 540 characters. */
  description: string;
  /** Percent, 0 to 50. */
  royalty: number;
  /** 1, or at least 2 for an edition. */
  quantity: number;
  /** Properties beside the traits of the drawing. */
  properties: readonly Trait[];
  /** The texts in its other language; properties stay as they are. */
  other?: OtherTexts | undefined;
}

type OtherTexts = { locale: 'en' | 'uk'; name: string; description: string };

/** Creates a piece; only an edition needs a quantity. */
export function piece(
  seed: number,
  name: string,
  description: string,
  royalty: number,
  quantity = 1,
  properties: readonly Trait[] = [],
  other?: OtherTexts,
): Piece {
  return { seed, name, description, royalty, quantity, properties, other };
}
