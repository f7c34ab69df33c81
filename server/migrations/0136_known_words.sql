-- A list of a creator's works by the end of auctions or by the last sale reads this index alone, too.
create index token_creator_orders on token (creator_uuid, created_at desc, uuid desc)
  include (status, is_counted, category_uuid, collection_uuid, network_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, name, favorite_count, auction_turns_at, last_sale_at);
drop index token_creator;
alter index token_creator_orders rename to token_creator;

-- How common twice as many words and properties are is known: lists choose by it between walking and gathering.
alter index token_terms alter column 1 set statistics 200;
analyze token;
