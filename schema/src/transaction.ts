import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash32, hex, one, time } from './primitive.ts';

const transaction = z.object({
  txHash: hash32,
  chainId: z.number().int(),
  status: z.enum(['pending', 'successful', 'failed']),
  /** The reason of a failure, in words. */
  reason: z.string().nullable(),
  /** A stable code of the reason, which the web app translates. */
  code: z.string().nullable(),
  blockNumber: z.number().int().nullable(),
  /** True once the follower has read the transaction's block. */
  isIndexed: z.boolean(),
  createdAt: time,
});
export type Transaction = z.infer<typeof transaction>;

export const transactionEndpoints = {
  follow: endpoint({
    method: 'POST',
    path: '/transaction',
    summary: 'Report a transaction that was sent, so that its result is watched',
    access: 'optional',
    body: z.object({ txHash: hash32, chainId: z.coerce.number().int() }),
    status: 201,
    response: one(transaction),
  }),
  show: endpoint({
    method: 'GET',
    path: '/transaction/{txHash}',
    summary: 'The status of a transaction on the chain',
    access: 'public',
    fresh: true,
    params: z.object({ txHash: hash32 }),
    response: one(transaction),
  }),
  refusal: endpoint({
    method: 'GET',
    path: '/transaction/refusal',
    summary: 'The meaning of a contract’s revert data, for a transaction that was simulated and not sent',
    access: 'public',
    query: z.object({ data: hex.max(2000) }),
    response: one(z.object({ reason: z.string(), code: z.string() })),
  }),
};
