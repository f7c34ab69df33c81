import { breedingAbi } from '@skarb/contracts/abi';
import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { prepareBirth } from './breeding.birth.ts';
import { encodeBreeding } from './breeding.contract.ts';
import { sourceOf } from './breeding.network.ts';
import { rootOf } from './breeding.secret.ts';
import { encodeHatch } from './breeding.steps.ts';
import { findBreedingRow, type BreedingRow } from './breeding.store.ts';

/** The subject of a task that commits to a batch of secrets. Each contract numbers its batches from 0. */
export const commitSubject = (contract: Address, batch: number | bigint): string => `${contract}/${batch}`;

/** SQL of the account that a breeding's tasks are done for. */
export const breederOf = (tx: Tx, uuid: string) => tx`select breeder_uuid from breeding where uuid = ${uuid}::uuid`;

/**
 * SQL condition: the breeding has ended, or (for `keep`) its block's hash is recorded, or it is no longer on the chain.
 * A hatch that a reorg has postponed counts as done: once the child is ready again the job enqueues a new one.
 */
const isBreedingDone = (sql: Tx) => sql`
  not exists (select 1 from breeding b where b.number is not null
    and b.uuid = case when task.kind in ('keep', 'hatch', 'lose') then task.subject::uuid end
    and b.hatched_at is null and b.lost_tx_hash is null and (task.kind <> 'keep' or b.kept_hash is null)
    and (task.kind <> 'hatch' or b.status = 'READY'))`;

/**
 * The operator keeps block hashes, hatches children, closes breedings that can no longer hatch, and commits to secrets.
 * The subject is a breeding's uuid; for `commit` see `commitSubject`.
 */
export const breedingTasks = (needs: Pick<Context, 'config' | 'db' | 'chain'>): TaskHandler[] => {
  const { config, db, chain } = needs;
  const to = config.deployment.breeding;
  const ofBreeding = (
    kind: 'keep' | 'hatch' | 'lose',
    encode: (row: BreedingRow) => Promise<`0x${string}` | null>,
  ) => ({
    kind,
    done: isBreedingDone,
    build: async ([uuid]: readonly string[]) => {
      const row = await findBreedingRow(db.sql, uuid as string);
      // A reorg has removed it from the chain, or it belongs to an earlier contract.
      if (!row?.number || row.contract !== to) return null;
      const data = await encode(row);
      return data && { to, data };
    },
  });
  const numberOf = (row: BreedingRow) => BigInt(row.number as string);
  return [
    ofBreeding('keep', async (row) => encodeBreeding('keep', [numberOf(row)])),
    ofBreeding('lose', async (row) => encodeBreeding('lose', [numberOf(row)])),
    ofBreeding('hatch', async (row) => (row.status === 'READY' ? encodeHatch(await prepareBirth(needs, row)) : null)),
    {
      kind: 'commit',
      done: (sql, chainId) => sql`
        exists (select 1 from breeding_batch r where r.chain_id = ${chainId} and r.contract || '/' || r.batch = task.subject)`,
      build: async ([subject], hasNothingInFlight) => {
        const source = sourceOf(needs);
        // The contract numbers roots in order of arrival: with another transaction in flight the number is uncertain.
        if (!source || !(await hasNothingInFlight())) return null;
        const count = await chain.public.readContract({ address: to, abi: breedingAbi, functionName: 'batchCount' });
        if (commitSubject(to, count) !== subject) return null;
        return { to, data: encodeBreeding('commit', [rootOf(source, count)]) };
      },
    },
  ];
};
