-- Cards name the last sale: lists return the cards' JSON as it is stored. One that was never sold has no such field.
with sold as (
  select distinct on (h.token_uuid) h.token_uuid, h.created_at, h.price, u.name as currency, u.decimals
  from history h join currency u on u.uuid = h.currency_uuid
  where h.value_eth is not null and h.price is not null
  order by h.token_uuid, h.created_at desc)
update token t set card = t.card || jsonb_build_object('lastSale', jsonb_build_object(
  'price', trim_scale(sold.price * ('1e-' || sold.decimals)::numeric)::text, 'currency', sold.currency,
  'at', to_char(sold.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
from sold where sold.token_uuid = t.uuid;
