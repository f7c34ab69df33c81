-- Lists that are read from an index alone; see docs/decisions/0032.

-- A creator's works, with what lists filter and sort by.
drop index token_creator;
create index token_creator on token (creator_uuid, created_at desc, uuid desc)
  include (status, is_counted, category_uuid, collection_uuid, network_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, name, favorite_count);

-- A person's notifications, read or not, at any page.
drop index notification_user;
create index notification_user on notification (user_uuid, created_at desc, uuid desc) include (read_at, is_shown) where is_shown;

-- Collections in each order, with what their lists filter by.
drop index collection_created, collection_volume, collection_floor, collection_floor_desc, collection_name, collection_featured;
create index collection_created on collection (created_at desc, uuid desc) include (is_hidden, network_uuid, name);
create index collection_volume on collection (volume desc, uuid desc) include (is_hidden, network_uuid, name);
create index collection_floor on collection (floor_price, uuid) include (is_hidden, network_uuid, name);
create index collection_floor_desc on collection (floor_price desc nulls last, uuid desc) include (is_hidden, network_uuid, name);
create index collection_name on collection (name, uuid) include (is_hidden, network_uuid);
create index collection_featured on collection (featured_position, rank_key desc, uuid desc) include (is_hidden, network_uuid, name);

-- The hours of a chart, a year of which are thousands of rows.
create index collection_hour_chart on collection_hour (collection_uuid, hour) include (volume, sales, floor_at);
