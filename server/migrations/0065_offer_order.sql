-- The list of offers reads one range of an index for each status and type, in any of its orders: a list of sold offers
-- by price read the whole table, one of a frequent user's bids all of their offers.
drop index offer_active, offer_active_price, offer_active_ends, offer_maker, offer_taker, offer_collection, offer_token;
create index offer_by_created on offer (status, type, created_at desc, uuid desc) include (ends_at, is_hidden);
create index offer_by_price on offer (status, type, price_eth, uuid) include (ends_at, is_hidden);
create index offer_by_end on offer (status, type, ends_at, uuid) include (is_hidden);
create index offer_maker on offer (maker_uuid, type, status, uuid);
create index offer_taker on offer (taker_uuid, type, status, uuid);
create index offer_collection on offer (collection_uuid, status, uuid);
create index offer_token on offer (token_uuid, status, type, created_at desc, uuid desc);
create index offer_currency on offer (currency_uuid, status, price, uuid);
