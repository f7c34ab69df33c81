-- The indexes of the orders of lists as 0061 and 0076 had them, with the states among the columns that filters test.
create index token_terms on token using gin (token_terms(search, name, category_uuid, collection_uuid, type, sale_currency_uuid, creator_uuid))
  with (fastupdate = on, gin_pending_list_limit = 128);
create index token_created on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where is_counted;
create index token_by_name on token (name, uuid) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where is_counted;
create index token_by_price on token (sale_price_eth, uuid) include (category_uuid, collection_uuid, type, on_sale, states) where is_counted;
create index token_by_price_desc on token (sale_price_eth desc nulls last, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states) where is_counted;
create index token_by_favorites on token (favorite_count desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where is_counted;
create index token_category on token (category_uuid, created_at desc, uuid desc) include (collection_uuid, type, on_sale, states) where is_counted;
create index token_collection on token (collection_uuid, created_at desc, uuid desc) include (category_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, name, favorite_count) where is_counted;
create index token_collection_name on token (collection_uuid, name, uuid) include (category_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where is_counted;
create index token_sale on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price, sale_price_eth) where on_sale and is_counted;
create index token_sale_price on token (sale_price_eth, uuid) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, created_at) where on_sale and is_counted;
create index token_sale_currency on token (sale_currency_uuid, sale_price, uuid) include (category_uuid, collection_uuid, type, states, sale_price_eth) where on_sale and is_counted;
create index token_sale_category on token (category_uuid, created_at desc, uuid desc) include (collection_uuid, type, states, sale_currency_uuid, sale_price_eth, sale_price) where on_sale and is_counted;
create index token_sale_category_price on token (category_uuid, sale_price_eth, uuid) include (collection_uuid, type, states, sale_currency_uuid) where on_sale and is_counted;
create index token_sale_collection_price on token (collection_uuid, sale_price_eth, uuid) include (category_uuid, type, states, sale_currency_uuid, created_at) where on_sale and is_counted;
create index token_sale_name on token (name, uuid) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price_eth) where on_sale and is_counted;
create index token_sale_favorites on token (favorite_count desc, uuid desc) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price_eth) where on_sale and is_counted;

-- By the end of an auction; by the start of one that has not started; by the last sale.
create index token_auction on token (auction_turns_at, uuid)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at) where states & 2 <> 0 and is_counted;
create index token_auction_category on token (category_uuid, auction_turns_at, uuid)
  include (collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where states & 2 <> 0 and is_counted;
create index token_upcoming on token (auction_turns_at, uuid)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at) where states & 8 <> 0 and is_counted;
create index token_last_sale on token (last_sale_at desc nulls last, uuid desc)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth) where is_counted;
-- Rare states.
create index token_has_offers on token (created_at desc, uuid desc)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth) where states & 4 <> 0 and is_counted;
create index token_new on token (created_at desc, uuid desc)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth) where states & 16 <> 0 and is_counted;
-- What stops being new by the clock.
create index token_minted on token (minted_at) where states & 16 <> 0;
-- What an address has paid for what it holds.
create index history_buyer on history (to_address, token_uuid, created_at desc) include (quantity, value_eth) where value_eth is not null;
analyze token;
