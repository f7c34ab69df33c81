-- Counts the addresses that hold a collection's tokens by steps: each transfer counted all of them again.
-- A trigger records each address that comes or goes; the next change of the collection's counts, which holds its lock in
-- the same transaction, adds the steps up. Updating the collection in the trigger would lock it before other tokens.
alter table collection add column holders integer not null default 0;
update collection set holders = counted.holders
from (select collection_uuid, count(*) as holders from collection_owner group by 1) counted where counted.collection_uuid = uuid;

create table collection_owner_step (
  collection_uuid uuid not null,
  by integer not null
);
create index collection_owner_step_collection on collection_owner_step (collection_uuid);

create function count_collection_owner() returns trigger language plpgsql as $$
begin
  insert into collection_owner_step (collection_uuid, by)
  values (case tg_op when 'DELETE' then old.collection_uuid else new.collection_uuid end, case tg_op when 'DELETE' then -1 else 1 end);
  return null;
end $$;
create trigger count_collection_owner after insert or delete on collection_owner
  for each row execute function count_collection_owner();
