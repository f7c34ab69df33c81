-- What a bidder's open bids take together, from the index alone: the row of each was read.
drop index offer_live_bidder;
create index offer_live_bidder on offer (maker, currency_uuid) include (uuid, status, invalid_reason, ends_at, price, quantity_left)
  where type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
