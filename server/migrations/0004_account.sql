-- Accounts, second part: sessions that users can see and end, two-factor codes, phone numbers, address changes.

alter table app_user
  add column display_currency text not null default 'USD' check (display_currency in ('USD', 'EUR', 'UAH')),
  -- The new address until the link mailed to it is opened. Not unique, because anyone can enter any address.
  add column pending_email text;

-- One row per sign-in. The table that had the name `session` holds refresh tokens and gets their name.
alter table session rename to refresh_token;
alter index session_family rename to refresh_token_session;
create table session (
  uuid uuid primary key,
  user_uuid uuid not null references app_user on delete cascade,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  -- Accurate to one minute.
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index session_of_user on session (user_uuid) where ended_at is null;
insert into session (uuid, user_uuid, user_agent, ip, created_at, last_used_at, ended_at)
select family, (array_agg(user_uuid))[1], (array_agg(user_agent order by created_at desc))[1],
  (array_agg(ip order by created_at desc))[1], min(created_at), max(created_at), max(revoked_at)
from refresh_token group by family;
alter table refresh_token rename column family to session_uuid;
alter table refresh_token
  add foreign key (session_uuid) references session on delete cascade,
  drop column user_uuid, drop column user_agent, drop column ip, drop column revoked_at;

-- 'change': a new address for an account. A reset link works only for the account's current address.
alter table mail_token drop constraint mail_token_purpose_check;
alter table mail_token add constraint mail_token_purpose_check check (purpose in ('confirm', 'reset', 'change'));

-- Hashes of used Google ID tokens until they expire: each token signs in once.
create table used_id_token (
  token_hash text primary key,
  expires_at timestamptz not null
);

create table two_factor (
  user_uuid uuid primary key references app_user on delete cascade,
  -- Encrypted with the server's key.
  secret text not null,
  -- The number of the last 30 s step whose code was accepted: no code works twice.
  last_step bigint not null default 0,
  enabled_at timestamptz,
  created_at timestamptz not null default now()
);
create table recovery_code (
  user_uuid uuid not null references two_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_uuid, code_hash)
);

-- The code last sent to a user's phone.
create table phone_code (
  user_uuid uuid primary key references app_user on delete cascade,
  phone_number text not null,
  code_hash text not null,
  tries_left smallint not null,
  expires_at timestamptz not null
);
