-- Which trades are in the sums of rankings. Wallets change their owners: what was added cannot be concluded from the owners of now.
-- No trade between the sums and the list of what is in them.
lock table history in share row exclusive mode;
create table ranked_trade (
  -- No foreign key: triggers of `history` add and delete the row.
  history_uuid uuid primary key,
  collection_uuid uuid not null,
  hour timestamptz not null,
  value_eth numeric not null
);

-- Adds what the trades of a statement change: themselves, and the earlier ones of the same two people when a token first goes
-- back, which then all stop counting. Subtracts exactly what was added.
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
        and h.to_address = any(p.others) and not exists (select 1 from moved m where m.uuid = h.uuid)) as kept_forth,
      exists (select 1 from history h where h.token_uuid = p.token_uuid and h.value_eth is not null and h.from_address = any(p.others)
        and h.to_address = any(p.ones) and not exists (select 1 from moved m where m.uuid = h.uuid)) as kept_back
    from pair p),
  turned as materialized (
    select *, (kept_forth or moved_forth) and (kept_back or moved_back) as is_round from state),
  -- The earlier trades whose place changes with those of this statement.
  earlier as materialized (
    select h.uuid, h.token_uuid, h.created_at, h.value_eth
    from turned p join history h on h.token_uuid = p.token_uuid and h.value_eth is not null
      and ((h.from_address = any(p.ones) and h.to_address = any(p.others)) or (h.from_address = any(p.others) and h.to_address = any(p.ones)))
    where p.is_round and not (p.kept_forth and p.kept_back) and not exists (select 1 from moved m where m.uuid = h.uuid)),
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

insert into ranked_trade (history_uuid, collection_uuid, hour, value_eth)
-- A window, not a join of the trades with themselves: the planner does not know their number and takes a nested loop, which does not end in 20 minutes at 320,000 trades.
select uuid, collection_uuid, hour, value_eth from (
  select uuid, collection_uuid, hour, value_eth, bool_and(seller < buyer) over pair or bool_and(seller > buyer) over pair as is_one_way
  from (
    select h.uuid, t.collection_uuid, h.token_uuid, date_trunc('hour', h.created_at, 'UTC') as hour, h.value_eth,
      coalesce(s.person::text, h.from_address) as seller, coalesce(b.person::text, h.to_address) as buyer
    from history h join token t on t.uuid = h.token_uuid
    left join wallet_person s on s.wallet = h.from_address left join wallet_person b on b.wallet = h.to_address
    where h.value_eth is not null and h.from_address is not null and h.to_address is not null) trade
  where seller <> buyer
  window pair as (partition by token_uuid, least(seller, buyer), greatest(seller, buyer))) trade
where is_one_way;

-- Sums that owners of wallets have changed since.
with wrong as materialized (
  select h.collection_uuid, h.hour, h.ranked_volume as was, coalesce(r.volume, 0) as volume, coalesce(r.sales, 0) as sales
  from collection_hour h left join (
    select collection_uuid, hour, sum(value_eth) as volume, count(*)::integer as sales from ranked_trade group by 1, 2) r using (collection_uuid, hour)
  where (h.ranked_volume, h.ranked_sales) is distinct from (coalesce(r.volume, 0), coalesce(r.sales, 0))),
step as (
  insert into collection_volume_step (collection_uuid, by) select collection_uuid, sum(volume - was) from wrong group by 1)
update collection_hour h set ranked_volume = wrong.volume, ranked_sales = wrong.sales
from wrong where wrong.collection_uuid = h.collection_uuid and wrong.hour = h.hour;
