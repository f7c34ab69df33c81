-- What makers shape of their collections, and the mark of those that an admin has verified. See docs/decisions/0045.

alter table collection
  -- The name in the code of its contracts; null while it is the shown one.
  add column contract_name text,
  -- Texts in each language, by its code; links as [{ kind, url }]. `description` is the text for readers of one language.
  add column text jsonb not null default '{}',
  add column links jsonb not null default '[]',
  add column banner_hash text references media,
  add column works_order text not null default 'newest' check (works_order in ('newest', 'number', 'own')),
  -- Of the name that an admin has verified, without what looks alike (schema/src/name-key.ts); null without the mark.
  add column verified_key text;
alter table app_user add column verified_key text;
create unique index collection_verified on collection (verified_key) where verified_key is not null;
create unique index app_user_verified on app_user (verified_key) where verified_key is not null;
create index collection_banner on collection (banner_hash) where banner_hash is not null;

-- The works that come first on a collection's page, if its maker has chosen that order.
create table collection_pin (
  collection_uuid uuid not null references collection on delete cascade,
  position integer not null,
  token_uuid uuid not null unique references token on delete cascade,
  primary key (collection_uuid, position)
);
