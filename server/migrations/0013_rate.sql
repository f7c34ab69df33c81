-- The value of an asset at a moment; before its first known value, that first value.
create function asset_at(which text, moment timestamptz) returns numeric language sql stable as $$
  select coalesce(
    (select value from price_point where asset = which and at <= moment order by at desc limit 1),
    (select value from price_point where asset = which order by at limit 1))
$$;

-- The value of one unit of a currency in ether at a moment. Reading the chain again gives the same value.
create function eth_rate_at(which uuid, moment timestamptz) returns numeric language sql stable as $$
  select coalesce(
    case when symbol = 'WETH' then 1
      when symbol = 'USDC' then 1 / asset_at('ETH', moment)
      when address is null then asset_at('POL', moment) / asset_at('ETH', moment) end, eth_rate)
  from currency where uuid = which
$$;

create or replace function keep_eth_usd() returns trigger language plpgsql as $$
begin
  new.eth_usd := asset_at('ETH', new.created_at);
  return new;
end $$;
