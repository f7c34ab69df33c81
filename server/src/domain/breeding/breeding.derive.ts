import type { Tx } from '../../platform/db/database.ts';
import { deleteUnminted, setUnborn } from '../token/store/token.store.ts';
import { deriveMembers } from './breeding.member.store.ts';
import { updateStatuses } from './breeding.store.ts';

/** Derives collections' terms from their creators' latest logs. */
const deriveTerms = async (tx: Tx, collections: string[]): Promise<void> => {
  if (collections.length === 0) return;
  await tx`
    insert into breeding_terms as t (collection_uuid, is_open, base_fee, traits, counts, vocabulary, opened_at)
    select distinct on (o.collection_uuid) o.collection_uuid, last.event <> 'CLOSED', fee.base_fee, o.traits, o.counts, o.vocabulary, o.block_time
    from breeding_terms_log o
    cross join lateral (select event from breeding_terms_log l where l.collection_uuid = o.collection_uuid order by block_number desc, log_index desc limit 1) last
    cross join lateral (select base_fee from breeding_terms_log l where l.collection_uuid = o.collection_uuid and base_fee is not null
      order by block_number desc, log_index desc limit 1) fee
    where o.collection_uuid = any(${collections}::uuid[]) and o.event = 'OPENED'
    order by o.collection_uuid, o.block_number, o.log_index
    on conflict (collection_uuid) do update
      set is_open = excluded.is_open, base_fee = excluded.base_fee, traits = excluded.traits, counts = excluded.counts,
        vocabulary = excluded.vocabulary, opened_at = excluded.opened_at`;
  // A reorg removed the first opening: no other log of the collection can be left.
  await tx`
    delete from breeding_terms t where collection_uuid = any(${collections}::uuid[])
      and not exists (select 1 from breeding_terms_log o where o.collection_uuid = t.collection_uuid and o.event = 'OPENED')`;
};

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
  await deleteUnminted(tx, tx`${orphans} and not ${isKept}`);
};
