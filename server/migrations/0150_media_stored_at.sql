-- When the bytes of a file were stored last. What nothing refers to is deleted a day later; a file that is stored again
-- meanwhile is kept.
alter table media add column stored_at timestamptz not null default now();

-- The files that may be unused are looked for in these.
create index token_poster on token (poster_hash) where poster_hash is not null;
create index media_poster on media (poster_cid) where poster_cid is not null;
create index app_user_avatar on app_user (avatar) where avatar is not null;
create index app_user_background on app_user (background_img) where background_img is not null;
