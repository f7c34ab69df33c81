-- Every pairing that the contract reports, also of tokens that are not recorded here. Uses, rest and expecting matrons are
-- counted from these rows. Numbers are the contract's, of any size.
create table breeding_pairing (
  chain_id integer not null,
  contract address not null,
  number numeric(78, 0) not null,
  block_number bigint not null,
  log_index integer not null,
  collection address not null,
  matron_id numeric(78, 0) not null,
  sire_id numeric(78, 0) not null,
  breeder address not null,
  ready_at timestamptz not null,
  sire_ready_at timestamptz not null,
  -- Hatched or lost.
  is_over boolean not null default false,
  primary key (chain_id, contract, number)
);
create index breeding_pairing_matron on breeding_pairing (chain_id, collection, matron_id);
create index breeding_pairing_sire on breeding_pairing (chain_id, collection, sire_id);

create function pg_temp.word(data text, place integer) returns numeric language sql as $$
  select sum(('x' || substr(data, 3 + place * 64 + chunk * 8, 8))::bit(32)::bigint * power(4294967296::numeric, 7 - chunk))
  from generate_series(0, 7) as chunk
$$;
-- Times have 40 bits in the contract; limited to the last second of the year 9999.
create function pg_temp.time(data text, place integer) returns timestamptz language sql as $$
  select to_timestamp(least(pg_temp.word(data, place), 253402300799)::float8)
$$;
insert into breeding_pairing
select l.chain_id, l.address, pg_temp.word(l.topics[2], 0), l.block_number, l.log_index, '0x' || right(l.topics[3], 40),
  pg_temp.word(l.data, 0), pg_temp.word(l.data, 1), '0x' || substr(l.data, 3 + 2 * 64 + 24, 40), pg_temp.time(l.data, 6), pg_temp.time(l.data, 7),
  exists (select 1 from chain_log o where o.chain_id = l.chain_id and o.address = l.address and o.topics[2] = l.topics[2] and o.topics[1] in (
    '0x30eb462a1f7bb17234ec171b8a9f5c37955ad271b61176fae9c60f254a9070bb', '0x1242e9f5bf98921c525fa70efa3f1496c85a9c68ab8e9bd8fe52532fecb8f2ec'))
from chain_log l where l.topics[1] = '0xc8aa35fd76be41b7049e099d36e9c0fc9cac6b3b35499ac96303231eb2984cac'
on conflict do nothing;

alter table breeding alter column number type numeric(78, 0);
alter table breeding_batch alter column batch type numeric(78, 0);
-- Whether it carries a child, also one of a pairing without a row in `breeding`.
alter table breeding_token add column is_expecting boolean not null default false;
update breeding_token set is_expecting = expecting_uuid is not null;
update breeding_token bt set is_expecting = true from token t join breeding_pairing p
  on p.chain_id = t.chain_id and p.collection = t.contract_address and p.matron_id = t.token_id and not p.is_over
where t.uuid = bt.token_uuid;
update breeding_token bt set uses = p.uses, ready_at = p.ready_at from token t cross join lateral (
  select count(*) as uses, max(ready_at) as ready_at from (
    select ready_at from breeding_pairing where chain_id = t.chain_id and collection = t.contract_address and matron_id = t.token_id
    union all
    select sire_ready_at from breeding_pairing where chain_id = t.chain_id and collection = t.contract_address and sire_id = t.token_id) both_roles) p
where t.uuid = bt.token_uuid and p.uses > bt.uses;

-- Nobody can see a drawn child before it hatches, not even its creator.
alter table token drop constraint token_status_check;
alter table token add constraint token_status_check check (status in ('draft', 'minting', 'minted', 'failed', 'unborn'));
update token t set status = 'unborn' from breeding b where b.child_uuid = t.uuid and b.hatched_at is null and t.status <> 'minted';
create or replace function announce_token() returns trigger language plpgsql as $$
begin
  if new.status = 'unborn' then return null; end if;
  perform pg_notify('change', json_build_object('kind', 'token', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.uuid, 'collectionUuid', new.collection_uuid, 'listing', new.card -> 'listing', 'auction', new.card -> 'auction',
    'isGone', old.is_counted and not new.is_counted,
    'users', json_build_array(new.creator_uuid), 'isPublic', new.is_counted or old.is_counted)::text);
  return null;
end $$;
create or replace function announce_breeding() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'breeding', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.matron_uuid, 'collectionUuid', new.collection_uuid,
    'alsoOf', json_build_array(new.sire_uuid, case when new.hatched_at is not null then new.child_uuid end),
    'users', (select json_agg(uuid) from (select new.breeder_uuid as uuid
      union select u.uuid from ownership o join app_user u on u.metamask_wallet = o.owner where o.token_uuid = new.matron_uuid) concerned),
    'isPublic', new.number is not null)::text);
  return null;
end $$;

-- What hatching a child needs, prepared by the worker: the API has neither the secrets nor the operator's key.
create table breeding_birth (
  breeding_uuid uuid primary key references breeding on delete cascade,
  -- The block hash that this child was drawn with.
  kept_hash hash32 not null,
  secret hash32 not null,
  proof text[] not null,
  digest hash32 not null,
  signature text not null,
  updated_at timestamptz not null default now()
);
-- Whether the worker can hatch children: it has the secrets and the key, and no foreign root is committed.
create table breeding_keeper (
  chain_id integer not null,
  contract address not null,
  can_bear boolean not null,
  primary key (chain_id, contract)
);
