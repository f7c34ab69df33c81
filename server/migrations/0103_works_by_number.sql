-- The works of a collection in the order of their numbers.
create index token_collection_number on token (collection_uuid, token_id, uuid) where is_counted;
