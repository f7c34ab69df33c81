-- The native coin that the operator sends along with a task, and with its transaction. A transaction's `wei` includes it.
alter table operator_task add column value numeric(78, 0) not null default 0 check (value >= 0);
alter table operator_spend add column value numeric(78, 0) not null default 0 check (value >= 0);
alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check
  check (kind in ('mint', 'cancel', 'settle', 'keep', 'hatch', 'lose', 'commit', 'operation', 'recover', 'drop'));

-- Native coin for a first network fee: once for each person, and once for each wallet, whoever connects it.
create table gas_drop (
  chain_id integer not null,
  wallet address not null,
  -- Null after the person's account was deleted: the wallet still counts.
  user_uuid uuid references app_user on delete set null,
  value numeric(78, 0) not null check (value > 0),
  -- The mined transaction; null before, and after a reorg that removed it.
  tx_hash hash32,
  mined_at timestamptz,
  -- Why it was not sent, if something was paid for the attempt.
  failure text,
  created_at timestamptz not null default now(),
  primary key (chain_id, wallet)
);
create unique index gas_drop_user on gas_drop (chain_id, user_uuid);
create index gas_drop_created on gas_drop (chain_id, created_at);
create index gas_drop_mined on gas_drop (chain_id, mined_at) where mined_at is not null;
