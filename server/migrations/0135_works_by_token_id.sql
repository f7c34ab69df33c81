-- A work by its token id alone (search).
create index token_number on token (token_id) where is_counted;
