import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { one, time } from './primitive.ts';

/** `at` is the source's time of the price; `source` is "settings" when none was ever read. */
const quote = z.object({ usd: z.string(), at: time, source: z.string() });

/** Prices and rates. `at` says when each value was read; `stale` that its source cannot be read at the moment. */
const prices = z.object({
  /** One ether in US dollars, as a decimal string. */
  eth: quote,
  /** One POL in US dollars. */
  pol: quote,
  /** How much of each currency one US dollar is. */
  fiat: z.object({ USD: z.literal(1), EUR: z.number().positive(), UAH: z.number().positive() }),
  at: time,
  stale: z.boolean().optional(),
});
export type Prices = z.infer<typeof prices>;

export const priceEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/price',
    summary: 'The price of ether in US dollars, and of US dollars in other currencies',
    access: 'public',
    response: one(prices),
  }),
};
