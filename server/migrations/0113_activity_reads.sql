-- Lists of activity and feeds look up the work of each entry, to leave out hidden ones: with it in the index the entries
-- themselves are not read. A feed of 500 followed reads up to 60,000 of them.
-- Lists read the old ones until the new ones are there: `drop` locks readers out, for an instant.
create index activity_collection_next on activity (collection_uuid, kind, created_at desc, history_uuid desc) include (token_uuid);
create index activity_from_next on activity (from_address, kind, created_at desc, history_uuid desc) include (token_uuid) where from_address is not null;
create index activity_to_next on activity (to_address, kind, created_at desc, history_uuid desc) include (token_uuid, from_address) where to_address is not null;
drop index activity_collection, activity_from, activity_to;
alter index activity_collection_next rename to activity_collection;
alter index activity_from_next rename to activity_from;
alter index activity_to_next rename to activity_to;
