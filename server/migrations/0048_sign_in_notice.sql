-- The devices that an account has signed in with: the hash of a device cookie, or of network address and program for a
-- client without cookies. A sign-in from a new one is announced to the owner.
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

-- Changes are ordered by the time they were made under the account's lock, not by when their transactions began, so that a
-- link of an earlier transaction does not revoke a later one.
alter table account_change alter column created_at set default clock_timestamp();

-- Notification of a sign-in from a new device, for an account without an e-mail address.
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
