-- Deterministic pseudo-random functions: the same number and seed always give the same value, in every statement.
create schema gen;

-- Between 0 and 1.
create function gen.r(seed bigint, i bigint) returns float8 language sql immutable parallel safe
  return ((hashint8extended(i, seed) >> 11) & 9007199254740991)::float8 / 9007199254740992;
create function gen.hex(seed bigint, i bigint) returns text language sql immutable parallel safe
  return lpad(to_hex(hashint8extended(i, seed)), 16, '0');
create function gen.hash(seed bigint, i bigint) returns text language sql immutable parallel safe
  return '0x' || gen.hex(seed, i) || gen.hex(seed + 1000, i) || gen.hex(seed + 2000, i) || gen.hex(seed + 3000, i);
-- A version-7 uuid: rises with i, as those of the server rise with time.
create function gen.id(kind integer, i bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(1700000000000 + i * 6000), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || substr(gen.hex(kind, i), 2))::uuid;
create function gen.cid(kind integer, i bigint) returns text language sql immutable parallel safe
  return 'bafkrei' || substr(translate(gen.hex(kind, i) || gen.hex(kind + 1, i) || gen.hex(kind + 2, i) || gen.hex(kind + 3, i), '0189', 'wxyz'), 1, 52);

-- A person with a wallet: low numbers are drawn more often, the more so the greater the skew. 1 to 4 are the whale, an
-- ordinary collector, an admin and the one with many notifications, as whom the bench signs in. The last tenth of all
-- people has an e-mail address and no wallet.
create function gen.person(seed bigint, i bigint, skew float8) returns bigint language sql immutable parallel safe
  return 5 + floor(power(gen.r(seed, i), skew) * ({people} * 9 / 10 - 5))::bigint;

-- A work's place among all, as a time within the last 700 days.
create function gen.at(n bigint) returns timestamptz language sql immutable parallel safe
  return to_timestamp({now} - 60480000.0 * (1 - n::float8 / {tokens}));
-- A moment between then and now.
create function gen.after(then_at timestamptz, seed bigint, i bigint) returns timestamptz language sql immutable parallel safe
  return to_timestamp({now} - ({now} - extract(epoch from then_at)::float8) * gen.r(seed, i));

-- Collection 1 has 30 % of all works, collection 2 has 0.7 % (those that breed), the others share the rest unevenly.
create function gen.collection(n bigint) returns bigint language sql immutable parallel safe
  return case when n % 10 < 3 then 1 when n % 1000 between 3 and 9 then 2
    else 3 + floor(power(gen.r(14, n), 2) * ({collections} - 2))::bigint end;
create function gen.is_collection_hidden(collection bigint) returns boolean language sql immutable parallel safe
  return collection % 97 = 50;
create function gen.is_token_hidden(n bigint) returns boolean language sql immutable parallel safe
  return n % 997 = 3;
create function gen.status(n bigint) returns text language sql immutable parallel safe
  return case n % 200 when 10 then 'draft' when 11 then 'minting' when 12 then 'failed' else 'minted' end;
create function gen.type(n bigint) returns text language sql immutable parallel safe
  return case when n % 4 = 0 then 'ERC1155' else 'ERC721' end;
create function gen.quantity(n bigint) returns bigint language sql immutable parallel safe
  return case when n % 4 = 0 then 6 + n % 50 else 1 end;
create function gen.holders(n bigint) returns bigint language sql immutable parallel safe
  return case when n % 4 = 0 then 2 + (n / 4) % 4 else 1 end;
-- Who holds a work (most of it where there are several): the whale 3.7 %, the ordinary collector 30 works.
create function gen.owner(n bigint) returns bigint language sql immutable parallel safe
  return case when gen.r(19, n) < 0.037 then 1 when n % greatest({tokens} / 30, 1) = 17 then 2 else gen.person(20, n, 3) end;
-- Prices: from 0.01 to 4 ether, in one of the currencies.
create function gen.eth(seed bigint, i bigint) returns numeric language sql immutable parallel safe
  return round((0.01 * exp(gen.r(seed, i) * 6))::numeric, 4);
-- A work and a trade that many look at: one with 5,000 bids, one with many sales.
create function gen.wanted() returns bigint language sql immutable parallel safe return {tokens} / 2 - ({tokens} / 2) % 200 + 115;
-- A work's name: of every third collection in Ukrainian.
create function gen.name(n bigint, collection bigint) returns text language sql immutable parallel safe
  return case when collection % 3 = 0 then
      (array['Світанок','Лука','Орбіта','Ліхтар','Гавань','Папороть','Комета','Кросна','Відлуння','Верба','Льодовик','Жарина'])[1 + (n * 7) % 12] || ' ' ||
      (array['у синьому','опівдні','із солі','без кінця','над Києвом','розгорнуто','на слух','удвох'])[1 + (n / 12) % 8]
    else
      (array['Dawn','Meadow','Orbit','Lantern','Harbour','Fern','Comet','Loom','Echo','Willow','Glacier','Ember'])[1 + (n * 7) % 12] || ' ' ||
      (array['in blue','at noon','of salt','no more','over Kyiv','unfolded','by ear','two'])[1 + (n / 12) % 8] end ||
    case when n % 100 = 37 then ' Obsidian' when n % 5000 = 4242 then ' Quasar' else '' end || ' #' || n;
