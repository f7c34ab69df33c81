-- A collection's volume and last floor price by hour (UTC), in wei of ether, see currency.eth_rate.
-- Maintained by triggers, so undoing a block also corrects it.
create table collection_hour (
  collection_uuid uuid not null references collection on delete cascade,
  hour timestamptz not null,
  volume numeric not null default 0,
  sales integer not null default 0,
  -- Null with floor_at set: nothing was on sale. Null without floor_at: the floor did not change in this hour.
  floor_price numeric,
  floor_at timestamptz,
  primary key (collection_uuid, hour)
);

create function count_trade() returns trigger language plpgsql as $$
declare
  entry history := case tg_op when 'DELETE' then old else new end;
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into collection_hour as h (collection_uuid, hour, volume, sales)
  select collection_uuid, date_trunc('hour', entry.created_at, 'UTC'), sign * entry.value_eth, sign from token where uuid = entry.token_uuid
  on conflict (collection_uuid, hour) do update set volume = h.volume + excluded.volume, sales = h.sales + excluded.sales;
  return null;
end $$;
create trigger count_trade after insert on history for each row when (new.value_eth is not null) execute function count_trade();
create trigger uncount_trade after delete on history for each row when (old.value_eth is not null) execute function count_trade();

create function note_floor() returns trigger language plpgsql as $$
begin
  insert into collection_hour as h (collection_uuid, hour, floor_price, floor_at)
  values (new.uuid, date_trunc('hour', now(), 'UTC'), new.floor_price, now())
  on conflict (collection_uuid, hour) do update set floor_price = excluded.floor_price, floor_at = excluded.floor_at;
  return null;
end $$;
create trigger note_floor after update on collection for each row
  when (old.floor_price is distinct from new.floor_price) execute function note_floor();

-- Events from before this table.
insert into collection_hour (collection_uuid, hour, volume, sales)
select t.collection_uuid, date_trunc('hour', h.created_at, 'UTC'), sum(h.value_eth), count(*)
from history h join token t on t.uuid = h.token_uuid where h.value_eth is not null group by 1, 2;
insert into collection_hour as h (collection_uuid, hour, floor_price, floor_at)
select uuid, date_trunc('hour', now(), 'UTC'), floor_price, now() from collection where floor_price is not null
on conflict (collection_uuid, hour) do update set floor_price = excluded.floor_price, floor_at = excluded.floor_at;

-- A token's trades, for its chart.
create index history_trade on history (token_uuid, created_at desc) where value_eth is not null;
