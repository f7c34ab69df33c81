-- English auctions. The AuctionHouse holds the NFT and the highest bid; an auction's state is derived from its logs.

create table auction (
  offer_uuid uuid primary key references offer on delete cascade,
  -- As the seller requested it until the AuctionHouse holds the NFT, then as the contract reports it.
  reserve_price base_units not null,
  raise_bps integer not null,
  -- The first end. Late bids extend the auction; offer.ends_at is the current end.
  original_ends_at timestamptz not null,
  -- From AuctionCreated; null before. Each later call of the contract must pass both parts of the terms (bidding, lot).
  auction_id hash32 unique,
  lot_hash hash32,
  first_reserve_price base_units,
  bidding jsonb,
  lot jsonb,
  -- True if requested through this marketplace; the row then stays when a reorg removes its log.
  is_drafted boolean not null default true,
  highest_bid base_units,
  highest_bidder address,
  bid_count integer not null default 0,
  extensions integer not null default 0,
  -- The address that can claim an NFT that could not be delivered.
  claimant address,
  settled_at timestamptz
);
create index auction_bidder on auction (highest_bidder) where highest_bidder is not null;
create trigger announce after insert or update or delete on auction for each row execute function announce_public_change();

-- An auction created directly on the chain may have a seller without an account here.
alter table offer alter column maker_uuid drop not null;

-- Units that the AuctionHouse holds. They still belong to the seller, who cannot sell them elsewhere.
alter table ownership add column escrowed bigint not null default 0;

-- `operator_task.subject` of kind `settle` is the auction's id.
alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check check (kind in ('mint', 'cancel', 'settle'));
