/** Compares a sample of generated derived data with what the product's own code makes of the same facts. */
import postgres, { type ISql } from 'postgres';
import { refreshTokens } from '../../server/src/domain/token/store/token-card.store.ts';

/** At least so many tokens are compared, in whole collections. */
const SAMPLE = 200;

type Derived = Record<string, unknown>;

/** Everything that is derived for these collections, by table and key. */
const readDerived = async (sql: ISql, collections: string[]): Promise<Map<string, Derived>> => {
  const found = new Map<string, Derived>();
  const add = (table: string, rows: Iterable<postgres.Row>) => {
    for (const { key, row } of rows) found.set(`${table} ${key}`, row as Derived);
  };
  const inThese = sql`any(${collections}::uuid[])`;
  add(
    'token',
    await sql`select uuid as key, to_jsonb(t) - 'version' - 'updated_at' as row from token t where collection_uuid = ${inThese}`,
  );
  add(
    'ownership',
    await sql`select token_uuid || ' ' || owner as key, to_jsonb(o) as row from ownership o where token_uuid in (select uuid from token where collection_uuid = ${inThese})`,
  );
  add(
    'collection',
    await sql`select uuid as key, to_jsonb(c) - 'updated_at' as row from collection c where uuid = ${inThese}`,
  );
  add(
    'collection_owner',
    await sql`select owner || collection_uuid as key, to_jsonb(c) as row from collection_owner c where collection_uuid = ${inThese}`,
  );
  add(
    'trait_count',
    await sql`select collection_uuid || name || value as key, to_jsonb(c) - 'floor_price' as row from trait_count c where collection_uuid = ${inThese}`,
  );
  add(
    'token_count',
    await sql`select scope || id as key, to_jsonb(c) as row from token_count c where scope <> 'collection' or id = ${inThese}`,
  );
  add(
    'collection_hour',
    await sql`select collection_uuid::text || hour as key, to_jsonb(h) - 'floor_price' - 'floor_at' as row from collection_hour h
    where collection_uuid = ${inThese} and (volume <> 0 or sales <> 0)`,
  );
  add('trade_day', await sql`select day as key, to_jsonb(d) as row from trade_day d`);
  add(
    'offer',
    await sql`select uuid as key, jsonb_build_object('is_hidden', is_hidden, 'token_name', token_name) as row from offer where collection_uuid = ${inThese}`,
  );
  add(
    'bidder_auction',
    await sql`select offer_uuid || bidder as key, to_jsonb(b) as row from bidder_auction b
      where offer_uuid in (select uuid from offer where collection_uuid = ${inThese})`,
  );
  add(
    'received_bid',
    await sql`select offer_uuid || owner as key, to_jsonb(r) as row from received_bid r
      where offer_uuid in (select uuid from offer where collection_uuid = ${inThese})`,
  );
  return found;
};

/** Takes the sample's derived data away and lets triggers and `refreshTokens` derive it again. */
const deriveAgain = async (sql: ISql, collections: string[]): Promise<void> => {
  const inThese = sql`any(${collections}::uuid[])`;
  const tokens = await sql<{ uuid: string }[]>`select uuid from token where collection_uuid = ${inThese}`;
  const uuids = tokens.map((row) => row.uuid);
  const ofTokens = sql`token_uuid = any(${uuids}::uuid[])`;
  await sql`
    update token_count c set minted = c.minted - s.minted, on_sale = c.on_sale - s.on_sale from (
      select scope, id, count(*) as minted, count(*) filter (where on_sale) as on_sale from token
      cross join lateral (values ('all', '00000000-0000-0000-0000-000000000000'::uuid), ('category', category_uuid), ('collection', collection_uuid),
        ('network', network_uuid)) scopes (scope, id)
      where collection_uuid = ${inThese} and is_counted group by 1, 2) s
    where (c.scope, c.id) = (s.scope, s.id)`;
  await sql`delete from token_count where scope = 'collection' and id = ${inThese}`;
  await sql`delete from trait_count where collection_uuid = ${inThese}`;
  await sql`update collection set items = 0, owners = 0, on_sale = 0, floor_price = null where uuid = ${inThese}`;
  // Their trigger gives each holder the bids.
  await sql`create temp table holding on commit drop as select * from ownership where ${ofTokens}`;
  await sql`delete from ownership where ${ofTokens}`;
  await sql`insert into ownership select * from holding`;
  await sql`update ownership set on_sale = false, is_hidden = false where ${ofTokens}`;
  await sql`
    update token set is_counted = false, on_sale = false, sale_offer_uuid = null, sale_currency_uuid = null, sale_price = null, sale_price_eth = null,
      states = 0, auction_turns_at = null, last_sale_at = null, card = '{}', search = null where collection_uuid = ${inThese}`;
  // Their triggers fill columns, sum up days and hours, and count bids.
  const isCounted = sql`${ofTokens} and (value_eth is not null or event = 'BID')`;
  await sql`create temp table event on commit drop as select * from history where ${isCounted}`;
  await sql`delete from history where ${isCounted}`;
  await sql`update event set eth_usd = null, fee_eth = null`;
  await sql`insert into history select * from event`;
  await refreshTokens(sql as never, uuids);
};

const differences = (before: Map<string, Derived>, after: Map<string, Derived>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key) ?? {}, after.get(key) ?? {}];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
      .map(
        (field) =>
          `${key}.${field}: ${JSON.stringify(one[field])} generated, ${JSON.stringify(other[field])} by the product`,
      );
  });

/** @throws Error that names the first differences */
export const checkDerived = async (url: string): Promise<void> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  try {
    await sql.begin(async (tx) => {
      // Hidden ones too: every fifth is.
      const rows = await tx<{ uuid: string; items: number; is_hidden: boolean }[]>`
        select c.uuid, (select count(*)::int from token where collection_uuid = c.uuid) as items, c.is_hidden
        from (select * from collection where items < 60 order by is_hidden desc, hashtext(uuid::text) limit 4) c
        union all
        select c.uuid, c.items, c.is_hidden from (select * from collection where items between 10 and 60 order by hashtext(uuid::text) limit 40) c`;
      const picked: string[] = [];
      let count = 0;
      for (const row of rows) {
        if (count >= SAMPLE) break;
        picked.push(row.uuid);
        count += row.items;
      }
      const before = await readDerived(tx, picked);
      await deriveAgain(tx, picked);
      const found = differences(before, await readDerived(tx, picked));
      if (found.length > 0)
        throw new Error(
          `${found.length} derived values differ from the product's:\n  ${found.slice(0, 20).join('\n  ')}`,
        );
      console.log(`  ${before.size} derived rows of ${count} tokens are as the product derives them`);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  } finally {
    await sql.end();
  }
};

/** Ends the check's transaction without its changes. */
class RollBack extends Error {}
