insert into purchase (buyer, token_uuid, times, token_created_at)
select h.to_address, h.token_uuid, count(*), min(w.at) from history h join gen.work w on w.uuid = h.token_uuid where h.value_eth is not null group by 1, 2;

insert into trade_day (day, volume, fees, sales)
select (created_at at time zone 'UTC')::date, sum(value_eth), sum(fee_eth), count(*) from history where value_eth is not null group by 1;

insert into collection_hour (collection_uuid, hour, volume, sales)
select w.collection, date_trunc('hour', h.created_at, 'UTC'), sum(h.value_eth), count(*)
from history h join gen.work w on w.uuid = h.token_uuid where h.value_eth is not null group by 1, 2;

-- A floor a week of each collection.
insert into collection_hour as h (collection_uuid, hour, floor_price, floor_at)
select gen.id(2, c), date_trunc('hour', to_timestamp({now} - week * 604800.0), 'UTC'), trunc(gen.eth(84, c * 100 + week) * 1e18), to_timestamp({now} - week * 604800.0)
from generate_series(1, {collections}) c cross join generate_series(1, case when c < 10 then 100 else 5 end) week
on conflict (collection_uuid, hour) do update set floor_price = excluded.floor_price, floor_at = excluded.floor_at;
