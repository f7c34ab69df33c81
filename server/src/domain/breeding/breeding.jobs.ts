import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { chainNow } from '../offer/offer.recheck.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { BATCH } from '@skarb/contracts/secret-tree';
import { prepareBirth } from './breeding.birth.ts';
import { commitSubject } from './breeding.call.ts';
import { PATIENCE_SECONDS, REMEMBERED_BLOCKS } from './breeding.contract.ts';
import { statusAt } from './breeding.derive.ts';
import { sourceOf } from './breeding.place.ts';
import { dropWishes, type BreedingRow } from './breeding.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** Secrets are committed to before fewer ids than this are covered. */
const STOCK = 256;
/** Pairs looked at in one go. */
const BATCH_ROWS = 200;

/** Commits to the next secrets in time. */
const keepStock = async (sql: Tx, chainId: number, contract: Address): Promise<void> => {
  const [row] = await sql<{ batches: string; last: string }[]>`
    select (select count(*) from breeding_batch where chain_id = ${chainId} and contract = ${contract}) as batches,
      (select coalesce(max(number), 0) from breeding where chain_id = ${chainId} and contract = ${contract}) as last`;
  const batches = Number(row?.batches ?? 0);
  if (batches * BATCH - Number(row?.last ?? 0) < STOCK)
    await enqueueTask(sql, { chainId, kind: 'commit', subject: commitSubject(contract, batches) });
};

/** What of the pairs under way the operator has to do now, by the records' own block and time. */
const enqueueDue = async (sql: Tx, chainId: number, contract: Address, now: Date): Promise<void> => {
  const rows = await sql<{ uuid: string; kind: 'keep' | 'lose' }[]>`
    select b.uuid, case
      when b.kept_hash is null and k.block_number > b.target_block + ${REMEMBERED_BLOCKS} then 'lose'
      when b.kept_hash is null then 'keep' else 'lose' end as kind
    from breeding b join chain_cursor k on k.chain_id = b.chain_id
    where b.chain_id = ${chainId} and b.contract = ${contract} and b.status in ('EXPECTING', 'READY')
      and ((b.kept_hash is null and k.block_number >= b.target_block)
        or (b.kept_hash is not null and b.ready_at <= ${now}::timestamptz - ${PATIENCE_SECONDS} * interval '1 second'))
    order by b.number limit ${BATCH_ROWS}`;
  for (const { uuid, kind } of rows) await enqueueTask(sql, { chainId, kind, subject: uuid });
};

/** Time makes children ready; one that somebody holds right now is ready next time. @returns how many */
const turnReady = async (sql: Tx, chainId: number, now: Date): Promise<number> =>
  (
    await sql`
      update breeding set status = 'READY', updated_at = now() where uuid in (
        select uuid from breeding
        where chain_id = ${chainId} and status = 'EXPECTING' and ready_at <= ${now} and ${statusAt(sql, now)} = 'READY'
        order by uuid for no key update skip locked)`
  ).count;

/** Children that can be born: not while the matron is in the auction house, where she has no owner to give it to. */
const findBorn = (sql: Tx, chainId: number, contract: Address): Promise<BreedingRow[]> => sql<BreedingRow[]>`
  select b.* from breeding b
  where b.chain_id = ${chainId} and b.contract = ${contract} and b.status = 'READY'
    and not exists (select 1 from ownership o where o.token_uuid = b.matron_uuid and o.escrowed > 0)
    and not exists (select 1 from operator_task k where k.kind = 'hatch' and k.subject = b.uuid::text and k.status in ('pending', 'sent'))
  order by b.number limit ${BATCH_ROWS}`;

/** What could not be drawn a moment ago (a database that went away) is tried again soon, and then ever later. */
const RETRY_MS = 2_000;
const RETRY_MOST_MS = 60_000;
/** Breedings whose child could not be drawn: how long they wait, and until when. */
export type Failed = Map<string, { waits: number; until: number }>;

/**
 * What time and new blocks alone change of breedings, and what the operator has to do about it. Every worker does it:
 * doing it twice changes nothing.
 */
export const turnBreedings = async (
  needs: Needs,
  log: Pick<Logger, 'warn'>,
  failed: Failed = new Map(),
): Promise<void> => {
  const { config, db } = needs;
  const chainId = config.chain.id;
  const { sql } = db;
  const contract = config.deployment.breeding;
  const now = await chainNow(sql, chainId);
  await turnReady(sql, chainId, now);
  if (!config.operatorKey) return;
  await enqueueDue(sql, chainId, contract, now);
  if (!sourceOf(needs)) return;
  await keepStock(sql, chainId, contract);
  for (const row of await findBorn(sql, chainId, contract)) {
    // One that cannot be drawn holds up no other, and is tried again in a while.
    const before = failed.get(row.uuid);
    if (before && before.until > Date.now()) continue;
    try {
      await prepareBirth(needs, row);
      await enqueueTask(sql, { chainId, kind: 'hatch', subject: row.uuid });
      failed.delete(row.uuid);
    } catch (error) {
      const waits = Math.min((before?.waits ?? RETRY_MS / 2) * 2, RETRY_MOST_MS);
      failed.set(row.uuid, { waits, until: Date.now() + waits });
      log.warn('a child could not be prepared', { breeding: row.uuid, error: String(error) });
    }
  }
};

export { dropWishes };
