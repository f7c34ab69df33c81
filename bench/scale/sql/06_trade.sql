insert into purchase (buyer, token_uuid, times, token_created_at)
select h.to_address, h.token_uuid, count(*), min(w.at) from history h join gen.work w on w.uuid = h.token_uuid where h.value_eth is not null group by 1, 2;

insert into bidder_auction (offer_uuid, bidder, bids, status, starts_at, ends_at, is_hidden, created_at)
select o.uuid, h.from_address, count(*), o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at
from offer o join history h on h.offer_uuid = o.uuid and h.event = 'BID' where o.type = 'AUCTION' group by o.uuid, h.from_address;

insert into received_bid (offer_uuid, owner, status, starts_at, ends_at, is_hidden, created_at, maker_uuid, taker_uuid)
select o.uuid, w.owner, o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at, o.maker_uuid, o.taker_uuid
from offer o join ownership w on w.token_uuid = o.token_uuid
where o.type = 'BID' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') order by w.owner, o.created_at;

insert into trade_day (day, volume, fees, sales)
select (created_at at time zone 'UTC')::date, sum(value_eth), sum(fee_eth), count(*) from history where value_eth is not null group by 1;

insert into collection_hour (collection_uuid, hour, volume, sales)
select w.collection, date_trunc('hour', h.created_at, 'UTC'), sum(h.value_eth), count(*)
from history h join gen.work w on w.uuid = h.token_uuid where h.value_eth is not null group by 1, 2;

-- What triggers of app_user and history fill: the persons of wallets, trade without wash trades, and the list of what happens.
insert into wallet_person select metamask_wallet, uuid from app_user where metamask_wallet is not null;
insert into ranked_trade (history_uuid, collection_uuid, hour, value_eth)
select uuid, collection, hour, value_eth from (
  select uuid, collection, hour, value_eth, bool_and(seller < buyer) over pair or bool_and(seller > buyer) over pair as is_one_way
  from (
    select h.uuid, w.collection, h.token_uuid, date_trunc('hour', h.created_at, 'UTC') as hour, h.value_eth,
      coalesce(s.person::text, h.from_address) as seller, coalesce(b.person::text, h.to_address) as buyer
    from history h join gen.work w on w.uuid = h.token_uuid
    left join wallet_person s on s.wallet = h.from_address left join wallet_person b on b.wallet = h.to_address
    where h.value_eth is not null and h.from_address is not null and h.to_address is not null) trade
  where seller <> buyer
  window pair as (partition by token_uuid, least(seller, buyer), greatest(seller, buyer))) trade
where is_one_way;
update collection_hour set ranked_volume = ranked.volume, ranked_sales = ranked.sales from (
  select collection_uuid, hour, sum(value_eth) as volume, count(*) as sales from ranked_trade group by 1, 2) ranked
where collection_hour.collection_uuid = ranked.collection_uuid and collection_hour.hour = ranked.hour;
insert into activity (history_uuid, kind, token_uuid, collection_uuid, from_address, to_address, created_at)
select h.uuid, k.kind, h.token_uuid, w.collection, h.from_address, h.to_address, h.created_at
from history h join gen.work w on w.uuid = h.token_uuid left join offer o on o.uuid = h.offer_uuid
cross join lateral (select activity_kind(h.event, o.type, h.value_eth is not null) as kind) k
where k.kind is not null and not (h.event = 'TRANSFERRED' and exists (
  select 1 from history s where s.token_uuid = h.token_uuid and s.tx_hash = h.tx_hash
    and s.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')));

-- A floor a week of each collection.
insert into collection_hour as h (collection_uuid, hour, floor_price, floor_at)
select gen.id(2, c), date_trunc('hour', to_timestamp({now} - week * 604800.0), 'UTC'), trunc(gen.eth(84, c * 100 + week) * 1e18), to_timestamp({now} - week * 604800.0)
from generate_series(1, {collections}) c cross join generate_series(1, case when c < 10 then 100 else 5 end) week
on conflict (collection_uuid, hour) do update set floor_price = excluded.floor_price, floor_at = excluded.floor_at;
