-- Live updates: sent when a change commits -----------------------------------------------------------
-- Each change of an offer, or of what a token shows, increments its version; receivers ignore older versions.

alter table token add column version integer not null default 1;

create function raise_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version then new.version := old.version + 1; end if;
  return new;
end $$;
create trigger raise_version before update on offer for each row execute function raise_version();
create trigger raise_version before update on token for each row
  when (old.card is distinct from new.card or old.status is distinct from new.status) execute function raise_version();

-- `users`: the accounts that get the change even if their page does not show the object. `isPublic`: whether other viewers
-- get it. Clients receive neither field.
create function announce_offer() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'offer', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.token_uuid, 'collectionUuid', new.collection_uuid,
    'users', json_build_array(new.maker_uuid, new.taker_uuid), 'isPublic', new.status <> 'DRAFT')::text);
  return null;
end $$;
create trigger announce_change after insert or update on offer for each row execute function announce_offer();

create function announce_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'token', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.uuid, 'collectionUuid', new.collection_uuid, 'listing', new.card -> 'listing',
    'users', json_build_array(new.creator_uuid), 'isPublic', new.status = 'minted' or old.status = 'minted')::text);
  return null;
end $$;
create trigger announce_change after update on token for each row
  when (old.version is distinct from new.version) execute function announce_token();

create sequence change_version;
create function announce_transaction() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'transaction', 'uuid', new.tx_hash, 'version', nextval('change_version'),
    'status', new.status, 'users', json_build_array(new.user_uuid), 'isPublic', false)::text);
  return null;
end $$;
create trigger announce_change after update on followed_transaction for each row
  when (old.status is distinct from new.status) execute function announce_transaction();

-- Notifications ---------------------------------------------------------------------------------
-- History events whose recipients the worker has not determined yet.
create table news (
  history_uuid uuid primary key references history on delete cascade,
  run_at timestamptz not null default now()
);
create index news_due on news (run_at);
create function note_news() returns trigger language plpgsql as $$
begin
  insert into news (history_uuid) values (new.uuid);
  perform pg_notify('news', '');
  return null;
end $$;
-- Events older than a day cause no notification, for example when the chain is read again from its start.
create trigger note_news after insert on history for each row
  when (new.event in ('SOLD', 'BID', 'BID_ACCEPTED', 'OUTBID', 'SETTLED', 'EXPIRED', 'LISTED', 'EDITED')
    and new.created_at > now() - interval '1 day')
  execute function note_news();

create table notification (
  uuid uuid primary key,
  user_uuid uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('SOLD', 'BOUGHT', 'OUTBID', 'WON', 'OFFER_RECEIVED', 'OFFER_ACCEPTED', 'OFFER_EXPIRED',
    'AUCTION_ENDING', 'PRICE_DROP')),
  token_uuid uuid not null references token on delete cascade,
  offer_uuid uuid references offer on delete set null,
  offer_type text not null check (offer_type in ('SALE', 'AUCTION', 'BID')),
  -- The event that the notification is about. A reorg that deletes the event deletes both. Null for AUCTION_ENDING.
  history_uuid uuid references history on delete cascade,
  price base_units,
  -- PRICE_DROP: the previous price.
  old_price base_units,
  currency_uuid uuid references currency,
  quantity bigint,
  actor address,
  -- AUCTION_ENDING: the time of the end.
  ends_at timestamptz,
  -- Whether the app shows it; otherwise it is only mailed.
  is_shown boolean not null,
  read_at timestamptz,
  -- When its mail is due; null if the mail is sent or not wanted.
  mail_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_uuid, kind, history_uuid)
);
create unique index notification_ending on notification (user_uuid, offer_uuid, kind) where history_uuid is null;
create index notification_user on notification (user_uuid, created_at desc, uuid desc) where is_shown;
create index notification_unread on notification (user_uuid) where is_shown and read_at is null;
create index notification_mail on notification (mail_at) where mail_at is not null;
create index notification_history on notification (history_uuid);

-- One mail per event, even if a reorg removes the event and it happens again.
create table notification_mailed (
  user_uuid uuid not null references app_user on delete cascade,
  kind text not null,
  happening text not null,
  created_at timestamptz not null default now(),
  primary key (user_uuid, kind, happening)
);

-- Notification kinds that a user turned off, in the app or by mail. Kinds without a row are on.
create table notification_setting (
  user_uuid uuid not null references app_user on delete cascade,
  kind text not null,
  app boolean not null,
  mail boolean not null,
  primary key (user_uuid, kind)
);

create function announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'notification', 'uuid', user_uuid, 'version', nextval('change_version'),
    'users', json_build_array(user_uuid), 'isPublic', false)::text)
  from (select distinct user_uuid from rows) concerned;
  return null;
end $$;
create trigger announce_insert after insert on notification referencing new table as rows for each statement execute function announce_notification();
create trigger announce_update after update on notification referencing new table as rows for each statement execute function announce_notification();
create trigger announce_delete after delete on notification referencing old table as rows for each statement execute function announce_notification();
