import { z } from 'zod';
import { language } from './auth.ts';
import { collectionRef } from './collection-ref.ts';
import { endpoint } from './endpoint.ts';
import { DISPLAY_CURRENCIES, LANGUAGE_FALLBACK } from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { amount, list, listQuery, time, uuid } from './primitive.ts';
import { tokenType } from './token.ts';

/** An amount of ether that may be negative, as a decimal string. */
const change = z.string();

/** What somebody holds of one token. Amounts are in ether. */
export const holding = z.object({
  token: z.object({
    uuid,
    type: tokenType,
    name: z.string(),
    localization: localizedName.optional(),
    image,
    collection: collectionRef,
  }),
  quantity: z.number().int(),
  /** How many of them were bought here: the units that came last count as those that are left. */
  bought: z.number().int(),
  /** What was paid for the bought units, at the rates of those days; null if none was bought. */
  cost: amount.nullable(),
  /** The same in dollars of those days; null if that of a purchase is unknown, too. */
  costUsd: amount.nullable(),
  /** When the newest of them was bought. */
  boughtAt: time.nullable(),
  /** What all units are worth: by the cheapest listing of the token, otherwise by the collection's floor. */
  worth: amount.nullable(),
  worthBy: z.enum(['LISTING', 'FLOOR']).nullable(),
  /** What the bought units are worth, less their cost; null if either is unknown. */
  result: change.nullable(),
});
export type Holding = z.infer<typeof holding>;

export const portfolioTotals = z.object({
  tokens: z.number().int(),
  quantity: z.number().int(),
  cost: amount,
  /** In dollars of the days on which it was paid; null if that of a purchase is unknown. */
  costUsd: amount.nullable(),
  /** Null if that of every work is unknown. */
  worth: amount.nullable(),
  /** Null if that of every work is unknown. */
  result: change.nullable(),
  /** The tokens that are in `cost` but neither in `worth` nor in `result`: their worth is unknown. */
  unknown: z.object({ tokens: z.number().int(), cost: amount }),
  /** What `result` compares: the units that were bought and have a worth. */
  compared: z.object({ tokens: z.number().int(), cost: amount, costUsd: amount.nullable(), worth: amount }),
  /** More tokens are held than are added up; the newest are. */
  isPartial: z.boolean(),
});
export type PortfolioTotals = z.infer<typeof portfolioTotals>;

const query = listQuery({ default: 24, max: 100 }, ['createdAt', 'name', 'cost', 'worth', 'result']);

export const portfolioEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/portfolio',
    summary: 'What the caller holds: its cost, its worth and the result, in ether, with totals of everything',
    access: 'user',
    query: query.omit({ search: true }),
    response: list(holding).extend({ totals: portfolioTotals }),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/portfolio.csv',
    summary: 'The same as text/csv, everything in one file, with amounts in ether and in another currency',
    access: 'user',
    query: z.object({
      currency: z
        .enum(DISPLAY_CURRENCIES)
        .default('USD')
        .describe('Converted at the rates of now; what was paid, at those of its day'),
      language: language
        .default(LANGUAGE_FALLBACK)
        .describe('Of the heads of the columns, and of the names of works that have several'),
    }),
    response: z.string(),
    text: 'text/csv',
  }),
};
