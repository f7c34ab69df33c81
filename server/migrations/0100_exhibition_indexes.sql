-- What is deleted, an offer, a collection or a token, looks up the exhibitions that show it.
create index exhibition_offer on exhibition (offer_uuid) where offer_uuid is not null;
create index exhibition_collection on exhibition (collection_uuid) where collection_uuid is not null;
create index exhibition_work_token on exhibition_work (token_uuid);
