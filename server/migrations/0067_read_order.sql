-- The last floor price before a chart's first period, without reading every hour back to it.
create index collection_hour_floor on collection_hour (collection_uuid, hour desc) where floor_at is not null;
-- Collections by floor price, the highest first: those without one come last, which no backward reading gives.
create index collection_floor_desc on collection (floor_price desc nulls last, uuid desc);
