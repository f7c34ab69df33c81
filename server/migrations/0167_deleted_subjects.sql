-- Nobody can decide about what is deleted: its open reports and its notice go with it.
create function forget_subject() returns trigger language plpgsql as $$
begin
  delete from report where subject_type = tg_argv[0] and subject_uuid = old.uuid and closed_at is null;
  delete from hidden where subject_type = tg_argv[0] and subject_uuid = old.uuid;
  return null;
end $$;
create trigger forget_subject after delete on token for each row execute function forget_subject('token');
create trigger forget_subject after delete on collection for each row execute function forget_subject('collection');
create trigger forget_subject after delete on app_user for each row execute function forget_subject('user');

create function is_subject(of_type text, id uuid) returns boolean language sql stable as $$
  select case of_type when 'token' then exists (select 1 from token where uuid = id)
    when 'collection' then exists (select 1 from collection where uuid = id)
    else exists (select 1 from app_user where uuid = id) end
$$;
delete from report where closed_at is null and not is_subject(subject_type, subject_uuid);
delete from hidden where not is_subject(subject_type, subject_uuid);
drop function is_subject(text, uuid);
