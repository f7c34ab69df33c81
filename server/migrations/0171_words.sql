-- The words of a text are split in one way for what is searched and for the search (`schema/src/word.ts` has the other half).
-- PostgreSQL's own parser takes quotes, dashes and currency signs for letters in some locales and "-3" for a number, and no
-- parser knows that an apostrophe is inside of a word: «пам’ять», “веснянку” and "Ghost-3" were found by nobody.

-- Letters and digits, by the tables of PostgreSQL itself: the same in every locale of a database. Stress marks and soft hyphens
-- are no part of a word. A word with apostrophes is found whole, without them, and by its parts. A lexeme has fewer than 2,047
-- bytes and a position below 16,384.
create function words_in(content text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
declare
  words text := content;
begin
  if octet_length(words) > length(words) then
    words := regexp_replace(normalize(words, nfc), '[\u00ad\u0300-\u036f]', '', 'g');
  end if;
  words := regexp_replace(lower(words collate pg_c_utf8), '[^[:alnum:]''`´‘’ʼ′＇]+', ' ', 'g');
  if words ~ '[''`´‘’ʼ′＇]' then
    words := translate(words || ' ' || regexp_replace(words, '([^ ''`´‘’ʼ′＇])[''`´‘’ʼ′＇](?=[^ ''`´‘’ʼ′＇])', '\1', 'g'), '''`´‘’ʼ′＇', '        ');
  end if;
  return (select coalesce(string_agg(word || ':' || least(place, 16383), ' '), '')::tsvector
    from unnest(string_to_array(words, ' ')) with ordinality as each (word, place) where word <> '' and octet_length(word) < 2047);
end $$;

create or replace function person_words(name text, username text) returns tsvector language sql immutable parallel safe
return words_in(concat_ws(' ', name, username));

-- Long, so it is before what locks people and collections.
with drawn as (
  select t.uuid, setweight(words_in(concat_ws(' ', t.name, other.name)), 'A') || setweight(words_in(c.name), 'B')
      || setweight(words_in(concat_ws(' ', traits.words, other.words)), 'C')
      || setweight(words_in(concat_ws(' ', t.description, other.description)), 'D')
      || array_to_tsvector(array(select term from unnest(tsvector_to_array(t.search)) term where left(term, 1) in ('=', '~'))) as search
  from token t
  join collection c on c.uuid = t.collection_uuid
  cross join lateral (select string_agg(value, ' ') as words from token_trait where token_uuid = t.uuid) traits
  left join lateral (
    select string_agg(text->>'name', ' ') as name, string_agg(text->>'description', ' ') as description,
      string_agg((select string_agg(property->>'value', ' ') from jsonb_array_elements(text->'metadata') property), ' ') as words
    from token_localization l cross join jsonb_array_elements(l.texts) as each (text) where l.token_uuid = t.uuid) other on true
  where t.search is not null),
changed as (
  update token t set search = drawn.search from drawn where t.uuid = drawn.uuid and t.search <> drawn.search returning t.search)
insert into search_word
select words_to_find(ts_filter(search, '{a,b,c}')) from changed
union select words_to_find(words_in(name)) from collection
union select words_to_find(person_words(name, username)) from app_user where is_wallet_public
on conflict do nothing;

create or replace function property_words(properties jsonb) returns tsvector language sql immutable parallel safe cost 1000
return (
  select words_in(coalesce(string_agg(concat_ws(' ', property->>'name', (
    select string_agg(other->>'name', ' ') from jsonb_array_elements(property->'localization') other)), ' '), ''))
  from jsonb_array_elements(properties) property);
drop index collection_words;
drop function collection_words(text, jsonb);
create function collection_words(name text, description text, texts jsonb) returns tsvector language sql immutable parallel safe cost 1000
return words_in(concat_ws(' ', name, description, (select string_agg(value, ' ') from jsonb_each_text(texts))));
create index collection_words on collection using gin (collection_words(name, description, text)) where not is_hidden;
reindex index collection_property_words;
reindex index app_user_terms;
analyze collection;

create or replace function add_collection_words() returns trigger language plpgsql as $$
begin
  insert into search_word select words_to_find(words_in(new.name)) on conflict do nothing;
  return null;
end $$;
