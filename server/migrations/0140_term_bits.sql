-- Which words, properties and parts of the name a token may have, as bits that the indexes of the orders include: a walk
-- along an order reads the rows of those tokens alone that have the bits of what is asked for. See docs/decisions/0032.

-- The bits of texts. One text may have the bit of another: what has the bits of a search may match, what lacks one does not.
create function bits_of(texts text[]) returns bit(192) language plpgsql immutable parallel safe cost 1000 as $$
declare
  bits varbit := repeat('0', 192)::varbit;
  part text;
begin
  foreach part in array texts loop
    bits := set_bit(bits, (hashtext(part) & 1048575) % 192, 1);
  end loop;
  return bits;
end $$;

-- Those of the beginnings of words (two and three characters), of properties and of the creator (`=` and the rest: two
-- texts of each), and of every three characters of the name. `bitTextsOf` in token.terms.ts has the other half.
create function term_bits(words tsvector, name text, creator uuid) returns bit(192) language plpgsql immutable parallel safe cost 1000 as $$
declare
  bits varbit := bits_of(array['=u' || left(creator::text, 8), '=u' || creator]);
  small constant text := lower(name);
  word text;
begin
  for at in 1..length(small) - 2 loop
    bits := set_bit(bits, (hashtext(substr(small, at, 3)) & 1048575) % 192, 1);
  end loop;
  foreach word in array coalesce(tsvector_to_array(words), '{}') loop
    if left(word, 1) not in ('=', '~') then
      bits := set_bit(set_bit(bits, (hashtext(left(word, 2)) & 1048575) % 192, 1), (hashtext(left(word, 3)) & 1048575) % 192, 1);
    elsif left(word, 2) = '=p' then
      bits := set_bit(set_bit(bits, (hashtext(left(word, 10)) & 1048575) % 192, 1), (hashtext(word) & 1048575) % 192, 1);
    end if;
  end loop;
  return bits;
end $$;

-- The table is written again, with the indexes that are left: those that include the new column are created afterwards.
drop index token_auction, token_auction_category, token_by_favorites, token_by_name, token_by_price, token_by_price_desc, token_category,
  token_collection, token_collection_name, token_created, token_creator, token_has_offers, token_last_sale, token_new, token_sale, token_sale_category,
  token_sale_category_price, token_sale_collection_price, token_sale_currency, token_sale_favorites, token_sale_name, token_sale_price, token_upcoming;
alter table token add column term_bits bit(192) generated always as (term_bits(search, name, creator_uuid)) stored;

create index token_auction on token (auction_turns_at, uuid) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at, last_sale_at, favorite_count, name, term_bits) where states & 2 <> 0 and is_counted;
create index token_auction_category on token (category_uuid, auction_turns_at, uuid) include (collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where states & 2 <> 0 and is_counted;
create index token_by_favorites on token (favorite_count desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where is_counted;
create index token_by_name on token (name, uuid) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where is_counted;
create index token_by_price on token (sale_price_eth, uuid) include (category_uuid, collection_uuid, type, on_sale, states, term_bits) where is_counted;
create index token_by_price_desc on token (sale_price_eth desc nulls last, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, term_bits) where is_counted;
create index token_category on token (category_uuid, created_at desc, uuid desc) include (collection_uuid, type, on_sale, states, term_bits) where is_counted;
create index token_collection on token (collection_uuid, created_at desc, uuid desc) include (category_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, name, favorite_count, term_bits) where is_counted;
create index token_collection_name on token (collection_uuid, name, uuid) include (category_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where is_counted;
create index token_created on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where is_counted;
create index token_creator on token (creator_uuid, created_at desc, uuid desc) include (status, is_counted, category_uuid, collection_uuid, network_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, name, favorite_count, auction_turns_at, last_sale_at, term_bits);
create index token_has_offers on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, auction_turns_at, last_sale_at, favorite_count, name, term_bits) where states & 4 <> 0 and is_counted;
create index token_last_sale on token (last_sale_at desc nulls last, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price_eth, term_bits) where is_counted;
create index token_new on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, auction_turns_at, last_sale_at, favorite_count, name, term_bits) where states & 16 <> 0 and is_counted;
create index token_sale on token (created_at desc, uuid desc) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price, sale_price_eth, term_bits) where on_sale and is_counted;
create index token_sale_category on token (category_uuid, created_at desc, uuid desc) include (collection_uuid, type, states, sale_currency_uuid, sale_price_eth, sale_price, term_bits) where on_sale and is_counted;
create index token_sale_category_price on token (category_uuid, sale_price_eth, uuid) include (collection_uuid, type, states, sale_currency_uuid, term_bits) where on_sale and is_counted;
create index token_sale_collection_price on token (collection_uuid, sale_price_eth, uuid) include (category_uuid, type, states, sale_currency_uuid, created_at, term_bits) where on_sale and is_counted;
create index token_sale_currency on token (sale_currency_uuid, sale_price, uuid) include (category_uuid, collection_uuid, type, states, sale_price_eth, term_bits) where on_sale and is_counted;
create index token_sale_favorites on token (favorite_count desc, uuid desc) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price_eth, term_bits) where on_sale and is_counted;
create index token_sale_name on token (name, uuid) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, sale_price_eth, term_bits) where on_sale and is_counted;
create index token_sale_price on token (sale_price_eth, uuid) include (category_uuid, collection_uuid, type, states, sale_currency_uuid, created_at, term_bits) where on_sale and is_counted;
create index token_upcoming on token (auction_turns_at, uuid) include (category_uuid, collection_uuid, type, on_sale, states, sale_currency_uuid, sale_price, sale_price_eth, created_at, last_sale_at, favorite_count, name, term_bits) where states & 8 <> 0 and is_counted;
analyze token;
