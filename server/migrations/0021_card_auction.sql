-- Token cards show an auction, so viewers of a card get its bids.

create or replace function announce_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'token', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'tokenUuid', new.uuid, 'collectionUuid', new.collection_uuid, 'listing', new.card -> 'listing', 'auction', new.card -> 'auction',
    'isGone', old.is_counted and not new.is_counted,
    'users', json_build_array(new.creator_uuid), 'isPublic', new.is_counted or old.is_counted)::text);
  return null;
end $$;

-- Existing auctions.
update token set card = card || jsonb_build_object('auction', jsonb_build_object(
    'offerUuid', bids.uuid, 'price', trim_scale(bids.price * ('1e-' || bids.decimals)::numeric)::text, 'currency', bids.currency,
    'bidCount', bids.bid_count,
    'startsAt', to_char(bids.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(bids.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
from (
  select distinct on (o.token_uuid) o.token_uuid, o.uuid, o.price, o.starts_at, o.ends_at, a.bid_count, u.decimals, u.name as currency
  from offer o join auction a on a.offer_uuid = o.uuid join currency u on u.uuid = o.currency_uuid
  where o.type = 'AUCTION' and o.status in ('ACTIVE', 'SCHEDULED', 'ENDED') and not o.is_hidden
  order by o.token_uuid, array_position(array['ACTIVE', 'SCHEDULED', 'ENDED'], o.status::text), o.ends_at, o.uuid) bids
where token.uuid = bids.token_uuid;
