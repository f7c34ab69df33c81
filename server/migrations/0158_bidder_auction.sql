-- The auctions that somebody bid in, with what their list is ordered and filtered by, and from an index alone: history has the bids
-- on everything, and of each auction the row had to be read. See docs/decisions/0032.
create table bidder_auction (
  offer_uuid uuid not null references offer on delete cascade,
  bidder address not null,
  -- How many, so that undoing one keeps the others.
  bids integer not null check (bids > 0),
  -- Of the offer.
  status text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  is_hidden boolean not null,
  created_at timestamptz not null,
  primary key (offer_uuid, bidder)
);
create index bidder_auction_list on bidder_auction (bidder, status, created_at desc, offer_uuid desc) include (starts_at, ends_at, is_hidden);

-- Bids in auctions; those on other offers have the same event.
create function note_bidder() returns trigger language plpgsql as $$
begin
  -- Locked, so that a change of the offer waits and then finds the row.
  insert into bidder_auction (offer_uuid, bidder, bids, status, starts_at, ends_at, is_hidden, created_at)
  select uuid, new.from_address, 1, status, starts_at, ends_at, is_hidden, created_at
  from offer where uuid = new.offer_uuid and type = 'AUCTION' for no key update
  on conflict (offer_uuid, bidder) do update set bids = bidder_auction.bids + 1;
  return null;
end $$;
create trigger note_bidder after insert on history for each row
  when (new.event = 'BID' and new.offer_uuid is not null and new.from_address is not null) execute function note_bidder();

create function forget_bidder() returns trigger language plpgsql as $$
begin
  delete from bidder_auction where offer_uuid = old.offer_uuid and bidder = old.from_address and bids = 1;
  if not found then
    update bidder_auction set bids = bids - 1 where offer_uuid = old.offer_uuid and bidder = old.from_address;
  end if;
  return null;
end $$;
create trigger forget_bidder after delete on history for each row
  when (old.event = 'BID' and old.offer_uuid is not null and old.from_address is not null) execute function forget_bidder();

create function copy_to_bidders() returns trigger language plpgsql as $$
begin
  update bidder_auction set status = new.status, starts_at = new.starts_at, ends_at = new.ends_at, is_hidden = new.is_hidden
  where offer_uuid = new.uuid;
  return null;
end $$;
create trigger copy_to_bidders after update of status, starts_at, ends_at, is_hidden on offer for each row
  when (new.type = 'AUCTION'
    and (old.status, old.starts_at, old.ends_at, old.is_hidden) is distinct from (new.status, new.starts_at, new.ends_at, new.is_hidden))
  execute function copy_to_bidders();

-- The triggers' locks let nobody write a bid until this commits.
insert into bidder_auction (offer_uuid, bidder, bids, status, starts_at, ends_at, is_hidden, created_at)
select o.uuid, h.from_address, count(*), o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at
from history h join offer o on o.uuid = h.offer_uuid
where h.event = 'BID' and o.type = 'AUCTION' and h.from_address is not null group by o.uuid, h.from_address;
analyze bidder_auction;
drop index history_bidder;

-- The bids on a token by price: offer_active_token has them since 0157, with what lists filter by. Of the two, the planner took this
-- one for pages further down, and read the row of each bid: 3,024 blocks for the hundredth page of 5,000 bids.
drop index offer_bid_token;
