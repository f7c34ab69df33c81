-- How the prices in ether of what is on sale are spread, as the last ANALYZE found: a list with a range of prices chooses by
-- it between walking and gathering, as it does for words by token_term_shares.
create function token_price_shares(out bounds float8[], out common float8[], out shares real[], out absent real)
language sql stable security definer set search_path = pg_catalog
as $$ select histogram_bounds::text::float8[], most_common_vals::text::float8[], most_common_freqs, null_frac
  from pg_stats where schemaname = 'public' and tablename = 'token' and attname = 'sale_price_eth' $$;
