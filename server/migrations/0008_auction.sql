-- English auctions: the NFT and the highest bid lie in the AuctionHouse; everything about an auction follows from its logs.

create table auction (
  offer_uuid uuid primary key references offer on delete cascade,
  -- What its seller asks for until the NFT is in the house; from then on what the house says.
  reserve_price base_units not null,
  raise_bps integer not null,
  -- The end before late bids moved it; offer.ends_at is the end now.
  original_ends_at timestamptz not null,
  -- From AuctionCreated; null until then. Whoever acts on an auction brings both parts of its terms along.
  auction_id hash32 unique,
  lot_hash hash32,
  first_reserve_price base_units,
  bidding jsonb,
  lot jsonb,
  -- Wished for here, and not only found on the chain: then it outlives the log that made it.
  is_drafted boolean not null default true,
  highest_bid base_units,
  highest_bidder address,
  bid_count integer not null default 0,
  extensions integer not null default 0,
  -- Whose claim the NFT waits for, where it could not be delivered.
  claimant address,
  settled_at timestamptz
);
create index auction_bidder on auction (highest_bidder) where highest_bidder is not null;
create trigger announce after insert or update or delete on auction for each row execute function announce_public_change();

-- An auction made straight on the chain may have a seller who has no account here.
alter table offer alter column maker_uuid drop not null;

-- Units that lie in the auction house: still their seller's, but not his to sell elsewhere.
alter table ownership add column escrowed bigint not null default 0;

-- settle: the id of the auction
alter table operator_task drop constraint operator_task_kind_check;
alter table operator_task add constraint operator_task_kind_check check (kind in ('mint', 'cancel', 'settle'));
