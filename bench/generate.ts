/**
 * Generates a market of any size for measuring lists: users, collections, tokens with properties, holders, listings,
 * favourites and history, inserted by SQL. Derived data is derived by the product's own `refreshTokens`.
 */
import type { Sql } from 'postgres';
import { refreshTokens } from '../server/src/domain/token/store/token-card.store.ts';

const CHUNK = 2000;

/**
 * Adds a generated market to a migrated database.
 * @param tokens their number; there are a fifth as many users and a fiftieth as many collections, and a quarter is on
 * sale
 */
export const generateTokens = async (sql: Sql, tokens: number): Promise<void> => {
  const people = Math.ceil(tokens / 5);
  const collections = Math.ceil(tokens / 50);
  await sql`set statement_timeout = 0`;
  await sql`
    insert into media (cid, kind, mime_type, bytes, width, height, thumbhash)
    select ${`bafkrei${'a'.repeat(52)}`}, 'image', 'image/png', 1, 1600, 1600, 'm5uDBQAR' where not exists (select 1 from media where kind = 'image')`;
  await sql`create temp table if not exists gen_person (n serial primary key, uuid uuid, wallet text)`;
  await sql`create temp table if not exists gen_collection (n serial primary key, uuid uuid, creator uuid, wallet text)`;
  await sql`create temp table if not exists gen_token (n serial primary key, uuid uuid)`;
  await sql`truncate gen_person, gen_collection, gen_token restart identity`;
  await sql`insert into gen_person (uuid, wallet) select gen_random_uuid(), '0x' || substr(md5(random()::text) || md5(random()::text), 1, 40) from generate_series(1, ${people})`;
  await sql`insert into app_user (uuid, username, metamask_wallet) select uuid, 'g' || substr(replace(uuid::text, '-', ''), 1, 20), wallet from gen_person`;
  // A few users make most collections: the square of a random number favours the first ones.
  await sql`
    insert into gen_collection (uuid, creator, wallet)
    select gen_random_uuid(), p.uuid, p.wallet from (select 1 + floor(power(random(), 2) * ${people})::int as n from generate_series(1, ${collections})) pick
    join gen_person p on p.n = least(pick.n, ${people})`;
  await sql`
    insert into collection (uuid, name, description, network_uuid, creator_uuid, creator_address, image_hash, created_at)
    select g.uuid, (array['Paper','Silver','Quiet','Northern','Hidden','Slow','Amber','Woven'])[1 + g.n % 8] || ' ' ||
        (array['Hills','Stars','Rivers','Knots','Maps','Gardens','Masks','Threads'])[1 + (g.n / 8) % 8] || ' ' || g.n, '',
      (select uuid from network limit 1), g.creator, g.wallet, (select cid from media where kind = 'image' limit 1), now() - random() * interval '700 days'
    from gen_collection g`;
  await sql`
    insert into collection_contract (collection_uuid, type, chain_id, address, salt, is_deployed, next_token_id)
    select g.uuid, kind, (select chain_id from network limit 1), '0x' || substr(md5(g.uuid::text || kind) || md5(kind || g.uuid::text), 1, 40),
      '0x' || md5(g.uuid::text) || md5(kind), true, 1000000
    from gen_collection g cross join (values ('ERC721'), ('ERC1155')) kinds (kind)`;
  await sql`insert into gen_token (uuid) select gen_random_uuid() from generate_series(1, ${tokens})`;
  await sql`
    insert into token (uuid, status, type, name, description, image_hash, metadata_hash, metadata_digest, royalty_bps, quantity, category_uuid,
      collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id, favorite_count, minted_at, created_at)
    select g.uuid, 'minted', kind, (array['Dawn','Meadow','Orbit','Lantern','Harbour','Fern','Comet','Loom','Echo','Willow','Glacier','Ember'])[1 + (g.n * 7) % 12] || ' ' ||
        (array['in blue','at noon','of salt','no more','over Kyiv','unfolded','by ear','two'])[1 + (g.n * 13) % 8] || ' #' || g.n,
      'A generated piece', m.cid, 'bafkrei' || repeat('a', 52), '0x' || md5(g.n::text) || md5(g.uuid::text), (g.n % 11) * 100,
      case kind when 'ERC721' then 1 else 2 + g.n % 50 end, k.uuid, c.uuid, (select uuid from network limit 1), c.creator, c.wallet,
      (select chain_id from network limit 1), cc.address, g.n, 0, now(), now() - random() * interval '700 days'
    from (select n, uuid, 1 + floor(power(random(), 1.5) * ${collections})::int as pick, case when n % 4 = 0 then 'ERC1155' else 'ERC721' end as kind from gen_token) g
    join gen_collection c on c.n = least(g.pick, ${collections})
    join collection_contract cc on cc.collection_uuid = c.uuid and cc.type = kind
    join (select uuid, row_number() over (order by position) as n, count(*) over () as total from category) k on k.n = 1 + ('x' || substr(md5(g.n::text), 1, 6))::bit(24)::int % k.total
    join (select cid, row_number() over (order by cid) as n, count(*) over () as total from media where kind = 'image') m on m.n = 1 + (g.n * 17) % m.total`;
  await sql`
    insert into token_trait (token_uuid, position, collection_uuid, name, value, is_number)
    select t.uuid, p, t.collection_uuid, (array['Mood','Colour','Year'])[p + 1],
      case p when 0 then (array['Calm','Bright','Stormy','Dreamy'])[1 + g.n % 4] when 1 then (array['red','blue','gold','green','ink'])[1 + (g.n / 3) % 5] else (1900 + g.n % 120)::text end, p = 2
    from gen_token g join token t using (uuid) cross join generate_series(0, 2) p`;
  await sql`
    insert into ownership (token_uuid, owner, quantity, token_created_at)
    select t.uuid, p.wallet, t.quantity, t.created_at
    from (select uuid, 1 + floor(power(random(), 3) * ${people})::int as pick from gen_token) g
    join token t on t.uuid = g.uuid join gen_person p on p.n = least(g.pick, ${people})`;
  await sql`
    insert into collection_owner (collection_uuid, owner, tokens)
    select t.collection_uuid, o.owner, count(*) from gen_token g join token t using (uuid) join ownership o on o.token_uuid = t.uuid group by 1, 2
    on conflict (collection_uuid, owner) do update set tokens = collection_owner.tokens + excluded.tokens`;
  await sql`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth,
      quantity, quantity_left, marketplace_bps, royalty_bps, signed_at, created_at)
    select gen_random_uuid(), 'SALE', case when g.n % 4 = 1 then 'ACTIVE' else 'CANCELLED' end, t.uuid, t.collection_uuid, t.category_uuid, t.network_uuid, u.uuid,
      p.uuid, o.owner, trunc(x.eth / u.eth_rate * power(10::numeric, u.decimals)), trunc(x.eth * 1e18), 1, 1, 1000, t.royalty_bps, now(), t.created_at + random() * (now() - t.created_at)
    from gen_token g join token t using (uuid) join ownership o on o.token_uuid = t.uuid join gen_person p on p.wallet = o.owner
    join lateral (select round((0.01 * exp(random() * 6))::numeric, 4) as eth where g.n > 0) x on true
    join (select uuid, eth_rate, decimals, row_number() over (order by position) as n, count(*) over () as total from currency) u on u.n = 1 + g.n % u.total
    where g.n % 4 = 1 or g.n % 10 = 2`;
  await sql`
    insert into favorite (user_uuid, token_uuid, token_created_at)
    select p.uuid, t.uuid, t.created_at
    from (select 1 + floor(random() * ${people})::int as person, 1 + floor(power(random(), 2) * ${tokens})::int as token from generate_series(1, ${tokens})) f
    join gen_person p on p.n = least(f.person, ${people}) join gen_token g on g.n = least(f.token, ${tokens}) join token t on t.uuid = g.uuid
    on conflict do nothing`;
  await sql`
    update token set favorite_count = f.count from (select token_uuid, count(*)::int as count from favorite group by 1) f where f.token_uuid = token.uuid`;
  await sql`
    insert into history (uuid, token_uuid, event, quantity, to_address, created_at)
    select gen_random_uuid(), t.uuid, 'MINTED', t.quantity, t.creator_address, t.created_at from gen_token g join token t using (uuid)`;
  await sql`analyze`;
  const uuids = (await sql<{ uuid: string }[]>`select uuid from gen_token order by n`).map((row) => row.uuid);
  for (let at = 0; at < uuids.length; at += CHUNK)
    await sql.begin((tx) => refreshTokens(tx as never, uuids.slice(at, at + CHUNK)));
  await sql`vacuum analyze`;
};
