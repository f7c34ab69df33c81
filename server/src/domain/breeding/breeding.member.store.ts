import type { Tx } from '../../platform/db/database.ts';

/** A token with genes: a founder, or the child of a breeding. */
export type Member = {
  token: { uuid: string; collection_uuid: string; created_at: Date };
  genes: bigint;
  generation: number;
  birth?: { uuid: string; matron_uuid: string; sire_uuid: string };
};
/** Adds a token to the breeding of its collection. Idempotent. */
export const addMember = (tx: Tx, { token, genes, generation, birth }: Member) => tx`
  insert into breeding_token (token_uuid, collection_uuid, token_created_at, genes, generation, matron_uuid, sire_uuid, birth_uuid)
  values (${token.uuid}, ${token.collection_uuid}, ${token.created_at}, ${String(genes)}, ${generation}, ${birth?.matron_uuid ?? null},
    ${birth?.sire_uuid ?? null}, ${birth?.uuid ?? null})
  on conflict do nothing`;

export const deleteMember = (tx: Tx, tokenUuid: string) =>
  tx`delete from breeding_token where token_uuid = ${tokenUuid}`;

/** Deletes the child of a breeding from the members. */
export const deleteMemberBornOf = (tx: Tx, breedingUuid: string) =>
  tx`delete from breeding_token where birth_uuid = ${breedingUuid}`;

/** Clears the reference of the matron that expects by this breeding. */
export const clearExpecting = (tx: Tx, breedingUuid: string) =>
  tx`update breeding_token set expecting_uuid = null where expecting_uuid = ${breedingUuid}`;

/** Derives uses, rest, expected child and siring price of tokens with genes. @returns the tokens that changed */
export const deriveMembers = async (tx: Tx, tokens: string[]): Promise<string[]> => {
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
