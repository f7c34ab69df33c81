-- Logs and rows that the follower could not apply, undo or derive; it continues without them. They are retried when the
-- worker starts or an admin requests it.
create table set_aside (
  uuid uuid primary key,
  chain_id integer not null,
  -- log: could not be applied; undo: could not be undone; row: derived from the chain, by its kind and id
  kind text not null check (kind in ('log', 'undo', 'row')),
  block_number bigint,
  block_hash hash32,
  block_time timestamptz,
  log_index integer,
  tx_hash hash32,
  address address,
  topics text[],
  data text,
  subject_kind text,
  subject_id text,
  error text not null,
  -- The error without the parts that differ between logs: admins are notified of each once.
  signature text not null,
  tries integer not null default 1,
  is_due boolean not null default false,
  is_told boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'row') = (subject_id is not null) and (kind = 'row') = (log_index is null))
);
create unique index set_aside_log on set_aside (chain_id, block_hash, log_index) where kind <> 'row';
create unique index set_aside_row on set_aside (chain_id, subject_kind, subject_id) where kind = 'row';
create index set_aside_due on set_aside (chain_id) where is_due;

-- The errors that admins have been notified of.
create table set_aside_told (
  signature text primary key,
  told_at timestamptz not null default now()
);

-- Why the follower waits although the node answers: it serves another chain, removes final blocks, or removes blocks that
-- the other nodes keep.
alter table chain_cursor add column genesis_hash hash32;
alter table chain_cursor add column finalized_number bigint;
alter table chain_cursor add column trouble text check (trouble in ('wrong', 'contradicts', 'unconfirmed'));
