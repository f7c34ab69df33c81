-- Lists of offers in each order, read from the index alone whatever they filter by; see docs/decisions/0032.
drop index offer_by_created, offer_by_price, offer_by_end;
create index offer_by_created on offer (status, type, created_at desc, uuid desc)
  include (starts_at, ends_at, is_hidden, token_uuid, maker_uuid, taker_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, price_eth, token_name);
create index offer_by_price on offer (status, type, price_eth, uuid)
  include (starts_at, ends_at, is_hidden, token_uuid, maker_uuid, taker_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, token_name);
create index offer_by_end on offer (status, type, ends_at, uuid)
  include (starts_at, is_hidden, token_uuid, maker_uuid, taker_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, price_eth, token_name);
