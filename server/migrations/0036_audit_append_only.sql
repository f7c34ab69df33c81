-- Updates and deletes of audit entries are refused by a trigger; so is emptying the table, also by a cascade.
create trigger keep_all before truncate on audit_entry for each statement execute function keep_audit_entry();
