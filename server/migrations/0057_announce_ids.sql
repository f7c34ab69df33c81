-- Announces public changes once for each statement instead of each row, with the uuids of the changed objects, so that the
-- caches drop only the pages that show them. An empty payload means that anything may have changed: a payload has at most
-- 8,000 bytes, enough for a hundred uuids but not for two hundred.

create function announce_changed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  case tg_table_name
    when 'token', 'collection', 'app_user' then
      ids := array(select uuid from changed limit 101);
    when 'ownership', 'history', 'breeding_token' then
      ids := array(select token_uuid from changed limit 101);
    when 'offer' then
      ids := array(select unnest(array[uuid, token_uuid]) from changed limit 101);
    when 'auction' then
      ids := array(select offer_uuid from changed limit 101);
    when 'breeding' then
      ids := array(select unnest(array[uuid, matron_uuid, sire_uuid, child_uuid]) from changed limit 101);
    when 'breeding_terms' then
      ids := array(select collection_uuid from changed limit 101);
  end case;
  if cardinality(ids) > 0 then
    perform pg_notify('public_change', case when cardinality(ids) > 100 then '' else array_to_string(ids, ',') end);
  end if;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['token', 'ownership', 'offer', 'auction', 'collection', 'history', 'app_user', 'breeding',
    'breeding_token', 'breeding_terms'] loop
    execute format('drop trigger announce on %I', name);
    execute format('create trigger announce_insert after insert on %I referencing new table as changed
      for each statement execute function announce_changed()', name);
    execute format('create trigger announce_update after update on %I referencing new table as changed
      for each statement execute function announce_changed()', name);
    execute format('create trigger announce_delete after delete on %I referencing old table as changed
      for each statement execute function announce_changed()', name);
  end loop;
end $$;
