-- The auctions in which an address has bid: "auction bids" on the profile.
create index history_bidder on history (from_address, offer_uuid) where event = 'BID' and offer_uuid is not null;
