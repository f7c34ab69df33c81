import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CHART_RANGES } from './limits.ts';
import { amount, one, time, uuid } from './primitive.ts';

/** One trade of a token: the price of one unit. */
const trade = z.object({
  at: time,
  /** In ether, at the rate of the signature. */
  price: amount,
  /** In US dollars at that time; null without a price. */
  usd: z.string().nullable(),
  quantity: z.number().int(),
});
export type ChartTrade = z.infer<typeof trade>;

export type ChartRange = (typeof CHART_RANGES)[number];

/** An hour or a day of a collection. */
const period = z.object({
  /** Its start. */
  at: time,
  /** The floor price at its end, in ether; null when nothing was on sale or nothing is known yet. */
  floor: amount.nullable(),
  /** The volume in it, in ether. */
  volume: amount,
  sales: z.number().int(),
});
export type ChartPeriod = z.infer<typeof period>;

export const chartEndpoints = {
  token: endpoint({
    method: 'GET',
    path: '/token/{id}/chart',
    summary: 'The latest 500 sales of a token, oldest first',
    access: 'optional',
    params: z.object({ id: uuid }),
    response: one(z.array(trade)),
  }),
  collection: endpoint({
    method: 'GET',
    path: '/collection/{id}/chart',
    summary: 'Floor price and volume of a collection without gaps, per hour (day, week) or per day (month, year)',
    access: 'optional',
    params: z.object({ id: uuid }),
    query: z.object({ range: z.enum(CHART_RANGES).default('month') }),
    response: one(z.array(period)),
  }),
};
