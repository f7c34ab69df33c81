-- Search of people by the beginnings of their names, and corrections of misspelt words. See docs/decisions/0042.

-- The words of a person's name and nickname.
create function person_words(name text, username text) returns tsvector language sql immutable parallel safe
return to_tsvector('simple'::regconfig, coalesce(name, '') || ' ' || replace(coalesce(username, ''), '_', ' '));

-- The same with the beginnings of the words and the role: a search for the start of a word is one entry of the index.
create function person_terms(name text, username text, role text) returns tsvector language sql immutable parallel safe cost 1000
return person_words(name, username) || array_to_tsvector(word_beginnings(person_words(name, username)) || ('=' || role));

create index app_user_terms on app_user using gin (person_terms(name, username, role)) with (gin_pending_list_limit = 128)
  where is_wallet_public and not is_hidden;

-- A word with up to two of its first seven characters left out, or one if it is short: two words that differ by so many
-- characters have one of these in common.
create function word_variants(word text) returns text[] language sql immutable parallel safe cost 1000
return (
  select array(
    select part
    union select overlay(part placing '' from a for 1) from generate_series(1, length(part)) a
    union select overlay(overlay(part placing '' from b for 1) placing '' from a for 1)
      from generate_series(1, length(part)) a, generate_series(a + 1, length(part)) b where length(word) > 5)
  from (select left(word, 7) as part) cut);

-- Every word of names of tokens, collections and people, and of properties' values. Words are only added.
create table search_word (word text primary key);

-- The words that corrections are chosen from: no numbers, and long enough to recognise.
create function words_to_find(words tsvector) returns setof text language sql immutable parallel safe
begin atomic
  select word from unnest(tsvector_to_array(words)) word where word !~ '[0-9=~]' and length(word) between 3 and 32 order by word;
end;

insert into search_word
select words_to_find(ts_filter(search, '{a,b,c}')) from token where is_counted
union select words_to_find(to_tsvector('simple', name)) from collection
union select words_to_find(person_words(name, username)) from app_user where is_wallet_public;
create index search_word_variants on search_word using gin (word_variants(word)) with (gin_pending_list_limit = 128);

create function add_collection_words() returns trigger language plpgsql as $$
begin
  insert into search_word select words_to_find(to_tsvector('simple', new.name)) on conflict do nothing;
  return null;
end $$;
create trigger add_words after insert or update of name on collection for each row execute function add_collection_words();

create function add_person_words() returns trigger language plpgsql as $$
begin
  insert into search_word select words_to_find(person_words(new.name, new.username)) on conflict do nothing;
  return null;
end $$;
create trigger add_words after insert or update of name, username, is_wallet_public on app_user
  for each row when (new.is_wallet_public and not new.is_hidden) execute function add_person_words();

analyze app_user, search_word;
