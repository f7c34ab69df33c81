import type { Tx } from '../../platform/db/database.ts';
import { dropUnused } from '../media/media.drop.ts';
import { deleteUnminted, setUnborn } from '../token/store/token.store.ts';
import { deriveMembers } from './breeding.member.store.ts';
import { updateStatuses } from './breeding.store.ts';
import { deriveTerms } from './breeding.terms.store.ts';

const deriveStatus = async (tx: Tx, breedings: string[], now: Date): Promise<void> => {
  if (breedings.length === 0) return;
  await updateStatuses(tx, breedings, now);
  // The child of a reverted birth is hidden and cannot be minted by its creator until it hatches again.
  await setUnborn(
    tx,
    tx`select child_uuid from breeding where uuid = any(${breedings}::uuid[]) and hatched_at is null`,
  );
};

/**
 * Derives terms, tokens' breeding state and breedings' status from the recorded facts, in the transaction that changed
 * the facts. Other code writes them only to set READY by the clock and to clear a reference to an undone breeding.
 * @param now the time to compare with, see `chainNow`
 * @returns the tokens whose state changed
 */
export const deriveBreeding = async (
  tx: Tx,
  what: { breedings?: Iterable<string>; tokens?: Iterable<string>; collections?: Iterable<string> },
  now: Date,
): Promise<string[]> => {
  await deriveTerms(tx, [...(what.collections ?? [])]);
  const changed = await deriveMembers(tx, [...(what.tokens ?? [])]);
  await deriveStatus(tx, [...(what.breedings ?? [])], now);
  return changed;
};

/**
 * Deletes the children of pairings that a reorg removed. A child with an offer or a breeding is kept in status
 * `unborn`, not as a draft, which its creator could mint. The same pairing, mined again, reuses it.
 */
export const dropOrphans = async (tx: Tx, tokens: string[]): Promise<void> => {
  if (tokens.length === 0) return;
  const orphans = tx`select t.uuid from token t where t.uuid = any(${tokens}::uuid[])
    and not exists (select 1 from breeding where child_uuid = t.uuid)`;
  const isKept = tx`(exists (select 1 from offer where token_uuid = t.uuid)
    or exists (select 1 from breeding where t.uuid in (matron_uuid, sire_uuid)))`;
  await setUnborn(tx, tx`${orphans} and ${isKept}`);
  await dropUnused(tx, await deleteUnminted(tx, tx`${orphans} and not ${isKept}`));
};
