import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { exhibition } from './exhibition.ts';
import { localizedName } from './localization.ts';
import { address, amount, one, time, uuid } from './primitive.ts';
import { shownImage, shownWork } from './shown-work.ts';
import { tokenEvent } from './token.ts';

/** Why a work is featured when no exhibition is: the auction with the most bids, the most liked of the latest works, or the newest. */
const featuredReason = z.enum(['AUCTION', 'LIKED', 'NEWEST']);

const frontPage = z.object({
  /** Those whose time it is, in the admins' order; the first one leads the page. */
  exhibitions: z.array(exhibition),
  /** The work that leads the page without an exhibition. */
  featured: z.object({ reason: featuredReason, work: shownWork }).nullable(),
  /** Auctions that take bids, the next to end first. */
  endingSoon: z.array(shownWork),
  /** People who minted their first work lately, with their latest work. Works are counted up to 100. */
  newArtists: z.array(z.object({ person, works: z.number().int(), workUuid: uuid, image: shownImage })),
  /** Sales that count for rankings, the latest of each work: `uuid` is that of the event in GET /activity. */
  sales: z.array(
    z.object({
      uuid,
      token: z.object({ uuid, name: z.string(), localization: localizedName.optional(), image: shownImage }),
      event: tokenEvent.shape.event,
      offerType: tokenEvent.shape.offerType,
      /** Of one unit; of an auction's lot, of all. */
      price: amount.nullable(),
      currency: z.string().nullable(),
      quantity: z.number().int().nullable(),
      /** What one unit was worth in US dollars at the time; null if that is unknown. */
      usd: z.string().nullable(),
      to: address.nullable(),
      toUser: person.nullable(),
      createdAt: time,
    }),
  ),
  /** The collections with the highest ranked volume of the last seven days, or of thirty when few were traded. */
  collections: z.array(
    z.object({
      uuid,
      name: z.string(),
      isVerified: z.boolean(),
      image: shownImage,
      items: z.number().int(),
      /** In ether. */
      floorPrice: z.string().nullable(),
      volume: z.string(),
      /** Against the same time before, in percent; null if nothing was sold then. */
      changePercent: z.number().nullable(),
      sales: z.number().int(),
    }),
  ),
});
export type FrontPage = z.infer<typeof frontPage>;

export const frontPageEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/front-page',
    summary: 'The sections of the first page above the list of works; those without anything to show are empty',
    access: 'public',
    response: one(frontPage),
  }),
};
