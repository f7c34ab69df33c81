-- What the pages of a token and of a person read; see docs/decisions/0032.

-- The offers of a token: the cheapest sales and the highest bids, without reading all others.
drop index offer_active_token;
create index offer_active_token on offer (token_uuid, type, price_eth, uuid) include (ends_at, is_hidden) where status = 'ACTIVE';

-- Its history is counted and passed over in the index: only transfers have to be looked at.
drop index history_token;
create index history_token on history (token_uuid, created_at desc, uuid desc) include (event);
-- Its chart comes from the index alone.
drop index history_trade;
create index history_trade on history (token_uuid, created_at desc) include (quantity, value_eth, price, currency_uuid, eth_usd) where value_eth is not null;

-- How many works a person created, and which are being minted.
drop index token_creator;
create index token_creator on token (creator_uuid, created_at desc, uuid desc) include (status, is_counted);
create index token_minting on token (creator_uuid) where status = 'minting';

-- Few tasks of the operator wait for money or for cheaper gas.
create index operator_task_held on operator_task (status, last_error) where last_error like 'operator.%' and status in ('pending', 'failed');
