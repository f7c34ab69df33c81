import type { Readiness } from '@skarb/schema/status';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** A worker that has said nothing for so long is taken for away. */
const WORKER_SECONDS = 30;
const PROBE_MS = 2500;

type Cursor = { block_number: string; block_time: Date; worker_seen_at: Date; silent_for: number; behind_for: number };

const notReady = (part: 'database' | 'chain' | 'worker', message: string, cause?: unknown) =>
  new AppError(503, `${part}.away`, message, { retryAfterSeconds: 2, cause });

const probe = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${PROBE_MS} ms`)), PROBE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Asks everything the server stands on. @throws AppError 503 naming the first part that is away */
export const readReadiness = async ({ config, db, chain }: Context): Promise<Readiness> => {
  const asked = Promise.allSettled([
    probe(
      db.sql<Cursor[]>`select block_number, block_time, worker_seen_at,
        extract(epoch from now() - worker_seen_at)::float8 as silent_for, extract(epoch from now() - block_time)::float8 as behind_for
        from chain_cursor where chain_id = ${config.chain.id}`,
    ),
    probe(chain.rpc<string>('eth_blockNumber', [])),
  ]);
  const [cursors, head] = await asked;
  if (cursors.status === 'rejected') throw notReady('database', 'The database cannot be reached', cursors.reason);
  if (head.status === 'rejected') throw notReady('chain', 'The chain cannot be reached', head.reason);
  const cursor = cursors.value[0];
  if (!cursor) throw notReady('worker', 'No worker has been here yet');
  if (cursor.silent_for > WORKER_SECONDS)
    throw notReady('worker', `The worker was last seen ${Math.round(cursor.silent_for)} s ago`);
  const headNumber = Number(BigInt(head.value));
  const block = Number(cursor.block_number);
  const lagBlocks = Math.max(0, headNumber - block);
  return {
    database: { ok: true },
    chain: { ok: true, chainId: config.chain.id, head: headNumber },
    worker: {
      ok: true,
      seenAt: cursor.worker_seen_at.toISOString(),
      block,
      lagBlocks,
      // A quiet chain makes no blocks: the age of the newest is no lag.
      lagSeconds: lagBlocks === 0 ? 0 : Math.max(0, Math.round(cursor.behind_for)),
    },
  };
};
