-- Exchange rates over time -----------------------------------------------------------------------
-- ETH and POL: US dollars per unit. EUR and UAH: units per US dollar.
create table price_point (
  asset text not null check (asset in ('ETH', 'POL', 'EUR', 'UAH')),
  -- The timestamp given by the source.
  at timestamptz not null,
  value numeric not null check (value > 0),
  source text not null,
  primary key (asset, at)
);

-- The newest point of each asset, and when it was last read: an unchanged price adds no point.
create table price_now (
  asset text primary key check (asset in ('ETH', 'POL', 'EUR', 'UAH')),
  value numeric not null check (value > 0),
  source text not null,
  at timestamptz not null,
  read_at timestamptz not null
);

-- A sale stores ether's price at its time, in US dollars.
alter table history add column eth_usd numeric;
create function keep_eth_usd() returns trigger language plpgsql as $$
begin
  new.eth_usd := coalesce(
    (select value from price_point where asset = 'ETH' and at <= new.created_at order by at desc limit 1),
    (select value from price_point where asset = 'ETH' order by at limit 1));
  return new;
end $$;
create trigger keep_eth_usd before insert on history for each row when (new.value_eth is not null) execute function keep_eth_usd();
