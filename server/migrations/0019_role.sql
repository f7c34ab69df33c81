-- The users of a role, newest first: few rows among many.
create index app_user_role on app_user (role, uuid);
drop index app_user_admin;
