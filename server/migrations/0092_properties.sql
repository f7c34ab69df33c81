-- Properties of collections with counts and floor prices, and the rarity of tokens. A worker derives all of it seconds
-- after a change, see docs/decisions/0042.

-- A property's value as a number; null if it is none. The forms of schema/src/numeric.ts without hexadecimal ones.
create function trait_number(value text) returns double precision language sql immutable parallel safe
return case
  when value ~ '^[+-]?[0-9]*,[0-9]+$' then replace(value, ',', '.')::double precision
  when value ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$' then value::double precision end;

-- Tokens of a collection by a numeric property.
create index token_trait_number on token_trait (collection_uuid, name, trait_number(value), token_uuid)
  where trait_number(value) is not null;

-- The lowest price of the tokens on sale that have a value, in wei of ether; null for properties that identify a token.
alter table trait_count add column floor_price numeric;

-- What GET /collection/{id}/trait answers.
create table collection_property (
  collection_uuid uuid primary key references collection on delete cascade,
  properties jsonb not null,
  -- The number of different properties, of which `properties` may contain the most frequent ones only.
  names integer not null,
  -- How many tokens have a rank; 0 if none.
  ranked integer not null,
  -- A collection whose derivation takes long rests in between.
  rests_until timestamptz not null
);

-- 1 is the rarest. Null in a collection without ranks.
create table token_rarity (
  token_uuid uuid primary key references token on delete cascade,
  collection_uuid uuid not null,
  rank integer
);
create index token_rarity_rank on token_rarity (collection_uuid, rank, token_uuid);

-- Collections that changed since their properties were derived.
create table property_change (
  collection_uuid uuid primary key references collection on delete cascade,
  -- Grows with each change, so that one during a derivation is not lost.
  version integer not null default 1,
  -- Tokens came or went, not only prices.
  has_other_tokens boolean not null,
  due_at timestamptz not null
);
create index property_change_due on property_change (due_at);
insert into property_change (collection_uuid, has_other_tokens, due_at) select uuid, true, now() from collection where items > 0;

-- Holders of a collection, the largest first.
create index collection_owner_tokens on collection_owner (collection_uuid, tokens desc, owner);

analyze token_trait;
