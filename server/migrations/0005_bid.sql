-- What a bidder has of a currency and lets Seaport take of it, as last read from the chain: an allowance can shrink
-- without a log, so it is read anew whenever a log says that his money moved.
create table bidder_money (
  currency_uuid uuid not null references currency,
  maker address not null,
  balance base_units not null,
  allowance base_units not null,
  primary key (currency_uuid, maker)
);
-- Whose money is watched.
create index offer_live_bidder on offer (maker, currency_uuid)
  where type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
-- Bids on a token, the highest first.
create index offer_bid_token on offer (token_uuid, price_eth desc, uuid) where type = 'BID' and status = 'ACTIVE';
-- A transfer that a trade in the same transaction explains is not shown twice.
drop index history_sold;
create index history_traded on history (token_uuid, tx_hash)
  where event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED');
