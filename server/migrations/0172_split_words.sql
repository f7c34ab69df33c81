-- What is split is not parsed again: PostgreSQL's parser takes "12e3" for a number, and "12e3ab" was found by nobody. Small
-- letters are those of `schema/src/word.ts` in every locale. (Written so in 0171, too, which some databases had before.)
create or replace function words_in(content text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
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

-- Works with such a number; all of them where the database's locale has other small letters. Long, so it is before what locks
-- people and collections.
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
  where t.search is not null and (t.search::text ~ '''[0-9]+e[0-9]+''' or lower('ЯI') <> 'яi')),
changed as (
  update token t set search = drawn.search from drawn where t.uuid = drawn.uuid and t.search <> drawn.search returning t.search)
insert into search_word
select words_to_find(ts_filter(search, '{a,b,c}')) from changed
union select words_to_find(words_in(name)) from collection
union select words_to_find(person_words(name, username)) from app_user where is_wallet_public
on conflict do nothing;

reindex index collection_words;
reindex index collection_property_words;
reindex index app_user_terms;
