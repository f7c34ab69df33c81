/** The rows of a generated market that requests are about, found by what they are. */
import type { Sql } from 'postgres';
import { signers } from './signers.ts';

export type Person = 'whale' | 'ordinary' | 'admin' | 'notified';

export type World = {
  people: Record<Person, string>;
  categories: string[];
  network: string;
  currencies: Record<string, string>;
  /** The biggest, the one that breeds, an ordinary one, and one with Ukrainian names. */
  collections: Record<'biggest' | 'breeding' | 'ordinary' | 'ukrainian', string>;
  /** Tokens: with most bids, of each kind, sold often, hidden. */
  tokens: Record<'wanted' | 'single' | 'edition' | 'sold', string>;
  /** A number of any tokens, for reads of one. */
  anyTokens: string[];
  /** An offer by type and status: `SALE ACTIVE`. */
  offers: Record<string, string>;
  breedings: Record<'hatched' | 'expecting' | 'parent' | 'otherParent', string>;
  visible: number;
};

/** @throws Error when the market lacks one of them */
export const readWorld = async (sql: Sql): Promise<World> => {
  const one = async (query: Promise<Iterable<unknown>>): Promise<string> => {
    const [row] = [...(await query)] as { uuid: string }[];
    if (!row) throw new Error('the market lacks a row that the bench asks for');
    return row.uuid;
  };
  const people: Record<string, string> = {};
  for (const { address, person } of signers)
    people[person] = await one(sql`select uuid from app_user where metamask_wallet = ${address.toLowerCase()}`);
  const categories = (await sql`select uuid from category order by position`).map((row) => row.uuid as string);
  const currencies = Object.fromEntries(
    (await sql`select symbol, uuid from currency`).map((row) => [row.symbol, row.uuid]),
  );
  const collection = (condition: string) =>
    one(sql.unsafe(`select uuid from collection where not is_hidden and ${condition} limit 1`));
  const offers = await sql`
    select distinct on (type, status) type || ' ' || status as what, uuid from offer where not is_hidden order by type, status, uuid`;
  const parents = await sql`
    select token_uuid as uuid from breeding_token where not is_expecting and ready_at is null and generation = 0 order by token_created_at desc limit 2`;
  const [visible] = await sql`select minted from token_count where scope = 'all'`;
  return {
    people: people as World['people'],
    categories,
    currencies,
    network: await one(sql`select uuid from network limit 1`),
    collections: {
      biggest: await one(sql`select uuid from collection order by items desc limit 1`),
      breeding: await one(sql`select collection_uuid as uuid from breeding_terms limit 1`),
      ordinary: await collection("items between 20 and 60 and name like 'Paper%'"),
      ukrainian: await collection("items between 20 and 60 and name like 'Паперові%'"),
    },
    tokens: {
      wanted: await one(
        sql`select token_uuid as uuid from offer where type = 'BID' group by 1 order by count(*) desc limit 1`,
      ),
      single: await one(
        sql`select uuid from token where is_counted and type = 'ERC721' and on_sale order by uuid limit 1`,
      ),
      edition: await one(
        sql`select uuid from token where is_counted and type = 'ERC1155' and on_sale order by uuid limit 1`,
      ),
      sold: await one(
        sql`select token_uuid as uuid from history where value_eth is not null group by 1 order by count(*) desc limit 1`,
      ),
    },
    anyTokens: (
      await sql`select uuid from token tablesample system (0.5) where is_counted order by hashtext(uuid::text) limit 200`
    ).map((row) => row.uuid as string),
    offers: Object.fromEntries(offers.map((row) => [row.what, row.uuid])),
    breedings: {
      hatched: await one(sql`
        select uuid from breeding b where status = 'HATCHED' and not exists (
          select from token t where t.uuid in (b.matron_uuid, b.sire_uuid, b.child_uuid) and not t.is_counted) limit 1`),
      expecting: await one(sql`select uuid from breeding where status in ('EXPECTING', 'READY') limit 1`),
      parent: parents[0]?.uuid,
      otherParent: parents[1]?.uuid,
    },
    visible: visible?.minted,
  };
};
