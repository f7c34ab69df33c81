import type { Tx } from '../../platform/db/database.ts';

/** Derives collections' terms from their creators' latest logs. */
export const deriveTerms = async (tx: Tx, collections: string[]): Promise<void> => {
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
