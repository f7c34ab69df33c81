-- Lists of activity and feeds look up the work of each entry, to leave out hidden ones: with it in the index the entries
-- themselves are not read. A feed of 500 followed reads up to 60,000 of them.
drop index activity_collection, activity_from, activity_to;
create index activity_collection on activity (collection_uuid, kind, created_at desc, history_uuid desc) include (token_uuid);
create index activity_from on activity (from_address, kind, created_at desc, history_uuid desc) include (token_uuid) where from_address is not null;
create index activity_to on activity (to_address, kind, created_at desc, history_uuid desc) include (token_uuid, from_address) where to_address is not null;
