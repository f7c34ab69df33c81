-- Notices of works that somebody sent to a person (kind RECEIVED).

-- Of a RECEIVED: how many works one transaction of its sender brought; the notice is about the first of them.
alter table notification add column works integer;
-- Not validated: it allows more than the one before.
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about check (case kind
  when 'NOTE' then act is not null and subject_uuid is not null
  when 'SIGN_IN' then ip is not null
  when 'CHILD_LOST' then token_uuid is not null and breeding_uuid is not null
  when 'NEW_WORK' then token_uuid is not null and subject_uuid is not null
  when 'NEW_LISTING' then token_uuid is not null and subject_uuid is not null
  when 'RECEIVED' then token_uuid is not null and actor is not null
  else token_uuid is not null and (offer_type is not null or kind in ('CHILD_BORN', 'SIRING_USED')) end) not valid;

-- Transfers to people with an account are news. Whether one belongs to a trade is known once its whole block is read.
create function note_received() returns trigger language plpgsql as $$
begin
  if current_setting('skarb.is_far_behind', true) = 'on' or not exists (select 1 from changed where event = 'TRANSFERRED') then
    return null;
  end if;
  insert into news (history_uuid)
  select c.uuid from changed c join app_user u on u.metamask_wallet = c.to_address
  where c.event = 'TRANSFERRED' and c.created_at > now() - interval '1 day'
  on conflict do nothing;
  if found then perform pg_notify('news', ''); end if;
  return null;
end $$;
create trigger note_received after insert on history referencing new table as changed for each statement execute function note_received();
