import type { Address, Hex } from 'viem';
import { breedingAbi } from '@skarb/contracts/abi';
import type { Context } from '../../context.ts';
import { prepareBirth } from './breeding.birth.ts';
import { encodeBreeding } from './breeding.contract.ts';
import { sourceOf } from './breeding.place.ts';
import { rootOf } from './breeding.secret.ts';
import { encodeHatch } from './breeding.steps.ts';
import { findBreedingRow } from './breeding.store.ts';

export type BreedingTask = { kind: 'keep' | 'hatch' | 'lose' | 'commit'; subject: string };
export const isBreedingTask = (task: { kind: string; subject: string }): task is BreedingTask =>
  ['keep', 'hatch', 'lose', 'commit'].includes(task.kind);

/** What a task to commit names: batches are numbered by each contract for itself. */
export const commitSubject = (contract: Address, batch: number | bigint): string => `${contract}/${batch}`;

/**
 * What the operator sends for a task of breeding; null when there is nothing to send (now).
 * @param isLaneEmpty no transaction of the operator's is on its way: roots have no number of their own on the chain, so the
 *   next is only sent when it is certain which one it will be
 */
export const breedingCall = async (
  needs: Pick<Context, 'config' | 'db' | 'chain'>,
  { kind, subject }: BreedingTask,
  isLaneEmpty: () => Promise<boolean>,
): Promise<{ to: Address; data: Hex } | null> => {
  const { config, db, chain } = needs;
  const to = config.deployment.breeding;
  if (kind === 'commit') {
    const source = sourceOf(needs);
    if (!source || !(await isLaneEmpty())) return null;
    const count = await chain.public.readContract({ address: to, abi: breedingAbi, functionName: 'batchCount' });
    return commitSubject(to, count) === subject
      ? { to, data: encodeBreeding('commit', [rootOf(source, count)]) }
      : null;
  }
  const row = await findBreedingRow(db.sql, subject);
  // Not (any more) on the chain, or of a contract that is no longer ours to work for.
  if (!row?.number || row.contract !== to) return null;
  const number = BigInt(row.number);
  if (kind === 'keep') return { to, data: encodeBreeding('keep', [number]) };
  if (kind === 'lose') return { to, data: encodeBreeding('lose', [number]) };
  return row.status === 'READY' ? { to, data: encodeHatch(await prepareBirth(needs, row)) } : null;
};
