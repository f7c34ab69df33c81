-- What each admin did, one row per action: written in the transaction of the action, never changed.
create table audit_entry (
  uuid uuid primary key,
  created_at timestamptz not null default now(),
  -- Null if a command or a setting on the server did it.
  admin_uuid uuid references app_user,
  act text not null,
  -- The object of the action: 'user', 'category', 'token', …; without an id if it has none.
  subject_type text not null,
  subject_uuid uuid,
  detail jsonb not null default '{}'
);
create index audit_entry_admin on audit_entry (admin_uuid, uuid desc);
create index audit_entry_act on audit_entry (act, uuid desc);
create index audit_entry_subject on audit_entry (subject_uuid, uuid desc);
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are not changed';
end $$;
create trigger keep before update or delete on audit_entry for each row execute function keep_audit_entry();
