import { z } from 'zod';
import { collectionRef } from './collection-ref.ts';
import { person } from './auth.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { uuid } from './primitive.ts';
import { cardAuction, cheapest, tokenType } from './token.ts';

/** A picture in a section of a page: its preview, without its original. */
export const shownImage = image.pick({ preview: true, thumbhash: true, width: true, height: true });
/** A token in a section of a page: what a card shows, half the bytes of a list's entry. */
export const shownWork = z.object({
  uuid,
  name: z.string(),
  localization: localizedName.optional(),
  type: tokenType,
  quantity: z.number().int(),
  image: shownImage,
  collection: collectionRef,
  networkUuid: uuid,
  creator: person,
  listing: cheapest.nullable(),
  auction: cardAuction.nullable(),
});
export type ShownWork = z.infer<typeof shownWork>;
