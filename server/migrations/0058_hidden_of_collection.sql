-- The hidden tokens of a collection: counting its owners read every hidden token of the market.
create index token_hidden_collection on token (collection_uuid, uuid) where status = 'minted' and not is_counted;
