-- A bidder's balance in a currency and their allowance for Seaport, as last read from the chain. An allowance can shrink
-- without a log, so both are read again after each log that moves the bidder's money.
create table bidder_money (
  currency_uuid uuid not null references currency,
  maker address not null,
  balance base_units not null,
  allowance base_units not null,
  primary key (currency_uuid, maker)
);
-- The bidders whose money is watched.
create index offer_live_bidder on offer (maker, currency_uuid)
  where type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
-- Active bids on a token, the highest first.
create index offer_bid_token on offer (token_uuid, price_eth desc, uuid) where type = 'BID' and status = 'ACTIVE';
-- Finds the trade that explains a transfer of the same transaction, so that lists show only the trade.
drop index history_sold;
create index history_traded on history (token_uuid, tx_hash)
  where event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED');
