-- What each message for a wallet was given out for, the words it says that in, and the account it names where it names one.
alter table siwe_nonce
  add column purpose text not null default 'signIn' check (purpose in ('signIn', 'link', 'stepUp', 'signInOrLink')),
  add column statement text not null default 'Sign in to Skarb. This costs nothing and sends no transaction.',
  add column user_uuid uuid references app_user on delete cascade;

-- When each way to sign in was added and last used: null where that was before it was recorded, or never.
alter table app_user
  add column password_added_at timestamptz,
  add column password_used_at timestamptz,
  add column google_added_at timestamptz,
  add column google_used_at timestamptz,
  -- The address of the linked Google account, which need not be the account's own.
  add column google_email text,
  add column wallet_added_at timestamptz,
  add column wallet_used_at timestamptz,
  -- Since when the six above are recorded: for accounts older than this migration, its own time.
  add column ways_recorded_since timestamptz not null default now(),
  -- Google was removed: signing in with it no longer links it by the e-mail address, only its owner does.
  add column is_google_removed boolean not null default false;
