-- When the user of a session last proved their identity, and whether its browser has sent the device cookie.
alter table session
  add column proved_at timestamptz not null default now(),
  add column is_device_seen boolean not null default false;
update session set proved_at = created_at;

-- An account's sign-in methods before each change of them, for the link that undoes the change.
create table account_change (
  uuid uuid primary key,
  user_uuid uuid not null references app_user on delete cascade,
  kind text not null,
  before jsonb not null,
  undo_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  undone_at timestamptz
);
create index account_change_of_user on account_change (user_uuid, created_at);
create index account_change_expires on account_change (expires_at);
