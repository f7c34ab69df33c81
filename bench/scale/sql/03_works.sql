insert into media (cid, kind, mime_type, bytes, width, height, thumbhash)
select gen.cid(30, n), 'image', 'image/png', 100000 + n % 900000, 1600, case when n % 3 = 0 then 1600 else 1200 end, 'm5uDBQAR'
from generate_series(1, {tokens}) n;

insert into collection (uuid, name, description, network_uuid, creator_uuid, creator_address, image_hash, is_hidden, featured_position, created_at)
select uuid,
  case when c % 3 = 0 then (array['Паперові','Срібні','Тихі','Північні','Сховані','Повільні','Бурштинові','Ткані'])[1 + c % 8] || ' ' ||
      (array['пагорби','зорі','ріки','вузли','мапи','сади','маски','нитки'])[1 + (c / 8) % 8]
    else (array['Paper','Silver','Quiet','Northern','Hidden','Slow','Amber','Woven'])[1 + c % 8] || ' ' ||
      (array['Hills','Stars','Rivers','Knots','Maps','Gardens','Masks','Threads'])[1 + (c / 8) % 8] end || ' ' || c,
  'A series drawn over one winter', '{network}', creator_uuid, creator_wallet, gen.cid(30, 1 + c % {tokens}), is_hidden,
  case when c between 4 and 9 then c - 4 end, to_timestamp({now} - 60480000.0 * (1 - c::float8 / {collections}))
from gen.series;

insert into collection_contract (collection_uuid, type, chain_id, address, salt, is_deployed, next_token_id)
select uuid, type, {chain}, case type when 'ERC721' then erc721 else erc1155 end, gen.hash(23, c), true, {tokens} + 1
from gen.series cross join (values ('ERC721'), ('ERC1155')) types (type);

insert into hidden (subject_type, subject_uuid, reason, note, admin_uuid)
select 'collection', uuid, 'STOLEN', 'The drawings are of another author', gen.id(1, 3) from gen.series where is_hidden;

insert into hidden (subject_type, subject_uuid, reason, note, admin_uuid)
select 'token', gen.id(3, n), 'STOLEN', '', gen.id(1, 3) from generate_series(1, {tokens}) n where gen.is_token_hidden(n);

insert into favorite (user_uuid, token_uuid, token_created_at)
select gen.id(1, p), w.uuid, w.at
from (select case when f % 50 = 0 then 1 when f % 5000 = 1 then 2 else 5 + floor(gen.r(25, f) * ({people} - 5))::bigint end as p,
    1 + floor(power(gen.r(26, f), 2) * ({tokens} - 1))::bigint as n from generate_series(1, {tokens}::bigint) f) drawn
join gen.work w on w.n = drawn.n
on conflict do nothing;

insert into token (uuid, status, type, name, description, image_hash, metadata_hash, metadata_digest, royalty_bps, quantity, category_uuid,
  collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id, favorite_count, minted_at, created_at, updated_at)
select uuid, status, type,
  name,
  case when c % 3 = 0 then 'Намальовано від руки, ' else 'Drawn by hand, ' end || (array['ink on paper','чорнило','oil','олія','a scan','скан'])[1 + n % 6],
  gen.cid(30, n), gen.cid(34, n), gen.hash(35, n), royalty_bps, gen.quantity(n), category, collection, '{network}', creator_uuid, creator_wallet, {chain},
  contract, n, coalesce(f.count, 0), case when status = 'minted' then at end, at, at
from gen.work left join (select token_uuid, count(*)::int as count from favorite group by 1) f on f.token_uuid = uuid
order by n;

insert into token_trait (token_uuid, position, collection_uuid, name, value, is_number)
select uuid, p, collection,
  case when c % 3 = 0 then (array['Настрій','Колір','Рік','Матеріал'])[p + 1] else (array['Mood','Colour','Year','Material'])[p + 1] end,
  case p
    when 0 then case when c % 3 = 0 then (array['спокійний','світлий','бурхливий','мрійливий'])[1 + n / 4 % 4] else (array['Calm','Bright','Stormy','Dreamy'])[1 + n / 4 % 4] end
    when 1 then case when c % 3 = 0 then (array['червоний','синій','золотий','зелений','чорний'])[1 + n / 3 % 5] else (array['red','blue','gold','green','ink'])[1 + n / 3 % 5] end
    when 2 then (1900 + n % 120)::text
    else (array['paper','wood','glass','stone','wool','linen','copper','salt'])[1 + floor(power(gen.r(27, n), 3) * 8)::int] end, p = 2
from gen.work cross join lateral generate_series(0, (1 + n % 3)::int) p;

insert into ownership (token_uuid, owner, quantity, escrowed, token_created_at)
select uuid, owner_wallet, gen.quantity(n) - gen.holders(n) + 1,
  case when n % 4 = 3 and n % 100 in (7, 51) and (n / 100) % 10 between 2 and 7 then 1 else 0 end, at
from gen.work where status = 'minted' order by n;

-- The other holders of editions.
insert into ownership (token_uuid, owner, quantity, token_created_at)
select d.uuid, w.wallet, 1, d.at
from (select uuid, at, n, gen.person(40 + h, n, 3) as p from gen.work cross join lateral generate_series(1, gen.holders(n) - 1) h where status = 'minted' and n % 4 = 0) d
join gen.who w on w.p = d.p order by d.n
on conflict do nothing;
