import { breedingAbi } from '@skarb/contracts/abi';
import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { chainNow } from '../offer/offer.derive.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { BATCH } from '@skarb/contracts/secret-tree';
import { prepareBirth } from './breeding.birth.ts';
import { breederOf, commitSubject } from './breeding.tasks.ts';
import { forgottenAfter, PATIENCE_SECONDS, REMEMBERED_BLOCKS } from './breeding.contract.ts';
import { sourceOf } from './breeding.network.ts';
import { rootOf, type Source } from './breeding.secret.ts';
import {
  dropBreedingDrafts,
  findUnderWay,
  putKeeper,
  advanceReadyBreedings,
  type BreedingRow,
  type ForeignRoot,
} from './breeding.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** The next batch of secrets is committed to when fewer ids than this are left. */
const STOCK = 256n;
/** Breedings per query. */
const BATCH_ROWS = 200;

/** Commits to the next secrets in time. It uses the contract's counters, because anyone can breed without this site. */
const commitNextSecrets = async ({ chain, db: { sql } }: Needs, contract: Address): Promise<void> => {
  const read = (functionName: 'nextId' | 'batchCount') =>
    chain.public.readContract({ address: contract, abi: breedingAbi, functionName });
  const [next, batches] = await Promise.all([read('nextId'), read('batchCount')]);
  if (batches * BigInt(BATCH) - (next - 1n) < STOCK)
    await enqueueTask(sql, {
      chainId: chain.id,
      kind: 'commit',
      subject: commitSubject(contract, batches),
      account: null,
    });
};

/**
 * Batches still in use or unused with a root that is not ours, which means that the operator's key was stolen. Their
 * children could never hatch, so breeding stops until the owner has replaced the roots (docs/runbook.md).
 * @returns each with the correct root
 */
const findForeign = async (sql: Tx, source: Source): Promise<ForeignRoot[]> => {
  const rows = await sql<{ batch: string; root: Hex }[]>`
    select batch::text as batch, root from breeding_batch where chain_id = ${source.chainId} and contract = ${source.contract}
      and batch >= (select trunc(coalesce(max(number), 0) / ${BATCH}) from breeding_pairing
        where chain_id = ${source.chainId} and contract = ${source.contract})
    order by breeding_batch.batch limit 3`;
  return rows
    .map(({ batch, root }) => ({ batch, root, ours: rootOf(source, BigInt(batch)) }))
    .flatMap(({ batch, root, ours }) => (root === ours ? [] : [{ batch, root: ours }]));
};

/**
 * SQL order of breedings `b`: the first of each breeder before the second of any, so that nobody's many delay another's
 * one.
 */
const byBreeder = (sql: Tx) => sql`row_number() over (partition by b.breeder order by b.number), b.number`;
/** SQL condition: no open task of this kind is about the breeding `b`. Tasks that wait for a budget must not fill a query. */
const hasNoTask = (sql: Tx, kind: Fragment) => sql`
  not exists (select 1 from operator_task task
    where task.kind = ${kind} and task.subject = b.uuid::text and task.status in ('pending', 'sent'))`;

/** Enqueues the operator's `keep` and `lose` tasks for open breedings, by the follower's block and the given time. */
const enqueueDue = async ({ chain, db: { sql } }: Needs, contract: Address, now: Date): Promise<void> => {
  const chainId = chain.id;
  const age = sql`k.block_number - b.target_block`;
  const open = sql`
    breeding b join chain_cursor k on k.chain_id = b.chain_id
    where b.chain_id = ${chainId} and b.contract = ${contract} and b.status in ('EXPECTING', 'READY')`;
  const [old] = await sql`select 1 from ${open} and b.kept_hash is null and ${age} > ${REMEMBERED_BLOCKS} limit 1`;
  const forgotten = old ? await forgottenAfter(chain) : REMEMBERED_BLOCKS;
  const kind = sql`case when b.kept_hash is null and ${age} <= ${forgotten} then 'keep' else 'lose' end`;
  const rows = await sql<{ uuid: string; breeder: Address; kind: 'keep' | 'lose' }[]>`
    select b.uuid, b.breeder, ${kind} as kind
    from ${open} and ((b.kept_hash is null and ${age} > 0)
        or (b.kept_hash is not null and b.ready_at <= ${now}::timestamptz - ${PATIENCE_SECONDS} * interval '1 second'))
      and ${hasNoTask(sql, kind)}
    order by ${byBreeder(sql)} limit ${BATCH_ROWS}`;
  for (const row of rows)
    await enqueueTask(sql, {
      chainId,
      kind: row.kind,
      subject: row.uuid,
      account: breederOf(sql, row.uuid),
      cause: row.breeder,
    });
};

/**
 * Breedings that can hatch now. While the matron is in the auction house, the child would have no owner.
 * @param waiting breedings whose drawing has failed and is not due again
 */
const findHatchable = (sql: Tx, chainId: number, contract: Address, waiting: string[]): Promise<BreedingRow[]> => sql<
  BreedingRow[]
>`
  select b.* from breeding b
  where b.chain_id = ${chainId} and b.contract = ${contract} and b.status = 'READY' and b.uuid <> all(${waiting}::uuid[])
    and not exists (select 1 from ownership o where o.token_uuid = b.matron_uuid and o.escrowed > 0)
    and ${hasNoTask(sql, sql`'hatch'`)}
  order by ${byBreeder(sql)} limit ${BATCH_ROWS}`;

/** A failed drawing is tried again after this delay, which doubles up to the maximum. */
const RETRY_MS = 2_000;
const RETRY_MOST_MS = 60_000;
/** Breedings whose drawing failed, by uuid: the delay in ms and when it ends. */
export type Failed = Map<string, { waits: number; until: number }>;

/**
 * Advances breedings by clock and blocks, and enqueues the operator's tasks. Every worker runs it: it is idempotent.
 */
export const advanceBreedingsByClock = async (
  needs: Needs,
  log: Pick<Logger, 'warn'>,
  failed: Failed = new Map(),
): Promise<void> => {
  const { config, db } = needs;
  const chainId = config.chain.id;
  const { sql } = db;
  const contract = config.deployment.breeding;
  const now = await chainNow(sql, chainId);
  await advanceReadyBreedings(sql, chainId, now);
  const source = config.operatorKey && sourceOf(needs);
  const foreign = source ? await findForeign(sql, source) : [];
  const isNews = await putKeeper(sql, { chainId, contract }, source !== undefined, foreign);
  if (!config.operatorKey) return;
  if (isNews && foreign.length > 0)
    log.warn('the secrets of a batch are not ours: the owner has to replace its root', {
      batches: foreign,
    });
  await enqueueDue(needs, contract, now);
  if (!source) return;
  await commitNextSecrets(needs, contract);
  // A failed drawing must not delay the others.
  const waiting = [...failed].flatMap(([uuid, { until }]) => (until > Date.now() ? [uuid] : []));
  for (const row of await findHatchable(sql, chainId, contract, waiting)) {
    try {
      await prepareBirth(needs, row);
      await enqueueTask(sql, {
        chainId,
        kind: 'hatch',
        subject: row.uuid,
        account: row.breeder_uuid,
        cause: row.breeder,
      });
      failed.delete(row.uuid);
    } catch (error) {
      const waits = Math.min((failed.get(row.uuid)?.waits ?? RETRY_MS / 2) * 2, RETRY_MOST_MS);
      failed.set(row.uuid, { waits, until: Date.now() + waits });
      log.warn('a child could not be prepared', { breeding: row.uuid, error: String(error) });
    }
  }
};

/** Without breedings under way and without a new block, the rest is looked at so often. */
const REST_MS = 10_000;
/** @returns advances breedings by clock and blocks: one statement while there are none and no block is new */
export const createBreedingClock = (needs: Needs, log: Pick<Logger, 'warn'>): (() => Promise<void>) => {
  const failed: Failed = new Map();
  let last: { block: string | null; at: number } | undefined;
  return async () => {
    const { block, isAny } = await findUnderWay(needs.db.sql, needs.config.chain.id);
    if (!isAny && last?.block === block && Date.now() - last.at < REST_MS) return;
    last = undefined;
    await advanceBreedingsByClock(needs, log, failed);
    last = { block, at: Date.now() };
  };
};

export { dropBreedingDrafts };
