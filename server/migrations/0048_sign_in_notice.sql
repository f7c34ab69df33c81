-- Where an account has been signed in to: the hash of a device cookie, or of place and program for a client that keeps no
-- cookies. A sign-in from anywhere else is announced to its owner.
create table account_device (
  user_uuid uuid not null references app_user on delete cascade,
  key text not null,
  is_browser boolean not null,
  first_used_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default now(),
  primary key (user_uuid, key)
);
insert into account_device (user_uuid, key, is_browser, first_used_at, last_used_at)
  select user_uuid, device_hash, is_device_seen, min(created_at), max(last_used_at) from session
  where device_hash is not null group by user_uuid, device_hash, is_device_seen
  on conflict do nothing;

-- Changes are ordered by when they were made under the account's lock, not by when their transactions began: the link of
-- one that began earlier must not end the link of one that was made before it.
alter table account_change alter column created_at set default clock_timestamp();

-- A sign-in from a new device, to an account without an e-mail address.
alter table notification
  add column ip text,
  add column user_agent text,
  drop constraint notification_kind_check,
  drop constraint notification_about;
alter table notification
  add constraint notification_kind_check check (kind in ('SOLD', 'BOUGHT', 'OUTBID', 'WON', 'OFFER_RECEIVED', 'OFFER_ACCEPTED',
    'OFFER_EXPIRED', 'AUCTION_ENDING', 'PRICE_DROP', 'CHILD_BORN', 'CHILD_LOST', 'SIRING_USED', 'NOTE', 'SIGN_IN')),
  add constraint notification_about check (case when kind = 'NOTE' then act is not null and subject_uuid is not null
    when kind = 'SIGN_IN' then ip is not null
    when kind = 'CHILD_LOST' then token_uuid is not null and breeding_uuid is not null
    else token_uuid is not null and (offer_type is not null or kind in ('CHILD_BORN', 'SIRING_USED')) end);
