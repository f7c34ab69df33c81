insert into history (uuid, token_uuid, event, quantity, to_address, tx_hash, chain_id, block_number, block_hash, log_index, created_at)
select gen.id(81, n), uuid, 'MINTED', gen.quantity(n), creator_wallet, gen.hash(81, n), {chain}, 1000 + n % 8000000, gen.hash(99, 1000 + n % 8000000), (n % 100)::int, at
from gen.work where status = 'minted';

insert into history (uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, chain_id, block_number, block_hash, log_index, created_at)
select gen.id(82, t), w.uuid, 'TRANSFERRED', 1, f.wallet, o.wallet, gen.hash(82, t), {chain}, 1000 + t % 8000000, gen.hash(99, 1000 + t % 8000000),
  200 + (t % 100)::int, gen.after(w.at, 75, t)
from (select t, 1 + floor(gen.r(76, t) * {tokens})::bigint as n, gen.person(73, t, 2) as giver, gen.person(74, t, 2) as taker
  from generate_series(1, {tokens} / 2::bigint) t) d
join gen.work w on w.n = d.n and w.status = 'minted' join gen.who f on f.p = d.giver join gen.who o on o.p = d.taker;

-- An offer's own events.
insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address, created_at)
select gen.id(100 + kind, i), token, uuid, case type when 'BID' then 'BID' when 'AUCTION' then 'AUCTION_CREATED' else 'LISTED' end, price, currency_uuid, quantity, maker, at
from gen.offer where status <> 'DRAFT';

insert into history (uuid, token_uuid, offer_uuid, event, from_address, created_at)
select gen.id(200 + kind, i), token, uuid, status, maker, gen.after(at, 77, i) from gen.offer where status in ('CANCELLED', 'EXPIRED', 'INVALID');

insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, from_address, to_address, created_at)
select gen.id(300 + b, i), token, o.uuid, case when b % 2 = 0 then 'OUTBID' else 'BID' end, price, currency_uuid, w.wallet, case when b % 2 = 0 then o.maker end,
  gen.after(at, 79, i * 10 + b)
from gen.offer o join auction a on a.offer_uuid = o.uuid cross join lateral generate_series(1, a.bid_count) b
-- The whale bids in one of 25 auctions, the ordinary collector in one of 200.
join gen.who w on w.p = case when b = 1 and gen.r(186, i) < 0.04 then 1 when b = 1 and gen.r(186, i) < 0.045 then 2 else gen.person(78, i * 10 + b, 2) end;

-- Trades: two fills of each sold listing, accepted bids and settled auctions, with the columns that triggers would fill.
insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, value_eth, from_address, to_address, tx_hash, chain_id, block_number,
  block_hash, log_index, created_at, eth_usd, fee_eth)
select gen.id(400 + kind * 2 + fill, i), token, uuid, case type when 'BID' then 'BID_ACCEPTED' when 'AUCTION' then 'SETTLED' else 'SOLD' end, price, currency_uuid, 1,
  price_eth, case when type = 'BID' then taker else maker end, case when type = 'BID' then maker else taker end, gen.hash(80 + kind + fill, i), {chain},
  1000 + (i * 7 + fill) % 8000000, gen.hash(99, 1000 + (i * 7 + fill) % 8000000), 400 + (i % 100)::int, sold_at, rate.value, trunc(price_eth / 10, 6)
from (select *, gen.after(at, 83 + fill, i) as sold_at from gen.offer cross join lateral generate_series(0, (kind = 51)::int) fill where status = 'SOLD') o
left join lateral (select value from price_point where asset = 'ETH' and price_point.at <= sold_at order by price_point.at desc limit 1) rate on true;
