-- Notifies every API process of changed public data, so that none serves an outdated cached copy.
-- All changes of one transaction are one notification, sent when it commits.

create function announce_public_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_change', '');
  return null;
end $$;

create trigger announce after insert or update or delete on token for each row execute function announce_public_change();
create trigger announce after insert or update or delete on ownership for each row execute function announce_public_change();
create trigger announce after insert or update or delete on offer for each row execute function announce_public_change();
create trigger announce after insert or update or delete on collection for each row execute function announce_public_change();
create trigger announce after insert or update or delete on history for each row execute function announce_public_change();
create trigger announce after insert or update or delete on app_user for each row execute function announce_public_change();
create trigger announce after insert or update or delete on category for each row execute function announce_public_change();
create trigger announce after insert or update or delete on currency for each row execute function announce_public_change();
create trigger announce after insert or update or delete on network for each row execute function announce_public_change();
