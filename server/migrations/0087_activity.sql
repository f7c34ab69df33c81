-- What happens on the marketplace, as a list: the events of `history` that the public follows, each with its kind, its collection and an
-- index for each way to read them. A table of its own, because most events of a history are none of these, and its indexes would
-- slow down the follower for all of them.
create table activity (
  -- No foreign key: triggers of `history` add and delete the row.
  history_uuid uuid primary key,
  kind text not null check (kind in ('MINT', 'LISTING', 'SALE', 'BID', 'OFFER', 'AUCTION', 'TRANSFER')),
  token_uuid uuid not null,
  collection_uuid uuid not null,
  from_address address,
  to_address address,
  created_at timestamptz not null
);

-- The kind of an event; null for what is not listed. A transfer by a trade is none: the trade is listed.
create function activity_kind(event text, offer_type text, is_trade boolean) returns text language sql immutable as $$
  select case
    when is_trade then 'SALE'
    when event = 'MINTED' then 'MINT'
    when event = 'LISTED' or (event = 'EDITED' and offer_type = 'SALE') then 'LISTING'
    when event = 'AUCTION_CREATED' then 'AUCTION'
    when event = 'BID' then case when offer_type = 'AUCTION' then 'BID' else 'OFFER' end
    when event = 'TRANSFERRED' then 'TRANSFER' end
$$;

create function note_activity() returns trigger language plpgsql as $$
begin
  insert into activity (history_uuid, kind, token_uuid, collection_uuid, from_address, to_address, created_at)
  select c.uuid, k.kind, c.token_uuid, t.collection_uuid, c.from_address, c.to_address, c.created_at
  from changed c join token t on t.uuid = c.token_uuid left join offer o on o.uuid = c.offer_uuid
  cross join lateral (select activity_kind(c.event, o.type, c.value_eth is not null) as kind) k
  where k.kind is not null and not (c.event = 'TRANSFERRED' and exists (
    select 1 from history s where s.token_uuid = c.token_uuid and s.tx_hash = c.tx_hash
      and s.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')))
  on conflict do nothing;
  -- The follower reads a block's transfers before its trades.
  delete from activity a using changed c join history m on m.chain_id = c.chain_id and m.block_hash = c.block_hash and m.event = 'TRANSFERRED'
  where c.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED') and m.token_uuid = c.token_uuid and m.tx_hash = c.tx_hash
    and a.history_uuid = m.uuid;
  -- One message for a statement: lists of activity read their first page again.
  if current_setting('skarb.is_far_behind', true) is distinct from 'on' then
    perform pg_notify('change', json_build_object('kind', 'activity', 'uuid', a.history_uuid, 'version', 1, 'users', '[]'::json,
      'isPublic', true, 'alsoOf', json_build_array('activity'))::text)
    from (select a.history_uuid from changed c join activity a on a.history_uuid = c.uuid limit 1) a;
  end if;
  return null;
end $$;
create function forget_activity() returns trigger language plpgsql as $$
begin
  delete from activity using changed c where history_uuid = c.uuid;
  return null;
end $$;

insert into activity (history_uuid, kind, token_uuid, collection_uuid, from_address, to_address, created_at)
select h.uuid, k.kind, h.token_uuid, t.collection_uuid, h.from_address, h.to_address, h.created_at
from history h join token t on t.uuid = h.token_uuid left join offer o on o.uuid = h.offer_uuid
cross join lateral (select activity_kind(h.event, o.type, h.value_eth is not null) as kind) k
where k.kind is not null and not (h.event = 'TRANSFERRED' and exists (
  select 1 from history s where s.token_uuid = h.token_uuid and s.tx_hash = h.tx_hash
    and s.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')));

-- One index for each scope of the list; several kinds are merged from a range of each.
create index activity_kind_time on activity (kind, created_at desc, history_uuid desc) include (token_uuid);
create index activity_collection on activity (collection_uuid, kind, created_at desc, history_uuid desc);
create index activity_token on activity (token_uuid, kind, created_at desc, history_uuid desc);
create index activity_from on activity (from_address, kind, created_at desc, history_uuid desc) where from_address is not null;
create index activity_to on activity (to_address, kind, created_at desc, history_uuid desc) where to_address is not null;
create trigger note_activity after insert on history referencing new table as changed for each statement execute function note_activity();
create trigger forget_activity after delete on history referencing old table as changed for each statement execute function forget_activity();
analyze activity;
