import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { one, time } from './primitive.ts';

/** What the worker repeats, by the part of the marketplace that stands still when one of them never ends. */
const WORKER_STEPS = [
  'offers',
  'signatures',
  'properties',
  'facets',
  'words',
  'breedings',
  'notices',
  'endings',
  'mails',
  'followers',
  'trends',
  'transactions',
] as const;
export type WorkerStep = (typeof WORKER_STEPS)[number];

const readiness = z.object({
  /** `replica`: whether lists are read from it; false while it lags or cannot be reached, null without one. */
  database: z.object({ ok: z.literal(true), replica: z.boolean().nullable() }),
  chain: z.object({
    ok: z.literal(true),
    chainId: z.number().int(),
    head: z.number().int(),
    /**
     * The nodes that the API does not use while another one answers. `node` is the position in CHAIN_RPC_URL, from 1:
     * `wrong` is of another chain, `silent` and `failing` do not answer calls, `behind` misses many blocks.
     */
    leftOut: z.array(
      z.object({ node: z.number().int(), reason: z.enum(['wrong', 'silent', 'failing', 'behind']), since: time }),
    ),
  }),
  /** How far the records are behind the chain: blocks, and seconds since their last block (0 when up to date). */
  worker: z.object({
    ok: z.literal(true),
    seenAt: time,
    block: z.number().int(),
    lagBlocks: z.number().int(),
    lagSeconds: z.number().int(),
    /** Steps that began at `since` and have not ended for minutes: everything else continues. */
    stalled: z.array(z.object({ step: z.enum(WORKER_STEPS), since: time })),
  }),
  /** Where uploads are. While it cannot be reached, everything but uploads and pictures works. */
  storage: z.object({ kind: z.enum(['folder', 's3']), ok: z.boolean() }),
  /**
   * What the worker could not read from the chain, or derive from it, and has set aside so that everything else
   * continues. The marketplace works, but some of its records may be wrong: `count` of them, the oldest since `since`.
   */
  setAside: z.object({ count: z.number().int(), since: time.nullable() }),
  /**
   * The wallet that pays for mints, settlements and hatches: `isLow` since admins were notified that it is running
   * out. Null until the worker has read it, or without one.
   */
  operator: z.object({ isLow: z.boolean(), lowSince: time.nullable() }).nullable(),
});
export type Readiness = z.infer<typeof readiness>;

export const statusEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'The process is up',
    access: 'public',
    fresh: true,
    response: one(z.object({ ok: z.literal(true) })),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    summary: 'Whether database, chain and worker can be reached; 503 names the one that cannot',
    access: 'public',
    fresh: true,
    response: one(readiness),
  }),
};
