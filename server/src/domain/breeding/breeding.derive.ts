import type { Tx } from '../../platform/db/database.ts';

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

/** Derives uses, rest, expected child and siring price of tokens with genes. @returns the tokens that changed */
const deriveTokens = async (tx: Tx, tokens: string[]): Promise<string[]> => {
  if (tokens.length === 0) return [];
  const rows = await tx<{ token_uuid: string }[]>`
    with fresh as (
      select bt.token_uuid, bred.uses, bred.ready_at, carried.number is not null as is_expecting, carried.uuid as expecting_uuid,
        offered.owner, offered.price, offered.ends_at
      from breeding_token bt join token t on t.uuid = bt.token_uuid
      cross join lateral (
        select least(count(*), 32767)::smallint as uses, max(ready) as ready_at from (
          select ready_at as ready from breeding_pairing
          where chain_id = t.chain_id and collection = t.contract_address and matron_id = t.token_id
          union all select sire_ready_at from breeding_pairing
          where chain_id = t.chain_id and collection = t.contract_address and sire_id = t.token_id) both_roles) bred
      -- Without a recorded partner there is no breeding to show, but the matron is expecting.
      left join lateral (
        select p.number, b.uuid from breeding_pairing p
        left join breeding b on b.chain_id = p.chain_id and b.contract = p.contract and b.number = p.number
        where p.chain_id = t.chain_id and p.collection = t.contract_address and p.matron_id = t.token_id and not p.is_over
        order by p.number desc limit 1) carried on true
      left join lateral (
        select l.* from siring_log l where l.token_uuid = bt.token_uuid order by l.block_number desc, l.log_index desc limit 1) said on true
      -- It holds until it is used, or the token moves, also when it comes back.
      left join lateral (
        select said.owner, said.price, said.ends_at where said.price is not null
          and not exists (select 1 from breeding_pairing p
            where p.chain_id = t.chain_id and p.collection = t.contract_address and p.sire_id = t.token_id
              and p.breeder is distinct from said.owner and (p.block_number, p.log_index) > (said.block_number, said.log_index))
          and not exists (select 1 from history h where h.token_uuid = bt.token_uuid and h.event = 'TRANSFERRED'
            and (h.block_number, h.log_index) > (said.block_number, said.log_index))) offered on true
      where bt.token_uuid = any(${tokens}::uuid[]))
    update breeding_token bt set uses = fresh.uses, ready_at = fresh.ready_at, is_expecting = fresh.is_expecting,
      expecting_uuid = fresh.expecting_uuid, siring_owner = fresh.owner, siring_price = fresh.price, siring_ends_at = fresh.ends_at
    from fresh where fresh.token_uuid = bt.token_uuid
      and (bt.uses, bt.ready_at, bt.is_expecting, bt.expecting_uuid, bt.siring_owner, bt.siring_price, bt.siring_ends_at)
        is distinct from (fresh.uses, fresh.ready_at, fresh.is_expecting, fresh.expecting_uuid, fresh.owner, fresh.price, fresh.ends_at)
    returning bt.token_uuid`;
  return rows.map((row) => row.token_uuid);
};

/** The status of a breeding by its facts at a time: `statusOf` of breeding.rules.ts in SQL. */
export const statusAt = (tx: Tx, now: Date) => tx`
  case when number is null then 'DRAFT' when hatched_at is not null then 'HATCHED' when lost_tx_hash is not null then 'LOST'
    when kept_hash is not null and ready_at <= ${now} then 'READY' else 'EXPECTING' end`;

const deriveStatus = async (tx: Tx, breedings: string[], now: Date): Promise<void> => {
  if (breedings.length === 0) return;
  // Update without comparing: the facts behind the status have changed in any case.
  await tx`
    update breeding set status = ${statusAt(tx, now)}, updated_at = now() where uuid = any(${breedings}::uuid[])`;
  // The child of a reverted birth is hidden and cannot be minted by its creator until it hatches again.
  await tx`
    update token set status = 'unborn', updated_at = now() from breeding b
    where b.uuid = any(${breedings}::uuid[]) and token.uuid = b.child_uuid and b.hatched_at is null and token.status <> 'minted'`;
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
  const changed = await deriveTokens(tx, [...(what.tokens ?? [])]);
  await deriveStatus(tx, [...(what.breedings ?? [])], now);
  return changed;
};

/**
 * Deletes the children of pairings that a reorg removed. A child with an offer or a breeding is kept in status
 * `unborn`, not as a draft, which its creator could mint. The same pairing, mined again, reuses it.
 */
export const dropOrphans = async (tx: Tx, tokens: string[]): Promise<void> => {
  if (tokens.length === 0) return;
  const orphan = tx`uuid = any(${tokens}::uuid[]) and status <> 'minted' and not exists (select 1 from breeding where child_uuid = t.uuid)`;
  const isKept = tx`exists (select 1 from offer where token_uuid = t.uuid)
    or exists (select 1 from breeding where t.uuid in (matron_uuid, sire_uuid))`;
  await tx`
    update token t set status = 'unborn', updated_at = now()
    where ${orphan} and (${isKept})`;
  await tx`delete from token t where ${orphan} and not (${isKept})`;
};
