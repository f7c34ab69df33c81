-- The token's name in its offers: a list of offers searched by name read the tokens of every offer that it passed, or every
-- offer of the tokens with that name. One index has the parts of the name, the status and the type.
alter table offer add column token_name text not null default '';
alter table offer disable trigger user;
update offer set token_name = token.name from token where token.uuid = token_uuid;
alter table offer enable trigger user;

create function name_offer() returns trigger language plpgsql as $$
begin
  select name into new.token_name from token where uuid = new.token_uuid;
  return new;
end $$;
create trigger name_new before insert on offer for each row execute function name_offer();

create function rename_offers() returns trigger language plpgsql as $$
begin
  update offer set token_name = new.name where token_uuid = new.uuid;
  return null;
end $$;
create trigger rename_offers after update of name on token for each row when (old.name <> new.name) execute function rename_offers();

create function offer_terms(token_name text, status text, type text) returns tsvector language sql immutable parallel safe cost 1000
return text_parts(token_name, 1) || array_to_tsvector(array['=' || status, '=' || type]);
create index offer_terms on offer using gin (offer_terms(token_name, status, type)) with (gin_pending_list_limit = 128);
analyze offer;
