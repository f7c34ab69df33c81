-- The orders of the lists of breedings and of tokens with genes, for all collections together.
create index breeding_ready on breeding (ready_at, uuid) where number is not null;
create index breeding_token_by_generation on breeding_token (generation, token_uuid);
drop index breeding_token_siring;
create index breeding_token_siring on breeding_token (siring_price, token_uuid);
create index breeding_token_siring_desc on breeding_token (siring_price desc nulls last, token_uuid desc);
