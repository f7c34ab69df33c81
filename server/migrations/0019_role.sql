-- Who has a role, the newest first: a list of few among very many.
create index app_user_role on app_user (role, uuid);
drop index app_user_admin;
