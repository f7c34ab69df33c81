-- What a search finds besides names of works, collections and people, in every language: the names of properties, and the
-- texts of collections. A property's name is a word of its collection, not of each work that has the property.
create function property_words(properties jsonb) returns tsvector language sql immutable parallel safe cost 1000
return (
  select to_tsvector('simple'::regconfig, coalesce(string_agg(concat_ws(' ', property->>'name', (
    select string_agg(other->>'name', ' ') from jsonb_array_elements(property->'localization') other)), ' '), ''))
  from jsonb_array_elements(properties) property);
create index collection_property_words on collection_property using gin (property_words(properties));

create function collection_words(description text, texts jsonb) returns tsvector language sql immutable parallel safe cost 1000
return to_tsvector('simple'::regconfig, concat_ws(' ', description, (select string_agg(value, ' ') from jsonb_each_text(texts))));
create index collection_words on collection using gin (collection_words(description, text)) where not is_hidden;

analyze collection, collection_property;
