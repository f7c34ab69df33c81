import { z } from 'zod';
import { collectionRef } from './collection-ref.ts';
import { endpoint } from './endpoint.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { list, listQuery, repeated, uuid } from './primitive.ts';
import { tokenEvent, tokenType } from './token.ts';

/**
 * What happened: a work was minted; put on sale at a fixed price, or its price was changed; sold, by whatever type of
 * offer; bid for in an auction; offered money for by a buyer; put up for auction; or given to another wallet without a
 * trade.
 */
export const activityKind = z.enum(['MINT', 'LISTING', 'SALE', 'BID', 'OFFER', 'AUCTION', 'TRANSFER']);
export type ActivityKind = z.infer<typeof activityKind>;

/** What a list can be narrowed to: kinds, and of a user's sales those as the seller or as the buyer. */
const activityChoice = z.enum([...activityKind.options, 'SOLD', 'BOUGHT']);
export type ActivityChoice = z.infer<typeof activityChoice>;

/** One event of the marketplace, with the work that it is about. */
export const activityEvent = tokenEvent.extend({
  kind: activityKind,
  /** The price of one unit in US dollars at that time; null without a price or a known rate. */
  usd: z.string().nullable(),
  token: z.object({
    uuid,
    name: z.string(),
    localization: localizedName.optional(),
    type: tokenType,
    quantity: z.number().int(),
    image,
  }),
  collection: collectionRef,
});
export type ActivityEvent = z.infer<typeof activityEvent>;

export const activityEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/activity',
    summary:
      'What happened on the marketplace, newest first: at most the latest 1,000 events of the kinds and the scope given',
    access: 'optional',
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['createdAt'])
      .omit({ search: true, sortBy: true })
      .extend({
        kind: repeated(activityChoice).optional().describe('SOLD and BOUGHT: sales from and to the wallet of the user'),
        collectionUuid: uuid.optional(),
        userUuid: uuid.optional().describe('Events from or to the wallet of this user'),
        tokenUuid: uuid.optional(),
      }),
    response: list(activityEvent),
  }),
};
