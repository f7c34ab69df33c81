-- Every two properties of a token together as a lexeme of `token_terms`: a list that asks for several reads the entries of
-- their pairs, which are as many as match, not those of each property. See docs/decisions/0032.

-- Of a token with more than eight properties there is one lexeme for all pairs (`=q`).
create function property_pairs(words tsvector) returns text[] language plpgsql immutable parallel safe as $$
declare
  properties text[] := '{}';
  pairs text[] := '{}';
  word text;
begin
  -- In the order of their characters' codes.
  foreach word in array coalesce(tsvector_to_array(words), '{}') loop
    if left(word, 2) = '=p' then
      properties := properties || substr(word, 3, 8);
    end if;
  end loop;
  if cardinality(properties) > 8 then
    return array['=q'];
  end if;
  for one in 1..cardinality(properties) - 1 loop
    for other in one + 1..cardinality(properties) loop
      pairs := pairs || ('=q' || properties[one] || properties[other]);
    end loop;
  end loop;
  return pairs;
end $$;

drop index token_terms;
create or replace function token_terms(words tsvector, name text, category uuid, collection uuid, type text, currency uuid, creator uuid)
returns tsvector language sql immutable parallel safe cost 1000
return words || text_parts(name, 3)
  || array_to_tsvector(array['=n' || ascii(name), '=k' || category, '=c' || collection, '=t' || type, '=u' || creator]
    || case when currency is null then array[]::text[] else array['=s', '=m' || currency] end || word_beginnings(words) || property_pairs(words));
create index token_terms on token using gin (token_terms(search, name, category_uuid, collection_uuid, type, sale_currency_uuid, creator_uuid))
  with (fastupdate = on, gin_pending_list_limit = 128);
alter index token_terms alter column 1 set statistics 200;
analyze token;
