-- The first character of a name among the lexemes of token_terms, by its code: a list by name passes over the names that
-- begin with characters of which nothing matches. See docs/decisions/0032.
drop index token_terms;
create or replace function token_terms(words tsvector, name text, category uuid, collection uuid, type text, currency uuid, creator uuid)
returns tsvector language sql immutable parallel safe cost 1000
return words || text_parts(name, 3)
  || array_to_tsvector(array['=n' || ascii(name), '=k' || category, '=c' || collection, '=t' || type, '=u' || creator]
    || case when currency is null then array[]::text[] else array['=s', '=m' || currency] end || word_beginnings(words));
create index token_terms on token using gin (token_terms(search, name, category_uuid, collection_uuid, type, sale_currency_uuid, creator_uuid))
  with (fastupdate = on, gin_pending_list_limit = 128);
analyze token;
