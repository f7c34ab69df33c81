-- Breeding, from the logs of the Breeding contract. A row that one log creates is deleted with it. State that follows from
-- several such rows (terms, uses, rest, siring) is derived from them at the end of each batch of logs.

-- What the genes of a collection mean, by the sha-256 of the document that the contract names.
create table breeding_vocabulary (
  digest hash32 primary key,
  vocabulary jsonb not null
);

-- Terms logs of a collection, one row each. FEE changes only the base fee.
create table breeding_terms_log (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  block_time timestamptz not null,
  collection_uuid uuid not null references collection on delete cascade,
  event text not null check (event in ('OPENED', 'FEE', 'CLOSED')),
  base_fee base_units,
  traits smallint,
  counts numeric(20, 0),
  vocabulary hash32,
  primary key (chain_id, block_number, log_index)
);
create index breeding_terms_log_collection on breeding_terms_log (collection_uuid, block_number desc, log_index desc);

-- The current breeding terms of a collection, derived from the rows above. If its first log is undone, it stays as "never
-- opened".
create table breeding_terms (
  collection_uuid uuid primary key references collection on delete cascade,
  is_open boolean not null,
  base_fee base_units not null,
  -- The number of traits in a genome; 0: never opened.
  traits smallint not null,
  counts numeric(20, 0) not null,
  vocabulary hash32 not null,
  opened_at timestamptz not null,
  -- Maintained by a trigger on breeding_token.
  members integer not null default 0,
  children integer not null default 0
);
create index breeding_terms_open on breeding_terms (opened_at desc, collection_uuid desc) where is_open;

-- One pairing. Between its request and its Bred log it is a draft without a number.
create table breeding (
  uuid uuid primary key,
  chain_id integer not null,
  -- Its id in the contract.
  number bigint,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'EXPECTING', 'READY', 'HATCHED', 'LOST')),
  version integer not null default 1,
  -- True if requested through this marketplace; the row then stays when a reorg removes its log.
  is_drafted boolean not null,
  collection_uuid uuid not null references collection,
  matron_uuid uuid not null references token,
  sire_uuid uuid not null references token,
  breeder address not null,
  breeder_uuid uuid references app_user on delete set null,
  fee base_units not null,
  siring_price base_units not null,
  generation integer not null,
  -- From Bred.
  bred_block bigint,
  bred_index integer,
  tx_hash hash32,
  target_block bigint,
  ready_at timestamptz,
  sire_ready_at timestamptz,
  -- From BlockKept: the target block's hash.
  kept_hash hash32,
  -- The child. Its token is created before the birth, like one that is being minted; it is shown once hatched_at is set.
  child_uuid uuid references token on delete set null,
  -- The seed that the child's token was drawn from.
  drawn_seed numeric(78, 0),
  -- From Hatched.
  hatched_at timestamptz,
  hatch_tx_hash hash32,
  secret hash32,
  seed numeric(78, 0),
  matron_genes numeric(78, 0),
  sire_genes numeric(78, 0),
  genes numeric(78, 0),
  -- From Lost.
  lost_tx_hash hash32,
  refund base_units,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (chain_id, number)
);
create index breeding_draft on breeding (breeder, matron_uuid, sire_uuid) where number is null;
create index breeding_matron on breeding (matron_uuid) where number is not null;
create index breeding_sire on breeding (sire_uuid) where number is not null;
create index breeding_newest on breeding (created_at desc, uuid desc) where number is not null;
create index breeding_collection on breeding (collection_uuid, created_at desc, uuid desc) where number is not null;
create index breeding_breeder on breeding (breeder_uuid, created_at desc, uuid desc);
-- Breedings that time and blocks advance.
create index breeding_under_way on breeding (ready_at) where status in ('EXPECTING', 'READY');

-- A token as a parent: its genes, and the state that follows from its breedings.
create table breeding_token (
  token_uuid uuid primary key references token on delete cascade,
  collection_uuid uuid not null references collection,
  token_created_at timestamptz not null,
  genes numeric(78, 0) not null,
  generation integer not null,
  -- Both parents and the breeding; null for a founder.
  matron_uuid uuid references token,
  sire_uuid uuid references token,
  birth_uuid uuid references breeding,
  -- Derived from the logs.
  uses smallint not null default 0,
  ready_at timestamptz,
  expecting_uuid uuid references breeding,
  siring_owner address,
  siring_price base_units,
  siring_ends_at timestamptz
);
create index breeding_token_collection on breeding_token (collection_uuid, token_created_at desc, token_uuid desc);
create index breeding_token_generation on breeding_token (collection_uuid, generation, token_uuid);
create index breeding_token_newest on breeding_token (token_created_at desc, token_uuid desc);
create index breeding_token_matron on breeding_token (matron_uuid) where matron_uuid is not null;
create index breeding_token_sire on breeding_token (sire_uuid) where sire_uuid is not null;
create index breeding_token_siring on breeding_token (siring_price, token_uuid) where siring_price is not null;

create function count_breeding_token() returns trigger language plpgsql as $$
declare
  entry breeding_token := case tg_op when 'DELETE' then old else new end;
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  update breeding_terms set members = members + sign, children = children + case when entry.birth_uuid is null then 0 else sign end
  where collection_uuid = entry.collection_uuid;
  return null;
end $$;
create trigger count_breeding_token after insert or delete on breeding_token for each row execute function count_breeding_token();

-- Siring logs of a token, one row each. A row without a price withdraws the siring offer.
create table siring_log (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  token_uuid uuid not null references token on delete cascade,
  owner address,
  price base_units,
  ends_at timestamptz,
  primary key (chain_id, block_number, log_index)
);
create index siring_log_token on siring_log (token_uuid, block_number desc, log_index desc);

-- Merkle roots of the operator's secrets.
create table breeding_batch (
  chain_id integer not null,
  batch bigint not null,
  root hash32 not null,
  primary key (chain_id, batch)
);

create trigger announce after insert or update or delete on breeding for each row execute function announce_public_change();
create trigger announce after insert or update or delete on breeding_token for each row execute function announce_public_change();
create trigger announce after insert or update or delete on breeding_terms for each row execute function announce_public_change();

-- Live updates go to viewers of a parent, the child or the collection, to the payer, and to the holder of the matron.
create trigger raise_version before update on breeding for each row execute function raise_version();
create function announce_breeding() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'breeding', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.matron_uuid, 'collectionUuid', new.collection_uuid, 'alsoOf', json_build_array(new.sire_uuid, new.child_uuid),
    'users', (select json_agg(uuid) from (select new.breeder_uuid as uuid
      union select u.uuid from ownership o join app_user u on u.metamask_wallet = o.owner where o.token_uuid = new.matron_uuid) concerned),
    'isPublic', new.number is not null)::text);
  return null;
end $$;
create trigger announce_change after insert or update on breeding for each row execute function announce_breeding();

-- `operator_task.subject` of kinds `keep`, `hatch` and `lose` is the breeding's number; of kind `commit` the batch's number.
alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check
  check (kind in ('mint', 'cancel', 'settle', 'keep', 'hatch', 'lose', 'commit'));
