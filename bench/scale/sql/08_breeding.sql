-- Collection 2 breeds: its first 60 % are founders, children follow. k counts its works from 0, gen.bred is the work's number.
create function gen.bred(k bigint) returns bigint language sql immutable parallel safe return k / 7 * 1000 + 3 + k % 7;
create function gen.genes(seed bigint, i bigint) returns numeric language sql immutable parallel safe
  return (select sum(floor(gen.r(seed + g, i) * case g / 4 when 0 then 4 else 5 end)::numeric * power(32::numeric, g)) from generate_series(0, 7) g);
create unlogged table gen.parent as
  select k, w.* from generate_series(0, {tokens} * 7 / 1000 - 1) k join gen.work w on w.n = gen.bred(k) where w.status = 'minted' and w.type = 'ERC721';

insert into breeding_vocabulary (digest, vocabulary) values (gen.hash(110, 1),
  '[{"name": "Mood", "values": ["Calm", "Bright", "Stormy", "Dreamy"]}, {"name": "Colour", "values": ["red", "blue", "gold", "green", "ink"]}]');
insert into breeding_terms_log (chain_id, block_number, log_index, block_time, collection_uuid, event, base_fee, traits, counts, vocabulary)
values ({chain}, 500, 1, gen.at(1), gen.id(2, 2), 'OPENED', 20000000000000000, 2, 3 + 4 * 32, gen.hash(110, 1));

insert into breeding (uuid, chain_id, number, status, is_drafted, collection_uuid, matron_uuid, sire_uuid, breeder, breeder_uuid, fee, siring_price, generation,
  bred_block, bred_index, tx_hash, target_block, ready_at, sire_ready_at, kept_hash, child_uuid, drawn_seed, hatched_at, hatch_tx_hash, secret, seed,
  matron_genes, sire_genes, genes, lost_tx_hash, refund, created_at, contract)
select gen.id(95, p.k), {chain}, case when p.k % 50 <> 1 then p.k end, 'DRAFT', true, p.collection, m.uuid, s.uuid, m.owner_wallet,
  m.owner_uuid, 20000000000000000, 0, 1, case when p.k % 50 <> 1 then 600 + p.k end, 1, gen.hash(111, p.k), 610 + p.k, p.at, p.at,
  case when p.k % 50 <> 2 then gen.hash(112, p.k) end, case when is_hatched then p.uuid end, p.k, case when is_hatched then p.at end,
  case when is_hatched then gen.hash(113, p.k) end, case when is_hatched then gen.hash(114, p.k) end, case when is_hatched then p.k end,
  gen.genes(115, m.k), gen.genes(115, s.k), case when is_hatched then gen.genes(115, p.k) end, case when p.k % 50 = 3 then gen.hash(116, p.k) end,
  case when p.k % 50 = 3 then 20000000000000000 end, p.at, '{breeding}'
from gen.parent p cross join lateral (select p.k % 50 not in (1, 2, 3) as is_hatched) state
join gen.parent m on m.k = (p.k * 7) % ({tokens} * 42 / 10000) join gen.parent s on s.k = (p.k * 11 + 1) % ({tokens} * 42 / 10000) and s.k <> m.k
where p.k >= {tokens} * 42 / 10000;

insert into breeding_pairing (chain_id, contract, number, block_number, log_index, collection, matron_id, sire_id, breeder, ready_at, sire_ready_at, is_over)
select b.chain_id, b.contract, b.number, b.bred_block, b.bred_index, m.contract_address, m.token_id, s.token_id, b.breeder, b.ready_at, b.sire_ready_at,
  b.hatched_at is not null or b.lost_tx_hash is not null
from breeding b join token m on m.uuid = b.matron_uuid join token s on s.uuid = b.sire_uuid where b.number is not null;

insert into breeding_token (token_uuid, collection_uuid, token_created_at, genes, generation, matron_uuid, sire_uuid, birth_uuid)
select p.uuid, p.collection, p.at, gen.genes(115, p.k), case when b.uuid is null then 0 else 1 end, b.matron_uuid, b.sire_uuid, b.uuid
from gen.parent p left join breeding b on b.child_uuid = p.uuid;

insert into siring_log (chain_id, block_number, log_index, token_uuid, owner, price, ends_at)
select {chain}, 9000000 + k, 1, uuid, owner_wallet, trunc(gen.eth(117, k) * 1e18), to_timestamp({now} + 8640000) from gen.parent where k % 9 = 0;

insert into history (uuid, token_uuid, event, price, from_address, created_at)
select gen.id(118, number::bigint), matron_uuid, 'BRED', fee, breeder, created_at from breeding where number is not null;
insert into history (uuid, token_uuid, event, to_address, created_at)
select gen.id(119, number::bigint), child_uuid, 'BORN', breeder, hatched_at from breeding where child_uuid is not null;
