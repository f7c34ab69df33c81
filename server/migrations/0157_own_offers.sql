-- The offers that a user made or took, in the order of their age and from the index alone: their lists, which profiles ask for
-- every 15 seconds, read the row of each. See docs/decisions/0032.
drop index offer_maker;
create index offer_maker on offer (maker_uuid, type, status, created_at desc, uuid desc)
  include (starts_at, ends_at, is_hidden, token_uuid, taker_uuid, currency_uuid, price_eth) where maker_uuid is not null;
drop index offer_taker;
create index offer_taker on offer (taker_uuid, type, status, created_at desc, uuid desc)
  include (starts_at, ends_at, is_hidden, token_uuid, maker_uuid, currency_uuid, price_eth) where taker_uuid is not null;
-- A token's open offers by price, from the index alone. A list selects the status, which the condition does not give it.
drop index offer_active_token;
create index offer_active_token on offer (token_uuid, type, price_eth, uuid)
  include (status, starts_at, ends_at, is_hidden) where status = 'ACTIVE';
