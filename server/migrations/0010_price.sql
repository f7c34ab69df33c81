-- What money is worth, as it was at each moment ---------------------------------------------------
-- ETH and POL: US dollars for one. EUR and UAH: how much of it one US dollar is.
create table price_point (
  asset text not null check (asset in ('ETH', 'POL', 'EUR', 'UAH')),
  -- When the source says the price was so.
  at timestamptz not null,
  value numeric not null check (value > 0),
  source text not null,
  primary key (asset, at)
);

-- The newest of each, with when it was read last: a price that stands still makes no new points.
create table price_now (
  asset text primary key check (asset in ('ETH', 'POL', 'EUR', 'UAH')),
  value numeric not null check (value > 0),
  source text not null,
  at timestamptz not null,
  read_at timestamptz not null
);

-- A sale keeps what ether was worth at its moment, in US dollars.
alter table history add column eth_usd numeric;
create function keep_eth_usd() returns trigger language plpgsql as $$
begin
  new.eth_usd := coalesce(
    (select value from price_point where asset = 'ETH' and at <= new.created_at order by at desc limit 1),
    (select value from price_point where asset = 'ETH' order by at limit 1));
  return new;
end $$;
create trigger keep_eth_usd before insert on history for each row when (new.value_eth is not null) execute function keep_eth_usd();
