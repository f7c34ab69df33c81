-- Catching up with the chain, at the cost of a statement instead of a row.

-- Far behind the head, the follower announces no changes of single objects (batch.ts): there would be a message for each row,
-- about states long past. Every open page reads again when it has caught up.
drop trigger announce_change on offer;
create trigger announce_change after insert or update on offer for each row
  when (current_setting('skarb.is_far_behind', true) is distinct from 'on') execute function announce_offer();
drop trigger announce_change on token;
create trigger announce_change after update on token for each row
  when (old.version is distinct from new.version and current_setting('skarb.is_far_behind', true) is distinct from 'on')
  execute function announce_token();
drop trigger announce_change on breeding;
create trigger announce_change after insert or update on breeding for each row
  when (current_setting('skarb.is_far_behind', true) is distinct from 'on') execute function announce_breeding();

-- Steps of collections' numbers of owners: one row for each collection of a statement.
drop trigger count_collection_owner on collection_owner;
create or replace function count_collection_owner() returns trigger language plpgsql as $$
begin
  insert into collection_owner_step (collection_uuid, by)
  select collection_uuid, case tg_op when 'DELETE' then -count(*) else count(*) end from changed group by 1;
  return null;
end $$;
create trigger count_insert after insert on collection_owner referencing new table as changed
  for each statement execute function count_collection_owner();
create trigger count_delete after delete on collection_owner referencing old table as changed
  for each statement execute function count_collection_owner();

-- Trade by collection and hour, and by day: one row for each of them in a statement.
drop trigger count_trade on history;
drop trigger uncount_trade on history;
drop trigger count_day on history;
drop trigger uncount_day on history;
create or replace function count_trade() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if not exists (select 1 from changed where value_eth is not null) then return null; end if;
  insert into collection_hour as h (collection_uuid, hour, volume, sales)
  select t.collection_uuid, date_trunc('hour', c.created_at, 'UTC'), sign * sum(c.value_eth), sign * count(*)
  from changed c join token t on t.uuid = c.token_uuid where c.value_eth is not null group by 1, 2 order by 1, 2
  on conflict (collection_uuid, hour) do update set volume = h.volume + excluded.volume, sales = h.sales + excluded.sales;
  insert into trade_day as d (day, volume, fees, sales)
  select (created_at at time zone 'UTC')::date, sign * sum(value_eth), sign * sum(fee_eth), sign * count(*)
  from changed where value_eth is not null group by 1 order by 1
  on conflict (day) do update set volume = d.volume + excluded.volume, fees = d.fees + excluded.fees, sales = d.sales + excluded.sales;
  return null;
end $$;
drop function count_trade_day();
create trigger count_trade after insert on history referencing new table as changed for each statement execute function count_trade();
create trigger uncount_trade after delete on history referencing old table as changed for each statement execute function count_trade();

-- Traders become visible when an offer gets another status or taker, not each time it is written.
drop trigger show_traders on offer;
create trigger show_trader after insert on offer for each row when (new.status <> 'DRAFT') execute function show_traders();
create trigger show_traders after update on offer for each row
  when (new.status <> 'DRAFT' and (old.status, old.taker_uuid) is distinct from (new.status, new.taker_uuid)) execute function show_traders();

-- Most events of a history belong to no offer.
drop index history_offer;
create index history_offer on history (offer_uuid, created_at desc, uuid desc) where offer_uuid is not null;
