-- A token is on sale at a fixed price or in an auction that takes bids. Its sale columns have the next price that a buyer
-- meets: that of the cheapest listing, otherwise that of the auction. sale_offer_uuid stays the cheapest listing's.
-- See docs/decisions/0038.
alter table token
  -- The sum of 1 (has a fixed price), 2 (in an auction that takes bids), 4 (has an active bid), 8 (has an auction that
  -- starts later), 16 (minted in the last 7 days).
  add column states smallint not null default 0,
  -- When the auction of state 2 ends, or that of state 8 starts.
  add column auction_turns_at timestamptz,
  add column last_sale_at timestamptz;

-- The lexemes of a token's states, for token.search.
create function state_terms(states integer) returns text[] language sql immutable parallel safe
return array(select '=e' || bit from unnest(array[1, 2, 4, 8, 16]) bit where states & bit <> 0);

-- Every index that the change below would have to write a million entries to: 0086 creates them again, with the states.
drop index token_terms, token_created, token_by_name, token_by_price, token_by_price_desc, token_by_favorites, token_category, token_collection,
  token_collection_name, token_sale, token_sale_price, token_sale_currency, token_sale_category, token_sale_category_price,
  token_sale_collection_price, token_sale_name, token_sale_favorites;

create temp table fresh on commit drop as
select t.uuid, t.on_sale as was_on_sale, auction.status is not distinct from 'ACTIVE' as is_running, auction.uuid as auction_uuid, sold.at as last_sale_at,
  (t.sale_offer_uuid is not null)::int + case auction.status when 'ACTIVE' then 2 when 'SCHEDULED' then 8 else 0 end
    + case when exists (select 1 from offer o left join auction a on a.offer_uuid = o.uuid where o.token_uuid = t.uuid and o.status = 'ACTIVE'
        and not o.is_hidden and (o.type = 'BID' or a.bid_count > 0)) then 4 else 0 end
    + case when t.minted_at > now() - interval '7 days' then 16 else 0 end as states
from token t
left join lateral (
  select o.uuid, o.status from offer o
  where o.token_uuid = t.uuid and o.status in ('ACTIVE', 'SCHEDULED') and o.type = 'AUCTION' and not o.is_hidden
  order by o.status <> 'ACTIVE', o.ends_at, o.uuid limit 1) auction on true
left join lateral (select max(created_at) as at from history h where h.token_uuid = t.uuid and h.value_eth is not null) sold on true
where t.status = 'minted';
analyze fresh;

update token t set states = f.states, last_sale_at = f.last_sale_at,
  auction_turns_at = case when f.is_running then o.ends_at else o.starts_at end,
  on_sale = t.on_sale or f.is_running,
  sale_currency_uuid = case when t.on_sale or not f.is_running then t.sale_currency_uuid else o.currency_uuid end,
  sale_price = case when t.on_sale or not f.is_running then t.sale_price else o.price end,
  sale_price_eth = case when t.on_sale or not f.is_running then t.sale_price_eth else o.price_eth end,
  search = t.search || array_to_tsvector(state_terms(f.states))
from fresh f left join offer o on o.uuid = f.auction_uuid
where t.uuid = f.uuid and (f.states <> 0 or f.last_sale_at is not null);

-- The counters, by the tokens that are on sale since now.
update ownership w set on_sale = true
from offer o join token t on t.uuid = o.token_uuid
where o.type = 'AUCTION' and o.status = 'ACTIVE' and not o.is_hidden and t.status = 'minted'
  and w.token_uuid = o.token_uuid and w.owner = o.maker and not w.on_sale;
update token_count c set on_sale = c.on_sale + step.by
from (
  select scope, id, count(*)::int as by from fresh f join token t on t.uuid = f.uuid
  cross join lateral (values ('all', '00000000-0000-0000-0000-000000000000'::uuid), ('category', t.category_uuid),
    ('collection', t.collection_uuid), ('network', t.network_uuid)) scopes (scope, id)
  where f.is_running and not f.was_on_sale group by 1, 2) step
where (c.scope, c.id) = (step.scope, step.id);
update collection c set on_sale = c.on_sale + step.by
from (
  select t.collection_uuid, count(*)::int as by from fresh f join token t on t.uuid = f.uuid
  where f.is_running and not f.was_on_sale group by 1) step
where c.uuid = step.collection_uuid;
