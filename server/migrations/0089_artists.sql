-- People as artists: what they write about themselves, their numbers, and who follows them.

-- Texts in each language, by its code; links as [{ kind, url }].
alter table app_user
  add column statement jsonb not null default '{}',
  add column links jsonb not null default '[]';

-- Public searches for artists: without the e-mail addresses of app_user_find. Whoever makes something gets a role.
create index app_user_name on app_user using gin (text_parts(coalesce(username, '') || ' ' || coalesce(name, ''), 1)) where role <> 'USER';

-- Numbers of a person that lists sort by. Not columns of app_user, which sign-ins lock.
create table person_count (
  uuid uuid primary key references app_user on delete cascade,
  -- Their public works, and what these have been sold for in trades that count for rankings, in wei of ether.
  works integer not null default 0,
  volume numeric not null default 0,
  followers integer not null default 0,
  -- When the first of those works was minted; null without one.
  first_minted_at timestamptz,
  -- A deleted account: no list names it.
  is_erased boolean not null default false
);
create index person_count_first on person_count (first_minted_at desc, uuid desc) where works > 0 and not is_erased;
create index person_count_works on person_count (works desc, uuid desc) where works > 0 and not is_erased;
create index person_count_volume on person_count (volume desc, uuid desc) where works > 0 and not is_erased;
create index person_count_followers on person_count (followers desc, uuid desc) where works > 0 and not is_erased;

-- All works of a collection are its creator's. Deferred to the end of the transaction: its last locks, so that none of the
-- others (docs/architecture.md) can be waited for while they are held.
create function count_works() returns trigger language plpgsql as $$
begin
  insert into person_count as p (uuid, works, volume)
  values (new.creator_uuid, new.items - old.items, new.ranked_volume - old.ranked_volume)
  on conflict (uuid) do update set works = p.works + excluded.works, volume = p.volume + excluded.volume;
  update person_count set first_minted_at = case when works > 0 then
    (select min(coalesce(minted_at, created_at)) from token where creator_uuid = new.creator_uuid and is_counted) end
  where uuid = new.creator_uuid and (works > 0) <> (first_minted_at is not null);
  return null;
end $$;
create constraint trigger count_works after update on collection deferrable initially deferred for each row
  when (old.items <> new.items or old.ranked_volume <> new.ranked_volume) execute function count_works();

insert into person_count (uuid, works, volume, first_minted_at, is_erased)
select c.uuid, c.works, c.volume,
  case when c.works > 0 then (select min(coalesce(minted_at, created_at)) from token where creator_uuid = c.uuid and is_counted) end, u.erased_at is not null
from (select creator_uuid as uuid, sum(items) as works, sum(ranked_volume) as volume from collection group by 1) c join app_user u on u.uuid = c.uuid
where c.works > 0 or c.volume > 0;

-- Who follows whom, or which collection.
alter table collection add column followers integer not null default 0;
create table follow (
  follower_uuid uuid not null references app_user on delete cascade,
  person_uuid uuid references app_user on delete cascade,
  collection_uuid uuid references collection on delete cascade,
  subject_uuid uuid not null generated always as (coalesce(person_uuid, collection_uuid)) stored,
  created_at timestamptz not null default now(),
  primary key (follower_uuid, subject_uuid),
  check (num_nonnulls(person_uuid, collection_uuid) = 1),
  check (person_uuid is distinct from follower_uuid)
);
-- In the order in which notices are sent to all followers.
create index follow_subject on follow (subject_uuid, follower_uuid);
create index follow_person on follow (person_uuid) where person_uuid is not null;
create index follow_collection on follow (collection_uuid) where collection_uuid is not null;

-- Pages that show a person drop their caches when somebody follows them. Collections announce their own updates.
create function announce_followed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_change', new.uuid::text);
  return null;
end $$;
create trigger announce_first after insert on person_count for each row when (new.followers > 0) execute function announce_followed();
create trigger announce_followed after update of followers on person_count for each row
  when (old.followers <> new.followers) execute function announce_followed();

-- The sales of a seller, for the number on their profile.
create index history_seller on history (from_address) where value_eth is not null;
analyze person_count, app_user;
