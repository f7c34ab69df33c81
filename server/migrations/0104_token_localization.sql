-- The texts of works in their other languages, and the folders that their metadata names. See docs/decisions/0046.

-- A folder has no bytes of its own: its CID follows from the CIDs of its files.
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind in ('image', 'video', 'audio', 'model', 'document', 'folder')) not valid;

create table media_folder_file (
  folder_cid text not null references media on delete cascade,
  name text not null,
  cid text not null references media,
  primary key (folder_cid, name)
);
create index media_folder_file_cid on media_folder_file (cid);

-- Few works have other languages, and lists read the names from the token's card: no column of the table `token`.
create table token_localization (
  token_uuid uuid primary key references token on delete cascade,
  -- The language of the token's own texts, by its code in Unicode CLDR.
  default_locale text not null,
  -- The others as [{ locale, name, description, metadata }], metadata in the order of the token's properties.
  texts jsonb not null,
  -- The folder with the metadata document of each language.
  folder_hash text not null references media
);
create index token_localization_folder on token_localization (folder_hash);

-- Offers are searched by the names in all languages. They are written when a token is made, before any offer of it.
create or replace function name_offer() returns trigger language plpgsql as $$
begin
  select concat_ws(E'\n', name, (select string_agg(text->>'name', E'\n') from token_localization l, jsonb_array_elements(l.texts) text
    where l.token_uuid = token.uuid)) into new.token_name from token where uuid = new.token_uuid;
  return new;
end $$;
