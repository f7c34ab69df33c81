import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RECENT_CHANGES_MS, WATCHED_MAX } from './limits.ts';
import { queryBoolean, repeated, uuid } from './primitive.ts';
import { cardAuction } from './token.ts';

/**
 * One change, as the `data` of a server-sent event named `change`. What is read after it is at least as new; ignore a
 * version at or below one that was seen.
 */
export const change = z.object({
  kind: z.enum(['offer', 'token', 'transaction', 'notification', 'onramp', 'breeding', 'collection', 'activity']),
  /** Of the offer, token, collection (its properties, floors and ranks), order of money by card, breeding or event; a transaction's hash; of a notification its receiver's. */
  uuid: z.string(),
  version: z.number().int(),
  status: z.string().optional(),
  /** The token an offer is about; a breeding's matron. */
  tokenUuid: uuid.optional(),
  collectionUuid: uuid.optional(),
  /** Of a token: it is hidden from everyone but its creator, holders and admins. */
  isGone: z.boolean().optional(),
  /** Of a token: its cheapest sale now, as lists show it. */
  listing: z
    .object({
      offerUuid: uuid,
      price: z.string(),
      currencyUuid: uuid,
      currency: z.string(),
      quantityLeft: z.number().int(),
    })
    .nullable()
    .optional(),
  /** Of a token: its auction now, as lists show it. */
  auction: cardAuction.nullable().optional(),
});
export type Change = z.infer<typeof change>;

export const eventEndpoints = {
  /**
   * A stream of `text/event-stream`: `ready` when it is open, `change` with a `Change`, and `resync` when changes may
   * have been missed: read everything on the screen again, as after every reconnect. With a bearer token also all
   * changes that concern the user. Comments come every 20 s; a much longer silence means a dead connection.
   */
  listen: endpoint({
    method: 'GET',
    path: '/events',
    summary: 'Server-sent events: changes of the given offers, tokens and collections, and of the caller’s own',
    access: 'optional',
    fresh: true,
    query: z
      .object({
        offerUuid: repeated(uuid).optional(),
        tokenUuid: repeated(uuid).optional(),
        collectionUuid: repeated(uuid).optional(),
        propertiesOf: repeated(uuid)
          .optional()
          .describe('of these collections only when their properties, floors and ranks change'),
        activity: queryBoolean.optional().describe('true: also whenever GET /activity has something new'),
        recentMs: z.coerce
          .number()
          .int()
          .min(0)
          .max(RECENT_CHANGES_MS)
          .optional()
          .describe(
            'first, the public changes of these last milliseconds: of what was read before the stream was open',
          ),
      })
      .refine(
        ({ offerUuid, tokenUuid, collectionUuid, propertiesOf }) =>
          [offerUuid, tokenUuid, collectionUuid, propertiesOf].reduce((sum, some) => sum + (some?.length ?? 0), 0) <=
          WATCHED_MAX,
        `watch ${WATCHED_MAX} things at most`,
      ),
  }),
};
