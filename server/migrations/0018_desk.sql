-- Admin dashboard: reference data that admins edit, blocked accounts, and figures maintained on write.

-- Reference data -------------------------------------------------------------------------------
alter table category add column name_ukr text, add column is_enabled boolean not null default true;
update category set name_ukr = known.ukr
from (values ('Characters', 'Персонажі'), ('Folk painting', 'Народний розпис'), ('Astronomy', 'Астрономія'),
  ('Landscape', 'Краєвид'), ('Abstract', 'Абстракція'), ('Ornament', 'Орнамент'), ('Photography', 'Фотографія'),
  ('Music', 'Музика'), ('Video', 'Відео'), ('3D', '3D')) as known (en, ukr)
where category.name = known.en;
create unique index category_name on category (lower(name));

alter table network add column position integer not null default 0;

-- A currency's pegged unit: ether, POL, dollar, …; its rate in ether is derived from it.
alter table currency add column peg text check (peg in ('ETH', 'POL', 'USD', 'EUR', 'UAH'));
update currency set peg = case when symbol = 'WETH' then 'ETH' when address is null then 'POL' else 'USD' end;
alter table currency alter column peg set not null;

create or replace function eth_rate_at(which uuid, moment timestamptz) returns numeric language sql stable as $$
  select coalesce(
    case peg when 'ETH' then 1
      when 'POL' then asset_at('POL', moment) / asset_at('ETH', moment)
      when 'USD' then 1 / asset_at('ETH', moment)
      else 1 / (asset_at(peg, moment) * asset_at('ETH', moment)) end, eth_rate)
  from currency where uuid = which
$$;

-- Accounts -------------------------------------------------------------------------------------
alter table app_user add column blocked_at timestamptz, add column blocked_reason text;
create index app_user_admin on app_user (uuid) where role = 'ADMIN';
create index app_user_blocked on app_user (uuid) where blocked_at is not null;
-- Admins search for any part of a name, an address or a wallet.
create index app_user_find on app_user using gin (
  (coalesce(username, '') || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(metamask_wallet::text, '')) gin_trgm_ops);

-- Figures --------------------------------------------------------------------------------------
-- The marketplace's fee of a sale, in wei of ether at the rate of that time.
alter table history add column fee_eth numeric;
create function keep_fee() returns trigger language plpgsql as $$
begin
  new.fee_eth := trunc(new.value_eth * coalesce((select marketplace_bps from offer where uuid = new.offer_uuid), 0) / 10000, 6);
  return new;
end $$;
create trigger keep_fee before insert on history for each row when (new.value_eth is not null) execute function keep_fee();
update history set fee_eth = trunc(value_eth * coalesce((select marketplace_bps from offer where uuid = offer_uuid), 0) / 10000, 6)
where value_eth is not null;

-- Trade by day (UTC), in wei of ether. Only the follower writes it, so no transaction waits for the day's row.
create table trade_day (
  day date primary key,
  volume numeric not null default 0,
  fees numeric not null default 0,
  sales integer not null default 0
);
create function count_trade_day() returns trigger language plpgsql as $$
declare
  entry history := case tg_op when 'DELETE' then old else new end;
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into trade_day as d (day, volume, fees, sales)
  values ((entry.created_at at time zone 'UTC')::date, sign * entry.value_eth, sign * entry.fee_eth, sign)
  on conflict (day) do update set volume = d.volume + excluded.volume, fees = d.fees + excluded.fees, sales = d.sales + excluded.sales;
  return null;
end $$;
create trigger count_day after insert on history for each row when (new.value_eth is not null) execute function count_trade_day();
create trigger uncount_day after delete on history for each row when (old.value_eth is not null) execute function count_trade_day();
insert into trade_day (day, volume, fees, sales)
select (created_at at time zone 'UTC')::date, sum(value_eth), sum(fee_eth), count(*) from history where value_eth is not null group by 1;

-- New accounts by day (UTC).
create table user_day (
  day date primary key,
  joined integer not null default 0
);
create function count_users() returns trigger language plpgsql as $$
begin
  insert into user_day as d (day, joined)
  select (created_at at time zone 'UTC')::date, case tg_op when 'DELETE' then -count(*) else count(*) end from rows group by 1 order by 1
  on conflict (day) do update set joined = d.joined + excluded.joined;
  return null;
end $$;
create trigger count_insert after insert on app_user referencing new table as rows for each statement execute function count_users();
create trigger count_delete after delete on app_user referencing old table as rows for each statement execute function count_users();
insert into user_day (day, joined) select (created_at at time zone 'UTC')::date, count(*) from app_user group by 1;

-- Mails by day: sent, and failed attempts.
create table mail_day (
  day date primary key,
  sent integer not null default 0,
  failed integer not null default 0
);

create index operator_task_failed on operator_task (updated_at desc) where status = 'failed';
