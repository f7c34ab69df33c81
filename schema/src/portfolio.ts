import { z } from 'zod';
import { language } from './auth.ts';
import { collectionRef } from './collection-ref.ts';
import { endpoint } from './endpoint.ts';
import { DISPLAY_CURRENCIES, LANGUAGE_FALLBACK } from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { amount, hash32, list, listQuery, time, uuid } from './primitive.ts';
import { tokenType } from './token.ts';

/** An amount of ether that may be negative, as a decimal string. */
const change = z.string();

const work = z.object({
  uuid,
  type: tokenType,
  name: z.string(),
  localization: localizedName.optional(),
  image,
  collection: collectionRef,
});

/** What somebody holds of one token. Amounts are in ether. */
const holding = z.object({
  token: work,
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

/** One sale of the caller's, with what its units had cost them. Amounts are in ether. */
const pastSale = z.object({
  uuid,
  /** Null while an admin hides it. */
  token: work.nullable(),
  quantity: z.number().int(),
  /** How many of them were bought here: those that came first are sold first. */
  bought: z.number().int(),
  /** What was paid for the bought units; null if none was bought. In dollars also if that of a purchase is unknown. */
  cost: amount.nullable(),
  costUsd: amount.nullable(),
  boughtAt: time.nullable(),
  /** What the seller received, without the marketplace's fee and the royalty, at the rates of that time. */
  received: amount,
  receivedUsd: amount.nullable(),
  /** What was received for the bought units, less their cost; in dollars by those of the two days. */
  result: change.nullable(),
  resultUsd: change.nullable(),
  txHash: hash32.nullable(),
  soldAt: time,
});
export type PastSale = z.infer<typeof pastSale>;

const saleTotals = z.object({
  sales: z.number().int(),
  quantity: z.number().int(),
  cost: amount,
  costUsd: amount.nullable(),
  received: amount,
  receivedUsd: amount.nullable(),
  /** The part of `received` that is not in `result`: of units that were not bought here. */
  unbought: amount,
  /** Null if nothing that was sold had been bought. */
  result: change.nullable(),
  resultUsd: change.nullable(),
  /** There are more sales than are added up; the newest are. */
  isPartial: z.boolean(),
});
export type SaleTotals = z.infer<typeof saleTotals>;

const portfolioTotals = z.object({
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
  /** What was sold, whether or not any of it is held. */
  sold: saleTotals,
  /** What was paid for bought units that have left without a sale: given away, moved to another wallet or burnt. */
  transferred: z.object({
    tokens: z.number().int(),
    cost: amount,
    /** In dollars of the days on which it was paid; null if that of a purchase is unknown. */
    costUsd: amount.nullable(),
    /** There are more such tokens than are added up. */
    isPartial: z.boolean(),
  }),
});
export type PortfolioTotals = z.infer<typeof portfolioTotals>;

const query = listQuery({ default: 24, max: 100 }, ['createdAt', 'name', 'cost', 'worth', 'result']);

export const portfolioEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/portfolio',
    summary: 'What the caller holds: its cost, its worth and the result, in ether, with totals of everything',
    access: 'user',
    query: query.omit({ search: true }).extend({
      language: language
        .default(LANGUAGE_FALLBACK)
        .describe('Of the names by which works are sorted, as far as they have it'),
    }),
    response: list(holding).extend({ totals: portfolioTotals }),
  }),
  sales: endpoint({
    method: 'GET',
    path: '/portfolio/sale',
    summary: 'What the caller has sold: its cost, what they received and the result, in ether, the newest sales first',
    access: 'user',
    query: query.pick({ page: true, limit: true }),
    response: list(pastSale),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/portfolio.csv',
    summary:
      'Both as text/csv and what has left without a sale, everything in one file, with amounts in ether and in another currency',
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
