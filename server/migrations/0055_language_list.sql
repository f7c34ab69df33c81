-- schema/src/language.ts and schema/src/notification-kind.ts list the languages and the notification kinds, and the API
-- validates with them. A second list here would need a migration for each new entry.
alter table app_user drop constraint app_user_language_check;
alter table notification drop constraint notification_kind_check, drop constraint notification_about;
alter table notification add constraint notification_about check (case kind
  when 'NOTE' then act is not null and subject_uuid is not null
  when 'SIGN_IN' then ip is not null
  when 'CHILD_LOST' then token_uuid is not null and breeding_uuid is not null
  else token_uuid is not null end);
