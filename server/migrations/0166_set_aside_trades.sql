-- A trade looks for transfers of its own transaction in its block. Without statistics, as in a new marketplace, PostgreSQL read
-- all events of its token instead: of an edition with 5,000 trades each further one took a millisecond.
create or replace function note_activity() returns trigger language plpgsql as $$
begin
  insert into activity (history_uuid, kind, token_uuid, collection_uuid, from_address, to_address, created_at)
  select c.uuid, k.kind, c.token_uuid, t.collection_uuid, c.from_address, c.to_address, c.created_at
  from changed c cross join lateral (select collection_uuid from token where uuid = c.token_uuid offset 0) t
  cross join lateral (
    select activity_kind(c.event, case when c.event in ('EDITED', 'BID') then (select type from offer where uuid = c.offer_uuid) end, c.value_eth is not null) as kind
    offset 0) k
  where k.kind is not null and (c.event <> 'TRANSFERRED' or (
    select true from history s where s.token_uuid = c.token_uuid and s.tx_hash = c.tx_hash
      and s.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED') limit 1) is null)
  on conflict do nothing;
  -- A trade that was set aside and is applied late: its transfer was listed meanwhile. Within a batch transfers are written last.
  if current_setting('skarb.is_far_behind', true) is distinct from 'on'
    and exists (select 1 from changed where event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')) then
    with moved as materialized (
      select h.uuid, h.token_uuid, h.tx_hash
      from (select distinct chain_id, block_hash from changed where event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')) b
      cross join lateral (
        select uuid, token_uuid, tx_hash from history
        where chain_id = b.chain_id and block_hash = b.block_hash and event = 'TRANSFERRED' offset 0) h)
    delete from activity a using changed c join moved m on m.token_uuid = c.token_uuid and m.tx_hash = c.tx_hash
    where c.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED') and a.history_uuid = m.uuid;
  end if;
  -- One message for a statement: lists of activity read their first page again.
  if current_setting('skarb.is_far_behind', true) is distinct from 'on' then
    perform pg_notify('change', json_build_object('kind', 'activity', 'uuid', a.history_uuid, 'version', 1, 'users', '[]'::json,
      'isPublic', true, 'alsoOf', json_build_array('activity'))::text)
    from (select a.history_uuid from changed c join activity a on a.history_uuid = c.uuid limit 1) a;
  end if;
  return null;
end $$;
