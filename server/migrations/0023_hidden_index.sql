-- A user's own list of offers includes hidden ones, all other lists exclude them; both use these indexes.
drop index offer_active, offer_active_price, offer_active_ends;
create index offer_active on offer (created_at desc, uuid desc) include (ends_at, is_hidden) where status = 'ACTIVE';
create index offer_active_price on offer (price_eth, uuid) include (ends_at, is_hidden) where status = 'ACTIVE';
create index offer_active_ends on offer (ends_at, uuid) include (is_hidden) where status = 'ACTIVE';
