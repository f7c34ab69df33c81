-- The users of one event are notified some at a time: those after this one are next. Null before the first.
alter table news add column after_uuid uuid;
-- The same of an auction that ends soon; null when all are notified.
alter table auction_ending_told add column after_uuid uuid;
-- Who likes a token, in the order in which they are notified.
create index favorite_token_user on favorite (token_uuid, user_uuid);
drop index favorite_token;
