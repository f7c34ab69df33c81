-- What later statements read again and again: people, collections, works, offers.
create unlogged table gen.currency as
  select (row_number() over (order by position) - 1)::int as place, uuid, address::text, decimals, eth_rate, power(10::numeric, decimals) as unit from currency;

create unlogged table gen.who as
  select p, gen.id(1, p) as uuid,
    case when p <= 4 then (array[{wallets}])[p] when p > {people} * 9 / 10 then null
      else '0x' || gen.hex(12, p) || gen.hex(13, p) || lpad(to_hex(p), 8, '0') end as wallet
  from generate_series(1, {people}::bigint) p;
analyze gen.who;

create unlogged table gen.series as
  select c, gen.id(2, c) as uuid, w.p as creator, w.uuid as creator_uuid, w.wallet as creator_wallet, gen.is_collection_hidden(c) as is_hidden,
    '0x' || gen.hex(16, c) || gen.hex(18, c) || lpad(to_hex(c), 8, '0') as erc721,
    '0x' || gen.hex(17, c) || gen.hex(18, c) || lpad(to_hex(c), 8, '0') as erc1155
  from (select c, case when c = 3 then 2 else gen.person(15, c, 2) end as creator from generate_series(1, {collections}::bigint) c) drawn join gen.who w on w.p = creator;
analyze gen.series;

create unlogged table gen.work as
  select n, gen.id(3, n) as uuid, gen.at(n) as at, gen.status(n) as status, gen.type(n) as type, gen.name(n, d.c) as name, d.c, s.uuid as collection, s.creator_uuid, s.creator_wallet,
    case when n % 4 = 0 then s.erc1155 else s.erc721 end as contract, d.category, d.owner, w.uuid as owner_uuid, w.wallet as owner_wallet,
    s.is_hidden or gen.is_token_hidden(n) as is_hidden, ((n % 11) * 100)::int as royalty_bps
  from (select n, gen.collection(n) as c, gen.owner(n) as owner,
      (array[{categories}]::uuid[])[1 + floor(power(gen.r(21, n), 1.5) * {categoryCount})::int] as category
    from generate_series(1, {tokens}::bigint) n) d
  join gen.series s on s.c = d.c join gen.who w on w.p = d.owner;
analyze gen.work;

-- Kind (see gen.id) and number of each offer, its token, its maker and its state.
create unlogged table gen.drawn as
  -- A quarter of all works is on sale, some editions by two of their holders.
  select 50 as kind, n as i, n, owner as maker, 'SALE' as type, 'ACTIVE' as status, (n % 3)::int as currency, least(gen.quantity(n) - gen.holders(n) + 1, 5) as quantity
  from gen.work where n % 4 in (0, 1) and (n % 4 = 1 or n % 32 = 0)
  union all
  select 52, n, n, gen.person(41, n, 3), 'SALE', 'ACTIVE', 0, 1 from gen.work where n % 32 = 0
  union all
  -- Sold: two of three in collection 1, one of a hundred of the wanted work.
  select 51, s, case when s % 3 < 2 then greatest(10 * floor(gen.r(50, s) * ({tokens} / 10))::bigint + s % 3, 1) when s % 300 = 2 then gen.wanted()
    else 1 + floor(gen.r(50, s) * {tokens})::bigint end, gen.person(51, s, 3), 'SALE', 'SOLD', (s % 3)::int, 2
  from generate_series(1, {tokens} * 3 / 20::bigint) s
  union all
  select 53, n, n, owner, 'SALE', (array['CANCELLED','CANCELLED','CANCELLED','EXPIRED','EXPIRED','INVALID','SCHEDULED','DRAFT','CANCELLING','CANCELLED'])[1 + (n / 10) % 10], (n % 3)::int, 1
  from gen.work where n % 10 = 2
  union all
  select 54, n, n, owner, 'AUCTION', (array['DRAFT','SCHEDULED','ACTIVE','ACTIVE','ACTIVE','ACTIVE','ACTIVE','ENDED','SOLD','CANCELLED'])[1 + (n / 100) % 10], (n % 2)::int, 1
  from gen.work where n % 4 = 3 and n % 100 in (7, 51)
  union all
  -- Bids, one in twenty of them on the wanted work: 5,000 at a million.
  select 55, b, case when b % 20 = 0 then gen.wanted() else 1 + floor(gen.r(52, b) * {tokens})::bigint end,
    case when b % 500 = 3 then 2 when b % 50 = 1 then 1 else gen.person(53, b, 1.5) end, 'BID',
    (array['ACTIVE','ACTIVE','ACTIVE','ACTIVE','ACTIVE','EXPIRED','CANCELLED','SOLD','INVALID','ACTIVE'])[1 + b / 20 % 10], (b % 2)::int, 1
  from generate_series(1, {tokens} / 10::bigint) b;
create unlogged table gen.offer as
  select kind, i, d.n, d.type, d.status, d.currency, d.quantity::bigint, gen.id(kind, i) as uuid, w.uuid as token, w.at as token_at, w.type as token_type, w.name as token_name, w.contract, w.collection,
    w.category, w.creator_wallet, w.royalty_bps, w.is_hidden or maker % 4999 = 77 as is_hidden, m.uuid as maker_uuid, m.wallet as maker, t.uuid as taker_uuid,
    t.wallet as taker, case when d.type <> 'AUCTION' and d.status <> 'DRAFT' then gen.hash(60 + kind, i) end as order_hash, gen.after(w.at, 57 + kind, i) as at,
    u.uuid as currency_uuid, u.address as currency_address, trunc(eth / u.eth_rate * u.unit) as price, trunc(eth * 1e18) as price_eth
  from (select *, gen.eth(56 + kind, i) as eth, case when status = 'SOLD' then gen.person(55, i, 3) end as taker_p from gen.drawn) d
  join gen.work w on w.n = d.n and (w.status = 'minted' or d.status = 'DRAFT') join gen.who m on m.p = d.maker left join gen.who t on t.p = d.taker_p
  join gen.currency u on u.place = d.currency;
analyze gen.offer;
