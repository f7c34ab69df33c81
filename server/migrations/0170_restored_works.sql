-- A restore reads rows with an empty search_path: what computes a stored column names its functions with their schema, or the
-- table stays empty. The body is that of migration 0140 but for the schema, so nothing is computed again.
create or replace function term_bits(words tsvector, name text, creator uuid) returns bit(192) language plpgsql immutable parallel safe cost 1000 as $$
declare
  bits varbit := public.bits_of(array['=u' || left(creator::text, 8), '=u' || creator]);
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

-- The last final block: a reorg above it is known by its hash, also where the blocks around it had nothing to record.
alter table chain_cursor add column finalized_hash text;
