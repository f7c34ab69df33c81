import type { Holding } from '@skarb/schema/portfolio';
import type { Tx } from '../../platform/db/database.ts';
import { collectionRefJson } from '../collection/collection.view.ts';
import { type Held, type Shown, type Valued, valueOf } from './portfolio.rules.ts';

/** The most tokens that are read; of more, the newest. */
const TOKENS_MAX = 5000;
/** The newest purchases of one token that are read. */
const PURCHASES_MAX = 200;
/** The cheapest listings of a collection among which one by somebody else is looked for. */
const LISTINGS_MAX = 100;

type Row = {
  uuid: string;
  name: string;
  units: string;
  listing: string | null;
  floor: string | null;
  purchases: [string, string, string | null, string][] | null;
};

const wei = (text: string): bigint => BigInt(text.split('.')[0] as string);
const weiOrNull = (text: string | null): bigint | null => (text === null ? null : wei(text));

const toHeld = ({ uuid, name, units, listing, floor, purchases }: Row): Held => ({
  tokenUuid: uuid,
  name,
  units: BigInt(units),
  listing: weiOrNull(listing),
  floor: weiOrNull(floor),
  purchases: (purchases ?? []).map(([count, paid, dollars, at]) => ({
    units: BigInt(count),
    wei: wei(paid),
    microUsd: weiOrNull(dollars),
    at: new Date(at),
  })),
});

/** Everything that a user's wallet holds, the newest tokens first. */
export const readHoldings = async (sql: Tx, userUuid: string): Promise<{ all: Valued[]; isPartial: boolean }> => {
  const rows = await sql<Row[]>`
    with held as materialized (
      select token_uuid, owner, quantity, token_created_at from ownership
      where owner = (select metamask_wallet from app_user where uuid = ${userUuid})
      order by token_created_at desc, token_uuid desc limit ${TOKENS_MAX + 1}),
    work as materialized (
      select t.uuid, t.collection_uuid, t.name, t.sale_offer_uuid, t.sale_price_eth, held.owner, held.quantity as units, held.token_created_at, c.floor_price,
        -- BUY_NOW: otherwise the price is that of an auction.
        t.states & 1 <> 0 as is_listed, exists (select 1 from offer o where o.uuid = t.sale_offer_uuid and o.maker = held.owner) as is_own
      from held join token t on t.uuid = held.token_uuid join collection c on c.uuid = t.collection_uuid where t.status = 'minted'),
    -- Collections whose floor is the owner's own price: the cheapest listing that is not theirs, among the first ones.
    own_floor as materialized (
      select own.collection_uuid, other.price from (
        select distinct collection_uuid, owner from work where is_listed and is_own and sale_price_eth <= floor_price) own
      left join lateral (
        select first.sale_price_eth as price from (
          select t.sale_price_eth, t.sale_offer_uuid from token t where t.collection_uuid = own.collection_uuid and t.on_sale and t.is_counted and t.states & 1 <> 0
          order by t.sale_price_eth, t.uuid limit ${LISTINGS_MAX}) first
        join offer o on o.uuid = first.sale_offer_uuid and o.maker <> own.owner order by first.sale_price_eth limit 1) other on true)
    select t.uuid, t.name, t.units::text as units,
      case when t.is_own then (
        select o.price_eth from offer o where o.token_uuid = t.uuid and o.status = 'ACTIVE' and o.type = 'SALE' and not o.is_hidden and o.maker <> t.owner
        order by o.price_eth, o.uuid limit 1) when t.is_listed then t.sale_price_eth end::text as listing,
      case when f.collection_uuid is null then t.floor_price else f.price end::text as floor,
      (select json_agg(json_build_array(greatest(h.quantity, 1)::text, h.value_eth::text, round(h.value_eth * h.eth_usd / 1e12)::text, h.created_at) order by h.created_at desc) from (
        select quantity, value_eth, eth_usd, created_at from history
        where to_address = t.owner and token_uuid = t.uuid and value_eth is not null order by created_at desc limit ${PURCHASES_MAX}) h) as purchases
    from work t left join own_floor f on f.collection_uuid = t.collection_uuid
    order by t.token_created_at desc, t.uuid desc`;
  return { all: rows.slice(0, TOKENS_MAX).map((row) => valueOf(toHeld(row))), isPartial: rows.length > TOKENS_MAX };
};

/** These holdings with their tokens: a page of them, because the documents of all take as long as the figures. */
export const withTokens = async (sql: Tx, some: readonly Valued[]): Promise<Shown[]> => {
  const rows = await sql<{ token: Holding['token'] }[]>`
    select jsonb_build_object('uuid', t.uuid, 'type', t.type, 'name', t.name, 'image', t.card -> 'image', 'collection', ${collectionRefJson(sql)})
      || jsonb_strip_nulls(jsonb_build_object('localization', t.card -> 'localization')) as token
    from token t where t.uuid = any(${some.map(({ held }) => held.tokenUuid)}::uuid[])`;
  const tokens = new Map(rows.map(({ token }) => [token.uuid, token]));
  return some.flatMap((one) => {
    const token = tokens.get(one.held.tokenUuid);
    return token ? [{ ...one, token }] : [];
  });
};
