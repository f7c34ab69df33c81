/** Compares every stored count with a fresh count by a separate statement. */
import { BURN_ADDRESSES } from '@skarb/schema/burn';
import type { Sql } from '../src/platform/db/database.ts';

type Counted = { what: string; kept: string | null; counted: string | null };

const SEEN = `select t.*, t.status = 'minted' and not is_token_hidden(t.uuid) as is_seen from token t`;
const ON_SALE = `exists (select 1 from offer o where o.token_uuid = t.uuid and o.type in ('SALE', 'AUCTION') and o.status = 'ACTIVE'
  and not is_token_hidden(t.uuid) and not coalesce((select u.is_hidden from app_user u where u.uuid = o.maker_uuid), false))`;
const FIXED_PRICE = `(select min(o.price_eth) from offer o where o.token_uuid = t.uuid and o.type = 'SALE' and o.status = 'ACTIVE' and not o.is_hidden)`;
const PRICE = `coalesce(${FIXED_PRICE}, (select o.price_eth from offer o where o.token_uuid = t.uuid and o.type = 'AUCTION' and o.status = 'ACTIVE'
  and not o.is_hidden order by o.ends_at, o.uuid limit 1))`;
const HAS_OFFERS = `exists (select 1 from offer o left join auction a on a.offer_uuid = o.uuid where o.token_uuid = t.uuid and o.status = 'ACTIVE'
  and not o.is_hidden and (o.type = 'BID' or a.bid_count > 0))`;

const IS_OWNER = `w.owner not in (${BURN_ADDRESSES.map((address) => `'${address}'`).join()})`;

/** Each statement returns a name, the stored count and the fresh count. */
const COUNTS = [
  `select 'token ' || t.uuid || ' favourites' as what, t.favorite_count::text as kept,
     (select count(*) from favorite f where f.token_uuid = t.uuid)::text as counted from token t`,
  `select 'token ' || t.uuid || ' is counted', t.is_counted::text, t.is_seen::text from (${SEEN}) t`,
  `select 'token ' || t.uuid || ' on sale', t.on_sale::text, (t.status = 'minted' and ${ON_SALE})::text from token t`,
  `select 'token ' || t.uuid || ' price', t.sale_price_eth::text, ${PRICE}::text from token t where t.status = 'minted'`,
  `select 'token ' || t.uuid || ' has offers', (t.states & 4 <> 0)::text, ${HAS_OFFERS}::text from token t where t.status = 'minted'`,
  `select 'token ' || t.uuid || ' sold', t.last_sale_at::text,
     (select max(h.created_at) from history h where h.token_uuid = t.uuid and h.event in ('SOLD', 'BID_ACCEPTED', 'SETTLED') and h.value_eth is not null)::text from token t`,
  `select 'offer ' || o.uuid || ' hidden', o.is_hidden::text, (is_token_hidden(o.token_uuid)
     or coalesce((select u.is_hidden from app_user u where u.uuid = o.maker_uuid), false))::text from offer o`,
  `select 'collection ' || c.uuid || ' items', c.items::text,
     (select count(*) from (${SEEN}) t where t.collection_uuid = c.uuid and t.is_seen)::text from collection c`,
  `select 'collection ' || c.uuid || ' on sale', c.on_sale::text,
     (select count(*) from token t where t.collection_uuid = c.uuid and t.status = 'minted' and ${ON_SALE})::text from collection c`,
  `select 'collection ' || c.uuid || ' floor', c.floor_price::text,
     (select min(${FIXED_PRICE}) from (${SEEN}) t where t.collection_uuid = c.uuid and t.is_seen)::text from collection c`,
  `select 'collection ' || c.uuid || ' owners', c.owners::text, (select count(distinct w.owner) from ownership w
     join (${SEEN}) t on t.uuid = w.token_uuid where t.collection_uuid = c.uuid and t.is_seen and ${IS_OWNER})::text from collection c`,
  `select 'collection ' || c.uuid || ' volume', trim_scale(c.volume)::text, trim_scale(coalesce((select sum(h.value_eth) from history h
     join token t on t.uuid = h.token_uuid where t.collection_uuid = c.uuid and h.event in ('SOLD', 'BID_ACCEPTED', 'SETTLED')), 0))::text
   from collection c`,
  `select 'collection ' || c.uuid || ' hidden', c.is_hidden::text, is_collection_hidden(c.uuid, c.creator_uuid)::text from collection c`,
  `select 'count of ' || k.scope || ' ' || k.id, k.minted || ' minted, ' || k.on_sale || ' on sale',
     (select count(*) filter (where t.is_seen) || ' minted, ' || count(*) filter (where t.status = 'minted' and ${ON_SALE}) || ' on sale'
      from (${SEEN}) t where case k.scope when 'all' then true when 'category' then t.category_uuid = k.id
        when 'collection' then t.collection_uuid = k.id else t.network_uuid = k.id end) from token_count k`,
  `select 'trait ' || coalesce(k.name, n.name) || ' ' || coalesce(k.value, n.value), coalesce(k.count, 0)::text, coalesce(n.count, 0)::text
   from trait_count k full join (select tt.collection_uuid, tt.name, tt.value, count(*) from token_trait tt join (${SEEN}) t on t.uuid = tt.token_uuid
     where t.is_seen group by 1, 2, 3) n using (collection_uuid, name, value)`,
  `select 'holder ' || coalesce(k.owner, n.owner), coalesce(k.tokens, 0)::text, coalesce(n.tokens, 0)::text
   from collection_owner k full join (select t.collection_uuid, w.owner, count(*) as tokens from ownership w join token t on t.uuid = w.token_uuid
     where ${IS_OWNER} group by 1, 2) n using (collection_uuid, owner)`,
  `select 'ownership of ' || w.owner || ' of ' || w.token_uuid, w.on_sale || ' ' || w.is_hidden, exists (select 1 from offer o
     where o.token_uuid = w.token_uuid and o.maker = w.owner and o.type in ('SALE', 'AUCTION') and o.status = 'ACTIVE' and not o.is_hidden)
     || ' ' || (t.status = 'minted' and not t.is_seen) from ownership w join (${SEEN}) t on t.uuid = w.token_uuid`,
  `select 'bid ' || coalesce(k.uuid, n.uuid) || ' received', k.status, n.status from (
     select offer_uuid as uuid, owner, row(status, starts_at, ends_at, is_hidden, created_at, maker_uuid, taker_uuid)::text as status from received_bid) k
   full join (
     select o.uuid, w.owner, row(o.status, o.starts_at, o.ends_at, o.is_hidden, o.created_at, o.maker_uuid, o.taker_uuid)::text as status
     from offer o join ownership w on w.token_uuid = o.token_uuid and not w.is_crowded
     where o.type = 'BID' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')) n using (uuid, owner)`,
  `select 'units of ' || t.uuid, t.quantity::text, sum(w.quantity)::text from token t join ownership w on w.token_uuid = t.uuid
   where t.status = 'minted' group by t.uuid`,
];

/** @returns a text for each wrong count, and the number of compared counts */
export const miscounted = async (sql: Sql): Promise<{ wrong: string[]; rows: number }> => {
  let rows = 0;
  const wrong: string[] = [];
  for (const statement of COUNTS) {
    const counted = await sql.unsafe<Counted[]>(`select * from (${statement}) as c (what, kept, counted)`);
    rows += counted.length;
    for (const row of counted)
      if (row.kept !== row.counted) wrong.push(`${row.what}: kept ${row.kept}, counted ${row.counted}`);
  }
  return { wrong, rows };
};
