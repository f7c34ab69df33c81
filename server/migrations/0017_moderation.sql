-- Moderation: reports of users, and objects that admins have hidden.

create table report (
  uuid uuid primary key,
  subject_type text not null check (subject_type in ('token', 'collection', 'user')),
  subject_uuid uuid not null,
  reporter_uuid uuid not null references app_user on delete cascade,
  reason text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  -- When an admin decided it, and how.
  closed_at timestamptz,
  closed_as text check (closed_as in ('hidden', 'dismissed'))
);
-- One open report per user and subject.
create unique index report_open on report (subject_type, subject_uuid, reporter_uuid) where closed_at is null;
create index report_waiting on report (subject_type, subject_uuid, created_at desc) where closed_at is null;

-- Objects that an admin has hidden, and the note to its creator. All other data about hidden objects is derived from this.
create table hidden (
  subject_type text not null check (subject_type in ('token', 'collection', 'user')),
  subject_uuid uuid not null,
  reason text not null,
  note text not null default '',
  admin_uuid uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  primary key (subject_type, subject_uuid)
);

-- Maintained when an object is hidden or restored. A collection is hidden by itself or with its creator, a token by itself
-- or with its collection: token.is_counted (minted and not hidden) decides what the public sees and what counts include. An
-- offer is hidden with its token or its maker, an ownership with its token.
alter table app_user add column is_hidden boolean not null default false;
alter table collection add column is_hidden boolean not null default false,
  -- Position among the collections shown first on the start page; null for others.
  add column featured_position integer;
alter table ownership add column is_hidden boolean not null default false;
alter table offer add column is_hidden boolean not null default false;

create function is_token_hidden(id uuid) returns boolean language sql stable as $$
  select exists (select 1 from hidden where subject_type = 'token' and subject_uuid = id)
    or coalesce((select c.is_hidden from token t join collection c on c.uuid = t.collection_uuid where t.uuid = id), false)
$$;
create function is_collection_hidden(id uuid, creator uuid) returns boolean language sql stable as $$
  select exists (select 1 from hidden where (subject_type, subject_uuid) in (('collection', id), ('user', creator)))
$$;
-- Applies to every new row, also to those found on the chain.
create function hide_new_collection() returns trigger language plpgsql as $$
begin
  new.is_hidden := is_collection_hidden(new.uuid, new.creator_uuid);
  return new;
end $$;
create trigger hide_new before insert on collection for each row execute function hide_new_collection();
create function hide_new_offer() returns trigger language plpgsql as $$
begin
  new.is_hidden := is_token_hidden(new.token_uuid) or coalesce((select is_hidden from app_user where uuid = new.maker_uuid), false);
  return new;
end $$;
create trigger hide_new before insert on offer for each row execute function hide_new_offer();

-- Lists show counted tokens only, so the indexes cover only those.
drop index token_created, token_category, token_collection, token_by_name, token_by_price, token_by_price_desc, token_by_favorites;
create index token_created on token (created_at desc, uuid desc) where is_counted;
create index token_category on token (category_uuid, created_at desc, uuid desc) where is_counted;
create index token_collection on token (collection_uuid, created_at desc, uuid desc) where is_counted;
create index token_by_name on token (name, uuid) where is_counted;
create index token_by_price on token (sale_price_eth, uuid) where is_counted;
create index token_by_price_desc on token (sale_price_eth desc nulls last, uuid desc) where is_counted;
create index token_by_favorites on token (favorite_count desc, uuid desc) where is_counted;
drop index offer_active, offer_active_price, offer_active_ends;
create index offer_active on offer (created_at desc, uuid desc) include (ends_at) where status = 'ACTIVE' and not is_hidden;
create index offer_active_price on offer (price_eth, uuid) where status = 'ACTIVE' and not is_hidden;
create index offer_active_ends on offer (ends_at, uuid) where status = 'ACTIVE' and not is_hidden;
drop index ownership_owner;
create index ownership_owner on ownership (owner, token_created_at desc, token_uuid desc) include (is_hidden);
-- Few rows, read whenever a collection's owners are counted.
create index ownership_hidden on ownership (token_uuid, owner) where is_hidden;
create index token_hidden on token (uuid) where status = 'minted' and not is_counted;
create index collection_featured on collection (featured_position, volume desc, uuid desc);

-- Current viewers are notified when the object becomes hidden; from then on only its own users are.
create or replace function announce_offer() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'offer', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.token_uuid, 'collectionUuid', new.collection_uuid, 'users', json_build_array(new.maker_uuid, new.taker_uuid),
    'isPublic', new.status <> 'DRAFT' and not (new.is_hidden and coalesce(old.is_hidden, true)))::text);
  return null;
end $$;
create or replace function announce_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'token', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.uuid, 'collectionUuid', new.collection_uuid, 'listing', new.card -> 'listing',
    'isGone', old.is_counted and not new.is_counted,
    'users', json_build_array(new.creator_uuid), 'isPublic', new.is_counted or old.is_counted)::text);
  return null;
end $$;
drop trigger raise_version on token;
create trigger raise_version before update on token for each row
  when ((old.card, old.status, old.is_counted) is distinct from (new.card, new.status, new.is_counted)) execute function raise_version();

-- Messages from the marketplace to a creator about their token, collection or account.
alter table notification
  alter column token_uuid drop not null,
  alter column offer_type drop not null,
  add column act text check (act in ('NOTE', 'HIDDEN', 'RESTORED')),
  add column subject_type text check (subject_type in ('token', 'collection', 'user')),
  add column subject_uuid uuid,
  add column reason text,
  add column note text,
  drop constraint notification_kind_check;
alter table notification
  add constraint notification_kind_check check (kind in ('SOLD', 'BOUGHT', 'OUTBID', 'WON', 'OFFER_RECEIVED', 'OFFER_ACCEPTED',
    'OFFER_EXPIRED', 'AUCTION_ENDING', 'PRICE_DROP', 'NOTE')),
  add constraint notification_about check (case when kind = 'NOTE' then act is not null and subject_uuid is not null
    else token_uuid is not null and offer_type is not null end);
-- Notifications that invite to trade a token are deleted when it is hidden.
create index notification_token on notification (token_uuid);
