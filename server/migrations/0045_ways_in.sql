-- The purpose of each sign-in message, its statement, and its account if any.
alter table siwe_nonce
  add column purpose text not null default 'signIn' check (purpose in ('signIn', 'link', 'stepUp', 'signInOrLink')),
  add column statement text not null default 'Sign in to Skarb. This costs nothing and sends no transaction.',
  add column user_uuid uuid references app_user on delete cascade;

-- When each sign-in method was added and last used; null if never, or if that was before these columns.
alter table app_user
  add column password_added_at timestamptz,
  add column password_used_at timestamptz,
  add column google_added_at timestamptz,
  add column google_used_at timestamptz,
  -- The address of the linked Google account; it may differ from the account's.
  add column google_email text,
  add column wallet_added_at timestamptz,
  add column wallet_used_at timestamptz,
  -- Since when the six columns above are recorded: for older accounts, the time of this migration.
  add column ways_recorded_since timestamptz not null default now(),
  -- Google was removed: a sign-in with it no longer links it by its e-mail address; only the owner can link it again.
  add column is_google_removed boolean not null default false;
