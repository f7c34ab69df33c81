-- The open bids on what somebody holds ("offers received"), with what their list is ordered and filtered by, and from an index
-- alone: for a page, all works of its holder were looked up among all offers. See docs/decisions/0032.
create table received_bid (
  offer_uuid uuid not null,
  owner address not null,
  -- Of the offer.
  status text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  is_hidden boolean not null,
  created_at timestamptz not null,
  maker_uuid uuid,
  taker_uuid uuid,
  primary key (offer_uuid, owner)
);
create index received_bid_list on received_bid (owner, status, created_at desc, offer_uuid desc)
  include (starts_at, ends_at, is_hidden, maker_uuid, taker_uuid);

-- A work that more than 16 addresses have held at once, for good: a bid on it would be a row of each of them. Its bids are found by
-- the work.
alter table ownership add column is_crowded boolean not null default false;
create index ownership_crowded on ownership (owner, token_uuid) where is_crowded;

-- Whoever changes a work's holders or bids has locked the work, so that neither of the two misses the other.
create function give_bid() returns trigger language plpgsql as $$
declare
  was_open constant boolean := tg_op = 'UPDATE' and old.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
  is_open constant boolean := new.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
begin
  if is_open and not was_open then
    insert into received_bid (offer_uuid, owner, status, starts_at, ends_at, is_hidden, created_at, maker_uuid, taker_uuid)
    select new.uuid, owner, new.status, new.starts_at, new.ends_at, new.is_hidden, new.created_at, new.maker_uuid, new.taker_uuid
    from ownership where token_uuid = new.token_uuid and not is_crowded;
  elsif is_open then
    update received_bid set status = new.status, starts_at = new.starts_at, ends_at = new.ends_at, is_hidden = new.is_hidden,
      maker_uuid = new.maker_uuid, taker_uuid = new.taker_uuid
    where offer_uuid = new.uuid;
  elsif was_open then
    delete from received_bid where offer_uuid = new.uuid;
  end if;
  return null;
end $$;
create trigger give_new_bid after insert on offer for each row when (new.type = 'BID' and new.status <> 'DRAFT') execute function give_bid();
create trigger give_bid after update of status, starts_at, ends_at, is_hidden, maker_uuid, taker_uuid on offer for each row
  when (new.type = 'BID' and (old.status, old.starts_at, old.ends_at, old.is_hidden, old.maker_uuid, old.taker_uuid)
    is distinct from (new.status, new.starts_at, new.ends_at, new.is_hidden, new.maker_uuid, new.taker_uuid))
  execute function give_bid();

-- Not by a foreign key: its check would be most of what a bid costs here.
create function take_bid() returns trigger language plpgsql as $$
begin
  delete from received_bid where offer_uuid = old.uuid;
  return null;
end $$;
create trigger take_bid after delete on offer for each row when (old.type = 'BID' and old.status <> 'DRAFT') execute function take_bid();

-- Each new holder gets the open bids of their work, unless they are one of very many.
create function give_bids() returns trigger language plpgsql as $$
declare
  crowded uuid[];
  fresh uuid[];
begin
  crowded := array(
    select token_uuid from (select distinct token_uuid from changed) c
    where (select count(*) from (select 1 from ownership w where w.token_uuid = c.token_uuid limit 17) counted) > 16);
  if cardinality(crowded) > 0 then
    -- Those who come, and everybody when there are too many for the first time.
    fresh := array(select one from unnest(crowded) one where not exists (select 1 from ownership w where w.token_uuid = one and w.is_crowded));
    delete from received_bid r using offer o where o.token_uuid = any(fresh) and o.type = 'BID'
      and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and r.offer_uuid = o.uuid;
    update ownership set is_crowded = true where token_uuid = any(fresh);
    update ownership w set is_crowded = true from changed c
    where c.token_uuid = any(crowded) and c.token_uuid <> all(fresh) and w.token_uuid = c.token_uuid and w.owner = c.owner;
  end if;
  insert into received_bid (offer_uuid, owner, status, starts_at, ends_at, is_hidden, created_at, maker_uuid, taker_uuid)
  select o.uuid, c.owner, o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at, o.maker_uuid, o.taker_uuid
  from changed c cross join lateral (
    select * from offer where token_uuid = c.token_uuid and type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') offset 0) o
  where c.token_uuid <> all(crowded);
  return null;
end $$;
create trigger give_bids after insert on ownership referencing new table as changed for each statement execute function give_bids();

create function take_bids() returns trigger language plpgsql as $$
begin
  delete from received_bid r using changed c cross join lateral (
    select uuid from offer where token_uuid = c.token_uuid and type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') offset 0) o
  where r.offer_uuid = o.uuid and r.owner = c.owner;
  return null;
end $$;
create trigger take_bids after delete on ownership referencing old table as changed for each statement execute function take_bids();

-- The triggers' locks let nobody write a bid or a holding until this commits.
update ownership set is_crowded = true
where token_uuid in (select token_uuid from ownership group by token_uuid having count(*) > 16);
insert into received_bid (offer_uuid, owner, status, starts_at, ends_at, is_hidden, created_at, maker_uuid, taker_uuid)
select o.uuid, w.owner, o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at, o.maker_uuid, o.taker_uuid
from offer o join ownership w on w.token_uuid = o.token_uuid
where o.type = 'BID' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and not w.is_crowded;
analyze received_bid;
