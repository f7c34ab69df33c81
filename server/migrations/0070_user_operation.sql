-- ERC-4337 operations of smart accounts that the operator sends (`handleOps`), one transaction each.
create table user_operation (
  -- The entry point's hash of the operation, which its signature covers.
  hash hash32 primary key,
  chain_id integer not null,
  sender address not null,
  nonce numeric(78, 0) not null,
  -- For whom it is paid.
  account_uuid uuid references app_user on delete set null,
  -- As it was received, in JSON-RPC's form.
  operation jsonb not null,
  -- Why the operator will not send it; null while it may.
  failure text,
  -- The entry point's event, as the follower read it; null until then, and after a reorg that removed it.
  tx_hash hash32,
  block_number bigint,
  log_index integer,
  created_at timestamptz not null default now()
);
create index user_operation_sender on user_operation (sender, created_at);
create index user_operation_account on user_operation (account_uuid);

alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check
  check (kind in ('mint', 'cancel', 'settle', 'keep', 'hatch', 'lose', 'commit', 'operation'));
-- The most gas of a task that has a ceiling of its own, lower than that of its kind.
alter table operator_task add column gas numeric(78, 0);
