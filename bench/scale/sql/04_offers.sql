insert into offer (uuid, type, status, invalid_reason, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
  taker_uuid, taker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, starts_at, ends_at, order_hash, live_block,
  left_block, signed_at, is_hidden, token_name, created_at, updated_at)
select uuid, type, status, case when status = 'INVALID' then (array['NOT_OWNER','NOT_APPROVED','INSUFFICIENT_BALANCE'])[1 + i % 3] end, token, collection, category,
  '{network}', currency_uuid, maker_uuid, maker, taker_uuid, taker, price, price_eth, quantity, case when status = 'SOLD' then 0 else quantity end, 1000, royalty_bps,
  creator_wallet, case when status = 'SCHEDULED' then to_timestamp({now} + 864000) when type = 'AUCTION' then at end,
  case when status in ('EXPIRED', 'ENDED') or (type = 'AUCTION' and status = 'SOLD') then least(at + interval '7 days', to_timestamp({now}))
    else to_timestamp({now} + 8640000 + 40 * (i % 500000)) end,
  order_hash, case when status <> 'DRAFT' then 1000 + i % 8000000 end, case when status = 'INVALID' and i % 3 = 0 then 1001 + i % 8000000 end,
  case when status <> 'DRAFT' then at end, is_hidden, token_name, at, at
from gen.offer order by at;

-- Each offer's signed order; one offer in ten also has the order that its edit replaced.
insert into seaport_order (order_hash, chain_id, offer_uuid, components, signature, counter, price, price_eth, quantity, starts_at, ends_at, filled,
  cancellations, created_at)
select case edit when 0 then order_hash else gen.hash(600 + kind, i) end, {chain}, uuid, jsonb_build_object('offerer', maker, 'zone', '{zone}',
    'offer', jsonb_build_array(case when type = 'BID' then money else nft end), 'consideration', jsonb_build_array(
      case when type = 'BID' then nft || jsonb_build_object('recipient', maker)
        else money || jsonb_build_object('startAmount', rest::text, 'endAmount', rest::text, 'recipient', maker) end,
      money || jsonb_build_object('startAmount', fee::text, 'endAmount', fee::text, 'recipient', '{feeRecipient}'),
      money || jsonb_build_object('startAmount', royalty::text, 'endAmount', royalty::text, 'recipient', creator_wallet)),
    'orderType', case when quantity > 1 then 3 else 2 end, 'startTime', extract(epoch from at)::bigint::text, 'endTime', ({now} + 8640000)::text,
    'zoneHash', '0x' || repeat('0', 64), 'salt', i::text, 'conduitKey', '0x' || repeat('0', 64), 'counter', '0'),
  order_hash || substr(order_hash, 3) || '1b', 0, price, price_eth, quantity, null, to_timestamp({now} + 8640000), case when status = 'SOLD' then quantity else 0 end,
  edit + (status = 'CANCELLED')::int, at
from gen.offer cross join lateral generate_series(0, (i % 10 = 5)::int) edit
cross join lateral (select jsonb_build_object('itemType', case token_type when 'ERC721' then 2 else 3 end, 'token', contract, 'identifierOrCriteria', n::text,
    'startAmount', quantity::text, 'endAmount', quantity::text) as nft,
  jsonb_build_object('itemType', case when currency_address is null then 0 else 1 end, 'token', coalesce(currency_address, '0x' || repeat('0', 40)),
    'identifierOrCriteria', '0', 'startAmount', (price * quantity)::text, 'endAmount', (price * quantity)::text) as money,
  trunc(price / 10) * quantity as fee, trunc(price * royalty_bps / 10000) * quantity as royalty,
  (price - trunc(price / 10) - trunc(price * royalty_bps / 10000)) * quantity as rest) parts
where order_hash is not null;

insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at, auction_id, lot_hash, first_reserve_price, bidding, lot, highest_bid,
  highest_bidder, bid_count, extensions, settled_at)
select f.uuid, f.price, 500, f.ends_at, case when has_id then gen.hash(70, i) end, case when has_id then gen.hash(71, i) end, case when has_id then f.price end,
  case when has_id then jsonb_build_object('currency', currency_address, 'startsAt', extract(epoch from f.starts_at)::bigint,
    'endsAt', extract(epoch from f.ends_at)::bigint, 'raiseBps', 500) end,
  case when has_id then jsonb_build_object('seller', o.maker, 'collection', contract, 'kind', case token_type when 'ERC721' then 0 else 1 end, 'tokenId', n::text,
    'quantity', '1', 'feeRecipient', '{feeRecipient}', 'feeBps', 1000, 'royaltyReceiver', creator_wallet, 'royaltyBps', o.royalty_bps, 'nonce', '1') end,
  case when bids > 0 then trunc(f.price * 1.05) end,
  case when bids > 0 then w.wallet end, bids, (i % 3)::int, case when f.status = 'SOLD' then f.ends_at end
from gen.offer o join offer f on f.uuid = o.uuid join gen.who w on w.p = gen.person(72, i, 2)
cross join lateral (select f.status in ('ACTIVE', 'ENDED', 'SOLD', 'SCHEDULED') as has_id,
  case when f.status in ('ACTIVE', 'ENDED', 'SOLD') then (n % 7)::int else 0 end as bids) state
where o.type = 'AUCTION';

insert into bidder_money (currency_uuid, maker, balance, allowance)
select distinct on (currency_uuid, maker) currency_uuid, maker, price * 10, price * 10 from gen.offer where type = 'BID' and status in ('ACTIVE', 'INVALID')
on conflict do nothing;
