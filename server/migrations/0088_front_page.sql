-- What the first page shows: trade that counts for rankings, collections that move, and exhibitions.

-- The wallets that an account has connected: each was proven by a signature. Trades between them are no trades between two people.
create table wallet_person (
  wallet address primary key,
  person uuid not null references app_user on delete cascade
);
create index wallet_person_person on wallet_person (person);
create function note_wallet() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from wallet_person where person = new.uuid;
  elsif new.metamask_wallet is not null then
    insert into wallet_person (wallet, person) values (new.metamask_wallet, new.uuid)
    on conflict (wallet) do update set person = excluded.person;
  end if;
  return null;
end $$;
insert into wallet_person select metamask_wallet, uuid from app_user where metamask_wallet is not null;
create trigger note_wallet after insert on app_user for each row when (new.metamask_wallet is not null) execute function note_wallet();
create trigger note_wallets after update on app_user for each row
  when ((old.metamask_wallet, old.erased_at) is distinct from (new.metamask_wallet, new.erased_at)) execute function note_wallet();

-- Who a wallet belongs to: an account, or nobody known but the wallet itself.
create function person_of(wallet text) returns text language sql stable as $$
  select coalesce((select p.person::text from wallet_person p where p.wallet = $1), $1)
$$;
create function wallets_of(person text) returns text[] language sql stable as $$
  select case when person like '0x%' then array[person] else array(select p.wallet::text from wallet_person p where p.person = $1::uuid) end
$$;

-- A collection's trade without wash trades: those between one person's wallets, and all trades of a token between two people
-- who have sold it to each other in both directions.
alter table collection_hour add column ranked_volume numeric not null default 0, add column ranked_sales integer not null default 0;
alter table collection add column ranked_volume numeric not null default 0;
-- What the next change of a collection's volume adds: a trigger of history must not lock collections (docs/architecture.md, Locks).
create table collection_volume_step (
  collection_uuid uuid not null,
  by numeric not null
);
create index collection_volume_step_collection on collection_volume_step (collection_uuid);

create index history_pair on history (token_uuid, from_address, to_address) where value_eth is not null;

-- Whether a trade counts for rankings.
create function is_ranked_trade(token uuid, seller text, buyer text) returns boolean language sql stable as $$
  select seller is not null and buyer is not null and person_of(seller) <> person_of(buyer) and not exists (
    select 1 from history h where h.token_uuid = token and h.value_eth is not null
      and h.from_address = any(wallets_of(person_of(buyer))) and h.to_address = any(wallets_of(person_of(seller))))
$$;

-- Adds (or subtracts) what the trades of a statement change: themselves, and the earlier ones of the same two people
-- when a token first goes back, which then all stop counting.
create function count_ranked_trade() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
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
  delta as materialized (
    select m.token_uuid, m.created_at, m.value_eth, 1 as sales
    from turned p join moved m on m.token_uuid = p.token_uuid and least(m.seller, m.buyer) = p.one and greatest(m.seller, m.buyer) = p.other
    where not p.is_round
    union all
    select h.token_uuid, h.created_at, -h.value_eth, -1
    from turned p join history h on h.token_uuid = p.token_uuid and h.value_eth is not null
      and ((h.from_address = any(p.ones) and h.to_address = any(p.others)) or (h.from_address = any(p.others) and h.to_address = any(p.ones)))
    where p.is_round and not (p.kept_forth and p.kept_back) and not exists (select 1 from moved m where m.uuid = h.uuid)),
  by_hour as (
    insert into collection_hour as h (collection_uuid, hour, ranked_volume, ranked_sales)
    select t.collection_uuid, date_trunc('hour', d.created_at, 'UTC'), sign * sum(d.value_eth), sign * sum(d.sales)
    from delta d join token t on t.uuid = d.token_uuid group by 1, 2 order by 1, 2
    on conflict (collection_uuid, hour) do update set ranked_volume = h.ranked_volume + excluded.ranked_volume, ranked_sales = h.ranked_sales + excluded.ranked_sales)
  insert into collection_volume_step (collection_uuid, by)
  select t.collection_uuid, sign * sum(d.value_eth) from delta d join token t on t.uuid = d.token_uuid group by 1 order by 1;
  return null;
end $$;
create trigger count_ranked_trade after insert on history referencing new table as changed for each statement execute function count_ranked_trade();
create trigger uncount_ranked_trade after delete on history referencing old table as changed for each statement execute function count_ranked_trade();

-- Trades from before this rule.
with trade as materialized (
  select t.collection_uuid, h.token_uuid, date_trunc('hour', h.created_at, 'UTC') as hour, h.value_eth,
    coalesce(s.person::text, h.from_address) as seller, coalesce(b.person::text, h.to_address) as buyer
  from history h join token t on t.uuid = h.token_uuid
  left join wallet_person s on s.wallet = h.from_address left join wallet_person b on b.wallet = h.to_address
  where h.value_eth is not null and h.from_address is not null and h.to_address is not null),
one_way as (
  select token_uuid, least(seller, buyer) as one, greatest(seller, buyer) as other from trade where seller <> buyer
  group by 1, 2, 3 having bool_and(seller < buyer) or bool_and(seller > buyer))
update collection_hour set ranked_volume = ranked.volume, ranked_sales = ranked.sales from (
  select collection_uuid, hour, sum(value_eth) as volume, count(*) as sales
  from trade join one_way using (token_uuid) where least(seller, buyer) = one and greatest(seller, buyer) = other group by 1, 2) ranked
where collection_hour.collection_uuid = ranked.collection_uuid and collection_hour.hour = ranked.hour;
update collection set ranked_volume = ranked.volume
from (select collection_uuid, sum(ranked_volume) as volume from collection_hour where ranked_sales > 0 group by 1) ranked
where ranked.collection_uuid = collection.uuid and ranked.volume > 0;

-- The order of collections on the first page, after the featured ones: by ranked volume, then those with one work, then the empty ones.
alter table collection add column rank_key numeric generated always as (case when items > 1 then ranked_volume else items - 2 end) stored;
drop index collection_featured;
create index collection_featured on collection (featured_position, rank_key desc, uuid desc);

-- Sums of the last hours, for all collections.
create index collection_hour_ranked on collection_hour (hour) include (collection_uuid, ranked_volume, ranked_sales) where ranked_sales > 0;
-- The collections with the highest ranked volume of each period, as the worker last computed them.
create table collection_trend (
  period text not null check (period in ('1h', '24h', '7d', '30d')),
  place integer not null,
  collection_uuid uuid not null references collection on delete cascade,
  -- In wei of ether; of the period, and of the same time before it.
  volume numeric not null,
  sales integer not null,
  volume_before numeric not null,
  primary key (period, place)
);

-- Works, a collection or an auction that an admin shows on the first page, with words in each language.
create table exhibition (
  uuid uuid primary key,
  -- By language: { "en": { "title", "text" }, "ukr": … }.
  words jsonb not null,
  starts_at timestamptz not null,
  -- Null: until an admin ends it.
  ends_at timestamptz check (ends_at > starts_at),
  position integer not null default 0,
  -- One of the three.
  collection_uuid uuid references collection on delete cascade,
  offer_uuid uuid references offer on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (collection_uuid is null or offer_uuid is null)
);
create table exhibition_work (
  exhibition_uuid uuid not null references exhibition on delete cascade,
  position integer not null,
  token_uuid uuid not null references token on delete cascade,
  primary key (exhibition_uuid, position),
  unique (exhibition_uuid, token_uuid)
);
-- Changes rarely, and anything may show it.
create trigger announce after insert or update or delete on exhibition for each row execute function announce_public_change();
create trigger announce after insert or update or delete on exhibition_work for each row execute function announce_public_change();
