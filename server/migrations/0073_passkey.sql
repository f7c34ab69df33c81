-- Passkeys, a sign-in method (WebAuthn). Each can also be a key of a smart account.
create table passkey (
  uuid uuid primary key,
  user_uuid uuid not null references app_user on delete cascade,
  -- WebAuthn's id of the credential, base64url.
  credential_id text not null unique,
  -- The coordinates x and y of the P-256 key, 64 bytes in hex.
  public_key text not null check (public_key ~ '^0x[0-9a-f]{128}$'),
  -- The site for which the device made it.
  rp_id text not null,
  -- The device's count of signatures; always 0 for passkeys that are kept on several devices.
  counter bigint not null,
  -- How browsers reach the device: internal, hybrid, usb …
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_uuid);

-- Open challenges: a ring, so that a flood of requests cannot fill the disk. The oldest is overwritten.
create sequence passkey_challenge_slot as integer minvalue 0 maxvalue 99999 start 0 cycle;
create table passkey_challenge (
  slot integer primary key,
  challenge_hash text not null unique,
  purpose text not null check (purpose in ('register', 'use')),
  -- Who asked for it; null for a visitor.
  user_uuid uuid references app_user on delete cascade,
  -- The future uuid of a new person's account, which their passkey contains, and the name that they would like.
  new_user_uuid uuid,
  username text,
  expires_at timestamptz not null
);
create index passkey_challenge_user on passkey_challenge (user_uuid);
