-- A trigger already rejects updates and deletes of audit entries. This one rejects truncating the table, also by a cascade.
create trigger keep_all before truncate on audit_entry for each statement execute function keep_audit_entry();
