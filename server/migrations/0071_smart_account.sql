-- Smart accounts, by their address: of users who registered their first key, and of everyone whom the factory deployed.
create table smart_account (
  address address primary key,
  chain_id integer not null,
  -- The address follows from it.
  first_key text not null,
  -- The log of its deployment, as the follower read it; null before, and after a reorg that removed it.
  deployed_block bigint,
  created_at timestamptz not null default now()
);
-- The accounts' logs of added and removed keys. The last log of a key says whether the account has it.
create table smart_account_key (
  block_number bigint not null,
  log_index integer not null,
  account address not null references smart_account,
  key_hash hash32 not null,
  -- Null where it was removed.
  key text,
  created_at timestamptz not null,
  primary key (block_number, log_index)
);
create index smart_account_key_account on smart_account_key (account, key_hash, block_number, log_index);
