-- Notices of what followed people and collections make and put on sale.

-- Notices of one kind to the followers of one person or collection, gathered for an hour: docs/decisions/0040.
create table follow_news (
  kind text not null check (kind in ('NEW_WORK', 'NEW_LISTING')),
  subject_uuid uuid not null,
  -- The person whose works or listings these are, null for several people: their own followers get that person's notice.
  person_uuid uuid,
  -- Which works, each once; at most 1,000.
  token_uuids uuid[] not null,
  -- The newest of the events; null if a reorg undid it.
  history_uuid uuid references history on delete set null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- When the next batch of followers is due.
  run_at timestamptz not null,
  -- The follower after whom the current pass goes on; null between passes.
  after_uuid uuid,
  -- How many works the last pass announced.
  announced integer not null default 0,
  primary key (kind, subject_uuid)
);
create index follow_news_due on follow_news (run_at);
create index follow_news_history on follow_news (history_uuid) where history_uuid is not null;

-- One notification for all that is gathered: a later pass counts the works again.
create unique index notification_gathered on notification (user_uuid, kind, happening) where kind in ('NEW_WORK', 'NEW_LISTING');
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about check (case kind
  when 'NOTE' then act is not null and subject_uuid is not null
  when 'SIGN_IN' then ip is not null
  when 'CHILD_LOST' then token_uuid is not null and breeding_uuid is not null
  when 'NEW_WORK' then token_uuid is not null and subject_uuid is not null
  when 'NEW_LISTING' then token_uuid is not null and subject_uuid is not null
  else token_uuid is not null and (offer_type is not null or kind in ('CHILD_BORN', 'SIRING_USED')) end);

-- Mints and new auctions are news where somebody follows; LISTED is news already (`note_news`). Far behind the head nobody is
-- notified of them (decision 37).
create function note_followed() returns trigger language plpgsql as $$
begin
  if current_setting('skarb.is_far_behind', true) = 'on' or not exists (select 1 from changed where event in ('MINTED', 'AUCTION_CREATED')) then
    return null;
  end if;
  insert into news (history_uuid)
  select c.uuid from changed c join token t on t.uuid = c.token_uuid
  where c.event in ('MINTED', 'AUCTION_CREATED') and c.created_at > now() - interval '1 day'
    and (exists (select 1 from collection k where k.uuid = t.collection_uuid and k.followers > 0)
      or exists (select 1 from app_user u join person_count p on p.uuid = u.uuid
        where u.metamask_wallet = coalesce(c.from_address, c.to_address) and p.followers > 0))
  on conflict do nothing;
  if found then perform pg_notify('news', ''); end if;
  return null;
end $$;
create trigger note_followed after insert on history referencing new table as changed for each statement execute function note_followed();

