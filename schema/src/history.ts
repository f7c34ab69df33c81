import { z } from 'zod';
import { person } from './auth.ts';
import { address, amount, time, uuid } from './primitive.ts';

/** What each event in the history of a token or an offer has. */
export const historyFields = {
  uuid,
  price: amount.nullable(),
  currency: z.string().nullable(),
  quantity: z.number().int().nullable(),
  from: address.nullable(),
  to: address.nullable(),
  fromUser: person.nullable(),
  toUser: person.nullable(),
  txHash: z.string().nullable(),
  /** The value of one unit in US dollars at that time; null when nothing was traded. */
  usd: z.string().nullable(),
  createdAt: time,
};
