-- Which of the most common lexemes of `token_terms` some token has together: a list that asks for two that no token has
-- together is empty, without a search. See docs/decisions/0032.

-- `own` has the bit of this facet alone, `together` those of all facets that some token has with it, also one that has
-- changed since.
create table facet (
  id smallint primary key check (id between 0 and 2047),
  lexeme text not null unique,
  own bit(2048) not null,
  together bit(2048) not null
);

-- How far the tokens have been read for these facets; `after` is null when all have been. `tokens` is how many there were
-- when the facets were chosen.
create table facet_scan (
  is_only boolean primary key default true check (is_only),
  generation integer not null,
  tokens integer not null,
  after uuid
);

-- Tokens whose lexemes have changed, until a worker has read them. A token may be here several times: each change has a row
-- of its own, so that none that is committed while another is read is lost.
create table facet_change (
  id bigint generated always as identity primary key,
  token_uuid uuid not null
);

create function note_facets() returns trigger language plpgsql as $$
begin
  insert into facet_change (token_uuid) values (new.uuid);
  return null;
end $$;
create trigger note_new_facets after insert on token for each row execute function note_facets();
create trigger note_changed_facets after update on token for each row
  when ((old.search, old.name, old.category_uuid, old.collection_uuid, old.type, old.sale_currency_uuid, old.creator_uuid)
    is distinct from (new.search, new.name, new.category_uuid, new.collection_uuid, new.type, new.sale_currency_uuid, new.creator_uuid))
  execute function note_facets();
