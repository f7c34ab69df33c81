-- The smart accounts' logs about recovery. The last guardian may propose a key; the last proposal is open unless it was
-- cancelled later, or its key was added.
create table smart_account_recovery (
  block_number bigint not null,
  log_index integer not null,
  account address not null references smart_account,
  kind text not null check (kind in ('GUARDIAN', 'PROPOSED', 'CANCELLED')),
  -- Of GUARDIAN; the zero address is stored as null: nobody.
  guardian address,
  -- Of PROPOSED: the key, and the time from which anyone can add it.
  key text,
  recoverable_at timestamptz,
  created_at timestamptz not null,
  primary key (block_number, log_index)
);
create index smart_account_recovery_account on smart_account_recovery (account, block_number, log_index);

-- What people asked for who lost their keys: ASKED until they open the mailed link, CONFIRMED while the operator proposes
-- the key, waits seven days and adds it.
create table recovery (
  uuid uuid primary key,
  -- Null after the account's deletion.
  user_uuid uuid references app_user on delete set null,
  account address not null references smart_account,
  key text not null,
  -- The browser that asked, the only one that can confirm; null for a client without cookies.
  device_hash text,
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'STOPPED', 'DONE')),
  -- Logs of this block and of earlier ones are not about this request.
  since_block bigint not null,
  -- The mails of the days 0, 3 and 6 that were sent.
  reminders integer not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create unique index recovery_open on recovery (account) where status in ('ASKED', 'CONFIRMED');
create index recovery_user on recovery (user_uuid, created_at);

alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check
  check (kind in ('mint', 'cancel', 'settle', 'keep', 'hatch', 'lose', 'commit', 'operation', 'recover'));
