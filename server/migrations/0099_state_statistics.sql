-- How common each state is: without these statistics a plan expects that nearly all tokens have it.
create statistics token_buy_now on (states & 1) from token;
create statistics token_auction_state on (states & 2) from token;
create statistics token_offer_state on (states & 4) from token;
create statistics token_upcoming_state on (states & 8) from token;
create statistics token_new_state on (states & 16) from token;

-- The indexes of rare states, with the keys of all orders: a list that is gathered from one reads the index alone.
drop index token_auction, token_upcoming, token_has_offers, token_new;
create index token_auction on token (auction_turns_at, uuid)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at, last_sale_at, favorite_count, name)
  where states & 2 <> 0 and is_counted;
create index token_upcoming on token (auction_turns_at, uuid)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at, last_sale_at, favorite_count, name)
  where states & 8 <> 0 and is_counted;
create index token_has_offers on token (created_at desc, uuid desc)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, auction_turns_at, last_sale_at, favorite_count, name)
  where states & 4 <> 0 and is_counted;
create index token_new on token (created_at desc, uuid desc)
  include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, auction_turns_at, last_sale_at, favorite_count, name)
  where states & 16 <> 0 and is_counted;
analyze token;
