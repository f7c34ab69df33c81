-- Deletion of an account: when it is due, and when it was done. The row stays only if tokens or trades refer to it.
alter table app_user
  add column deletion_at timestamptz,
  add column erased_at timestamptz;
create index app_user_deletion on app_user (deletion_at) where deletion_at is not null;

-- Links to an export of a user's data; each works once. Only their hash is stored.
create table account_export (
  secret_hash text primary key,
  user_uuid uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index account_export_of_user on account_export (user_uuid);
