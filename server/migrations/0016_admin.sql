-- What admins did, each act once, with who it was: written in the transaction of the act itself, never changed after.
create table audit_entry (
  uuid uuid primary key,
  created_at timestamptz not null default now(),
  -- Null: done on the server itself, by command or by a setting.
  admin_uuid uuid references app_user,
  act text not null,
  -- What it was done to: 'user', 'category', 'token', …; no id where it has none.
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
