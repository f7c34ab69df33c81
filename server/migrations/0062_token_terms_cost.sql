-- What it takes: with less, plans evaluate it for each row of an index of prices.
alter function token_terms(tsvector, text, uuid, uuid, text, uuid) cost 1000;
