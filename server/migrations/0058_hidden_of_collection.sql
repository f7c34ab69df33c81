-- The hidden tokens of one collection. Without this index, counting its owners reads every hidden token of the marketplace.
create index token_hidden_collection on token (collection_uuid, uuid) where status = 'minted' and not is_counted;
