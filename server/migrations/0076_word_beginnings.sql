-- The beginnings of words as lexemes of their own: a search for the start of a word is then one entry of the index, which
-- others can be combined with, and not a list of all words that begin so. Ten characters at most: a longer text is
-- compared with the words themselves. See docs/decisions/0032.
create function word_beginnings(words tsvector) returns text[] language sql immutable parallel safe
return array(select left(word, size) from unnest(tsvector_to_array(words)) word, generate_series(1, least(length(word) - 1, 10)) size
  where left(word, 1) not in ('=', '~'));

-- Every part of a text with three characters, or with `shortest` to three: pg_trgm knows no Cyrillic in this locale.
create function text_parts(content text, shortest integer) returns tsvector language sql immutable parallel safe cost 1000
return array_to_tsvector(array(
  select '~' || substr(lower(content), place, size) from generate_series(shortest, 3) size, generate_series(1, length(content) - size + 1) place));

drop index token_terms, token_name_trgm;
drop function token_terms(tsvector, text, uuid, uuid, text, uuid);
create function token_terms(words tsvector, name text, category uuid, collection uuid, type text, currency uuid, creator uuid)
returns tsvector language sql immutable parallel safe cost 1000
return words || text_parts(name, 3) || array_to_tsvector(array['=k' || category, '=c' || collection, '=t' || type, '=u' || creator]
  || case when currency is null then array[]::text[] else array['=s', '=m' || currency] end || word_beginnings(words));
create index token_terms on token using gin (token_terms(search, name, category_uuid, collection_uuid, type, sale_currency_uuid, creator_uuid))
  with (fastupdate = on, gin_pending_list_limit = 128);

drop index collection_search;
create index collection_search on collection using gin (text_parts(name, 1));

drop index app_user_find;
create index app_user_find on app_user using gin (text_parts(
  coalesce(username, '') || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(metamask_wallet::text, ''), 3));

analyze token, collection, app_user;
