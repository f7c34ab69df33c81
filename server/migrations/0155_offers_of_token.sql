-- The offers of one token, whoever made them and in whatever currency, from the index alone: of a token with 5,000 bids a list
-- read the rows of all, up to three times. See docs/decisions/0032.
drop index offer_token;
create index offer_token on offer (token_uuid, status, type, created_at desc, uuid desc)
  include (starts_at, ends_at, is_hidden, maker_uuid, taker_uuid, currency_uuid, price_eth);
