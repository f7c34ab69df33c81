-- What the follower writes for many trades at once, at the cost of a statement instead of a row, or of all others for each row.

-- As in migration 0101, except that the trades of the statement are hashed once: each pair of traders read all of them, which took
-- half a millisecond a trade in a batch of 4,000.
create or replace function count_ranked_trade() returns trigger language plpgsql as $$
declare
  is_removed boolean := tg_op = 'DELETE';
begin
  if not exists (select 1 from changed where value_eth is not null) then return null; end if;
  with moved as materialized (
    select c.uuid, c.token_uuid, c.created_at, c.value_eth, person_of(c.from_address) as seller, person_of(c.to_address) as buyer
    from changed c where c.value_eth is not null and c.from_address is not null and c.to_address is not null),
  pair as materialized (
    select token_uuid, least(seller, buyer) as one, greatest(seller, buyer) as other,
      bool_or(seller < buyer) as moved_forth, bool_or(seller > buyer) as moved_back,
      wallets_of(least(seller, buyer)) as ones, wallets_of(greatest(seller, buyer)) as others
    from moved where seller <> buyer group by 1, 2, 3),
  -- What remains without the trades of this statement.
  state as materialized (
    select p.*,
      exists (select 1 from history h where h.token_uuid = p.token_uuid and h.value_eth is not null and h.from_address = any(p.ones)
        and h.to_address = any(p.others) and h.uuid not in (select uuid from moved)) as kept_forth,
      exists (select 1 from history h where h.token_uuid = p.token_uuid and h.value_eth is not null and h.from_address = any(p.others)
        and h.to_address = any(p.ones) and h.uuid not in (select uuid from moved)) as kept_back
    from pair p),
  turned as materialized (
    select *, (kept_forth or moved_forth) and (kept_back or moved_back) as is_round from state),
  -- The earlier trades whose place changes with those of this statement.
  earlier as materialized (
    select h.uuid, h.token_uuid, h.created_at, h.value_eth
    from turned p join history h on h.token_uuid = p.token_uuid and h.value_eth is not null
      and ((h.from_address = any(p.ones) and h.to_address = any(p.others)) or (h.from_address = any(p.others) and h.to_address = any(p.ones)))
    where p.is_round and not (p.kept_forth and p.kept_back) and h.uuid not in (select uuid from moved)),
  added as (
    insert into ranked_trade (history_uuid, collection_uuid, hour, value_eth)
    select n.uuid, t.collection_uuid, date_trunc('hour', n.created_at, 'UTC'), n.value_eth
    from (
      select m.* from (select uuid, token_uuid, created_at, value_eth, seller, buyer from moved) m join turned p
        on m.token_uuid = p.token_uuid and least(m.seller, m.buyer) = p.one and greatest(m.seller, m.buyer) = p.other
      where not p.is_round and not is_removed
      union all select e.*, null, null from earlier e where is_removed) n
    join token t on t.uuid = n.token_uuid on conflict do nothing
    returning collection_uuid, hour, value_eth),
  removed as (
    delete from ranked_trade r
    where r.history_uuid in (select uuid from changed where is_removed union all select uuid from earlier where not is_removed)
    returning collection_uuid, hour, value_eth),
  delta as materialized (
    select collection_uuid, hour, value_eth, 1 as sales from added
    union all select collection_uuid, hour, -value_eth, -1 from removed),
  by_hour as (
    insert into collection_hour as h (collection_uuid, hour, ranked_volume, ranked_sales)
    select collection_uuid, hour, sum(value_eth), sum(sales) from delta group by 1, 2 order by 1, 2
    on conflict (collection_uuid, hour) do update set ranked_volume = h.ranked_volume + excluded.ranked_volume, ranked_sales = h.ranked_sales + excluded.ranked_sales)
  insert into collection_volume_step (collection_uuid, by)
  select collection_uuid, sum(value_eth) from delta group by 1 order by 1;
  return null;
end $$;

-- Traders become visible by one statement for all offers, and all purchases, of a statement.
drop trigger show_trader on offer;
drop trigger show_traders on offer;
create or replace function show_traders() returns trigger language plpgsql as $$
begin
  update app_user set is_wallet_public = true where not is_wallet_public and uuid in (
    select unnest(array[maker_uuid, taker_uuid]) from changed where status <> 'DRAFT');
  return null;
end $$;
create trigger show_traders_insert after insert on offer referencing new table as changed for each statement execute function show_traders();
create trigger show_traders_update after update on offer referencing new table as changed for each statement execute function show_traders();

drop trigger show_buyer on purchase;
create or replace function show_buyer() returns trigger language plpgsql as $$
begin
  update app_user set is_wallet_public = true where not is_wallet_public and metamask_wallet in (select buyer from changed);
  return null;
end $$;
create trigger show_buyers after insert on purchase referencing new table as changed for each statement execute function show_buyer();
