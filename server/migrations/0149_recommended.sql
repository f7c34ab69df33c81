-- Accounts that are blocked or whose deletion is pending are recommended to nobody.
alter table person_count add column is_recommended boolean not null default true;
insert into person_count as p (uuid, is_recommended)
select uuid, false from app_user where blocked_at is not null or deletion_at is not null
on conflict (uuid) do update set is_recommended = false;

-- Deferred as count_works is; the account may be deleted by then.
create function count_recommended() returns trigger language plpgsql as $$
begin
  insert into person_count as p (uuid, is_recommended)
  select uuid, blocked_at is null and deletion_at is null from app_user where uuid = new.uuid
  on conflict (uuid) do update set is_recommended = excluded.is_recommended where p.is_recommended <> excluded.is_recommended;
  return null;
end $$;
create constraint trigger count_recommended after update on app_user deferrable initially deferred for each row
  when ((old.blocked_at is null and old.deletion_at is null) <> (new.blocked_at is null and new.deletion_at is null))
  execute function count_recommended();
