-- What a list of tokens can be asked for, as one set of lexemes in one index: the words of a token, its properties, the
-- symbols of its name, every three characters of its name, and its facets. Words never begin with "=" or "~". See
-- docs/decisions/0032.

-- A property in token.search. Hashed: a lexeme has at most 2046 bytes.
create function property_term(name text, value text) returns text language sql immutable parallel safe
return '=p' || substr(md5(name || ':' || value), 1, 16);

-- What no word holds: a search for nothing else finds a name by them.
create function symbol_terms(name text) returns text[] language sql immutable parallel safe
return array(select distinct '~' || symbol from regexp_split_to_table(regexp_replace(name, '[[:alnum:][:space:]]', '', 'g'), '') symbol where symbol <> '');

-- Costly, so that no plan prefers it to its index. Every three characters of the name, because pg_trgm knows no Cyrillic in
-- this locale: a search read the whole table.
create function token_terms(words tsvector, name text, category uuid, collection uuid, type text, currency uuid)
returns tsvector language sql immutable parallel safe cost 200
return words || array_to_tsvector(array['=k' || category, '=c' || collection, '=t' || type]
  || case when currency is null then array[]::text[] else array['=s', '=m' || currency] end
  || array(select '~' || substr(lower(name), place, 3) from generate_series(1, length(name) - 2) place));

update token set search = search || array_to_tsvector(symbol_terms(name)
  || array(select distinct property_term(name, value) from token_trait where token_uuid = token.uuid));

drop index token_search;
-- What is not yet in it is a list that each search reads to its end: a short one, which halves what writes cost.
create index token_terms on token using gin (token_terms(search, name, category_uuid, collection_uuid, type, sale_currency_uuid))
  with (fastupdate = on, gin_pending_list_limit = 128);

-- How common lexemes are, by the last ANALYZE: the API, which does not own the index, may not read its statistics.
create function token_term_shares(out lexemes text[], out shares real[]) language sql stable security definer set search_path = pg_catalog
as $$ select most_common_elems::text::text[], most_common_elem_freqs from pg_stats where schemaname = 'public' and tablename = 'token_terms' $$;
