import type { Readiness } from '@skarb/schema/status';
import type { Context } from '../../context.ts';
import { blobsOf } from '../media/media.blobs.ts';
import { NodeNotTrusted, type Trouble } from '../../platform/chain/node-pool.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { readStalled } from './status.store.ts';

/** Without a heartbeat for so long, the worker is reported as unavailable. */
const WORKER_SECONDS = 30;
const PROBE_MS = 2500;

type Cursor = {
  block_number: string;
  block_time: Date;
  worker_seen_at: Date;
  silent_for: number;
  behind_for: number;
  trouble: Trouble | null;
  set_aside: number;
  set_aside_since: Date | null;
  is_operator_known: boolean;
  operator_low_since: Date | null;
};

const TROUBLE_WORDS: Record<Trouble, string> = {
  wrong: 'The node serves another chain: its data is ignored',
  contradicts: 'The node contradicts final blocks: its data is ignored',
  unconfirmed: 'The node dropped blocks that other nodes keep: its data is ignored until most of them agree',
};

const notReady = (part: 'database' | 'chain' | 'worker', message: string, cause?: unknown) =>
  new AppError(503, `${part}.away`, message, { retryAfterSeconds: 2, cause });

const notTrusted = (trouble: Trouble, cause?: unknown) =>
  new AppError(503, `chain.${trouble}`, TROUBLE_WORDS[trouble], { retryAfterSeconds: 10, cause });

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

/** Checks everything that the server depends on. @throws AppError 503 naming the first part that is unavailable */
export const readReadiness = async ({ config, db, chain }: Context): Promise<Readiness> => {
  const asked = Promise.allSettled([
    probe(
      db.sql<Cursor[]>`select block_number, block_time, worker_seen_at,
        trouble, aside.count as set_aside, aside.since as set_aside_since,
        wallet.chain_id is not null as is_operator_known, wallet.alarmed_at as operator_low_since, extract(epoch from now() - worker_seen_at)::float8 as silent_for, extract(epoch from now() - block_time)::float8 as behind_for
        from chain_cursor left join operator_wallet wallet using (chain_id)
        cross join (select count(*)::int as count, min(created_at) as since from set_aside) aside where chain_cursor.chain_id = ${config.chain.id}`,
    ),
    probe(chain.rpc<string>('eth_blockNumber', [])),
    probe(blobsOf(config).check()),
    probe(readStalled(db.sql)),
  ]);
  const [cursors, head, storage, stalled] = await asked;
  if (cursors.status === 'rejected') throw notReady('database', 'The database cannot be reached', cursors.reason);
  if (stalled.status === 'rejected') throw notReady('database', 'The database cannot be reached', stalled.reason);
  if (head.status === 'rejected' && head.reason instanceof NodeNotTrusted)
    throw notTrusted(head.reason.trouble, head.reason);
  if (head.status === 'rejected') throw notReady('chain', 'The chain cannot be reached', head.reason);
  const cursor = cursors.value[0];
  if (!cursor) throw notReady('worker', 'No worker has read a block yet');
  if (cursor.silent_for > WORKER_SECONDS)
    throw notReady('worker', `The worker was last seen ${Math.round(cursor.silent_for)} s ago`);
  if (cursor.trouble) throw notTrusted(cursor.trouble);
  const headNumber = Number(BigInt(head.value));
  const block = Number(cursor.block_number);
  const lagBlocks = Math.max(0, headNumber - block);
  return {
    database: { ok: true, replica: db.isReplicaUsed() ?? null },
    chain: {
      ok: true,
      chainId: config.chain.id,
      head: headNumber,
      // By position: an address may contain a key.
      leftOut: (chain.pool?.leftOut() ?? []).map((one) => ({ ...one, since: one.since.toISOString() })),
    },
    worker: {
      ok: true,
      seenAt: cursor.worker_seen_at.toISOString(),
      block,
      lagBlocks,
      // A quiet chain has no new blocks, so the age of the newest block is not a lag.
      lagSeconds: lagBlocks === 0 ? 0 : Math.max(0, Math.round(cursor.behind_for)),
      stalled: stalled.value.map(({ step, since }) => ({ step, since: since.toISOString() })),
    },
    // Pages and trade work without pictures, which browsers and a CDN have kept.
    storage: { kind: config.media.storage, ok: storage.status === 'fulfilled' },
    // Degraded but ready: everything else works, so a load balancer must not remove the server.
    setAside: { count: cursor.set_aside, since: cursor.set_aside_since?.toISOString() ?? null },
    operator: cursor.is_operator_known
      ? { isLow: cursor.operator_low_since !== null, lowSince: cursor.operator_low_since?.toISOString() ?? null }
      : null,
  };
};
