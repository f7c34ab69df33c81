import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CART_MAX } from './limits.ts';
import { offer } from './offer.ts';
import { address, amount, one, price, quantity, step, uuid } from './primitive.ts';

const { currency, networkUuid } = offer.shape;

/** A sale in the cart as it is now. */
const cartLine = z.object({
  offerUuid: uuid,
  quantity: z.number().int(),
  /** Null when it does not exist, or not for this caller. */
  offer: offer.nullable(),
  /** Why so many units of it cannot be bought now: the code of a refused purchase; null when they can. */
  refusal: z.string().nullable(),
});
export type CartLine = z.infer<typeof cartLine>;

/** What the lines that can be bought cost in one currency. */
const cartTotal = z.object({ currency, networkUuid, amount });
export type CartTotal = z.infer<typeof cartTotal>;

const cartQuote = z.object({
  /** In the order of the request. */
  items: z.array(cartLine),
  totals: z.array(cartTotal),
});
export type CartQuote = z.infer<typeof cartQuote>;

const cartPurchase = z.object({ totals: z.array(cartTotal), steps: z.array(step) });
export type CartPurchase = z.infer<typeof cartPurchase>;

const item = z.object({ offerUuid: uuid, quantity: quantity.default(1) });
const itemsOf = <T extends z.ZodType<{ offerUuid: string }>>(one: T) =>
  z
    .array(one)
    .min(1)
    .max(CART_MAX)
    .refine(
      (items) => new Set(items.map(({ offerUuid }) => offerUuid.toLowerCase())).size === items.length,
      'each sale once',
    );

export const cartEndpoints = {
  quote: endpoint({
    method: 'POST',
    path: '/cart/quote',
    summary: 'What several sales cost together now, and which of them cannot be bought any more',
    access: 'optional',
    body: z.object({ items: itemsOf(item) }),
    response: one(cartQuote),
  }),
  purchase: endpoint({
    method: 'POST',
    path: '/cart/purchase',
    summary:
      'Steps that buy from several sales with one transaction; sales that others take first are skipped and not paid',
    access: 'user',
    body: z.object({
      items: itemsOf(
        item.extend({
          /** The unit price the caller saw, as a guard. */ price: price.optional(),
        }),
      ),
      /** Receives the NFTs; the caller's own wallet by default. */
      recipient: address.optional(),
    }),
    response: one(cartPurchase),
  }),
};
