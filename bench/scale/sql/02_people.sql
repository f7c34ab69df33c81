insert into app_user (uuid, role, username, name, email, is_email_confirmed, metamask_wallet, bio, language, is_hidden, blocked_at, blocked_reason,
  is_wallet_public, deletion_at, created_at)
select uuid, case when p = 3 then 'ADMIN' when p % 7 = 1 then 'CREATOR' else 'USER' end, 'person_' || p,
  case when p % 3 = 0 then (array['Олена','Тарас','Леся','Богдан','Ірина','Ґалаґан'])[1 + p % 6] || ' ' || (array['Гай','Цвіт','Мороз','Ткач'])[1 + p % 4]
    when p % 3 = 1 then (array['Maya','Kenji','Ana','Piotr','Lucas','Noor'])[1 + p % 6] || ' ' || (array['Mori','Silva','Nowak','Ito'])[1 + p % 4] end,
  case when wallet is null or p % 4 = 1 then 'person_' || p || '@mail.example' end, wallet is null or p % 4 = 1,
  wallet, case when p % 5 = 0 then 'Collects what is drawn by hand' end, case when p % 3 = 0 then 'ukr' else 'en' end,
  p % 4999 = 77, case when p % 5003 = 78 then now() end, case when p % 5003 = 78 then 'Sold what was not theirs' end,
  wallet is not null, case when p % 20011 = 79 then now() + interval '5 days' end,
  to_timestamp({now} - 60480000.0 * (1 - p::float8 / {people}))
from gen.who;

insert into user_day (day, joined) select (created_at at time zone 'UTC')::date, count(*) from app_user group by 1
on conflict (day) do update set joined = excluded.joined;

insert into hidden (subject_type, subject_uuid, reason, note, admin_uuid)
select 'user', uuid, 'FAKE', '', gen.id(1, 3) from gen.who where p % 4999 = 77;

insert into price_point (asset, at, value, source)
select asset, to_timestamp({now} - day * 86400), value * (1 + 0.2 * sin(day / 30.0)), 'bench'
from generate_series(0, 700) day cross join (values ('ETH', 3200), ('POL', 0.5), ('EUR', 0.9), ('UAH', 42)) known (asset, value);

insert into price_now (asset, value, source, at, read_at)
select asset, value, 'bench', to_timestamp({now}), to_timestamp({now})
from (values ('ETH', 3200), ('POL', 0.5), ('EUR', 0.9), ('UAH', 42)) known (asset, value) on conflict do nothing;

insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number)
values ({chain}, 9000000, gen.hash(99, 9000000), to_timestamp({now}), 9000000)
on conflict (chain_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash, block_time = excluded.block_time,
  head_number = excluded.head_number;
