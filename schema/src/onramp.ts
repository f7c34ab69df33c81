import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LANGUAGES } from './language.ts';
import { DISPLAY_CURRENCIES, PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { address, amount, hash32, list, listQuery, one, price, time, uuid } from './primitive.ts';

export const onrampProvider = z.enum(['transak', 'moonpay', 'demo']);
export type OnrampProvider = z.infer<typeof onrampProvider>;

/** `created`: not paid yet. `pending`: paid or being paid. `completed`: the money is in the wallet. */
const onrampStatus = z.enum(['created', 'pending', 'completed', 'failed', 'refunded']);
export type OnrampStatus = z.infer<typeof onrampStatus>;

/** Why a payment failed, if the provider says. */
const onrampFailure = z.enum(['declined', 'cancelled', 'expired', 'identity', 'limit', 'other']);
export type OnrampFailure = z.infer<typeof onrampFailure>;

/** The path in this site to return to, never another site. */
const localPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'must be a path of this site, such as /nfts');

/** Money that a user buys by card from a provider, sent to their wallet. */
const onrampOrder = z.object({
  uuid,
  provider: onrampProvider,
  status: onrampStatus,
  /** The requested amount. */
  amount,
  currency: z.object({ uuid, name: z.string(), symbol: z.string() }),
  address,
  /** The amount that the provider sent; null until it says so. */
  received: amount.nullable(),
  /** The amount charged to the card. */
  paid: z.object({ amount, currency: z.string() }).nullable(),
  txHash: hash32.nullable(),
  failure: onrampFailure.nullable(),
  returnTo: z.string().nullable(),
  version: z.number().int(),
  createdAt: time,
  updatedAt: time,
});
export type OnrampOrder = z.infer<typeof onrampOrder>;

/** The currencies that can be bought by card here, with their limits. */
const onrampSettings = z.object({
  provider: onrampProvider,
  /** Its display name. */
  name: z.string(),
  currencies: z.array(z.object({ currencyUuid: uuid, min: amount, max: amount })),
  /** About how much of an order's worth it adds as its fee, in percent; null if nobody said. */
  feePercent: z.number().nonnegative().nullable(),
  /** What the card can be charged in. */
  payIn: z.array(z.enum(DISPLAY_CURRENCIES)),
});
export type OnrampSettings = z.infer<typeof onrampSettings>;

const size = { default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer };

export const onrampEndpoints = {
  settings: endpoint({
    method: 'GET',
    path: '/onramp',
    summary: 'The currencies that can be bought by card; null if there are none',
    access: 'public',
    response: one(onrampSettings.nullable()),
  }),
  create: endpoint({
    method: 'POST',
    path: '/onramp/order',
    summary:
      'Order money by card for the caller’s wallet; `url` is the provider’s payment page, valid once and for a few minutes',
    access: 'user',
    creates: true,
    status: 201,
    body: z.object({
      currencyUuid: uuid,
      amount: price,
      returnTo: localPath.optional(),
      language: z.enum(LANGUAGES).optional(),
      /** What the card is charged in. Without it, or where the provider does not take it: what the provider chooses. */
      payIn: z.enum(DISPLAY_CURRENCIES).optional(),
    }),
    response: one(onrampOrder.extend({ url: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/onramp/order',
    summary: 'The caller’s card orders, newest first',
    access: 'user',
    query: listQuery(size, ['createdAt']).omit({ search: true }),
    response: list(onrampOrder),
  }),
  show: endpoint({
    method: 'GET',
    path: '/onramp/order/{id}',
    summary: 'One of the caller’s card orders',
    access: 'user',
    params: z.object({ id: uuid }),
    response: one(onrampOrder),
  }),
  /** The body is the provider's own, and so is its signature: see its documentation. */
  webhook: endpoint({
    method: 'POST',
    path: '/onramp/webhook/{provider}',
    summary: 'The provider’s signed webhook about an order; 202 also for repeated events and unknown orders',
    access: 'public',
    params: z.object({ provider: onrampProvider }),
    body: z.looseObject({}),
    status: 202,
  }),
};
