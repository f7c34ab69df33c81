import type { Holding } from '@skarb/schema/portfolio';
import type { Tx } from '../../platform/db/database.ts';
import { collectionRefJson } from '../collection/collection.view.ts';
import { type Held, type Valued, valueOf } from './portfolio.rules.ts';

/** The most tokens that are read; of more, the newest. */
const TOKENS_MAX = 5000;
/** The newest purchases of one token that are read. */
const PURCHASES_MAX = 200;

type Row = {
  token: Holding['token'];
  units: string;
  listing: string | null;
  floor: string | null;
  purchases: [string, string, string][] | null;
};

const wei = (text: string): bigint => BigInt(text.split('.')[0] as string);
const weiOrNull = (text: string | null): bigint | null => (text === null ? null : wei(text));

const toHeld = ({ token, units, listing, floor, purchases }: Row): Held => ({
  token,
  units: BigInt(units),
  listing: weiOrNull(listing),
  floor: weiOrNull(floor),
  purchases: (purchases ?? []).map(([count, paid, at]) => ({ units: BigInt(count), wei: wei(paid), at: new Date(at) })),
});

/** Everything that a user's wallet holds, the newest tokens first. */
export const readHoldings = async (sql: Tx, userUuid: string): Promise<{ all: Valued[]; isPartial: boolean }> => {
  const rows = await sql<Row[]>`
    with held as materialized (
      select token_uuid, owner, quantity, token_created_at from ownership
      where owner = (select metamask_wallet from app_user where uuid = ${userUuid})
      order by token_created_at desc, token_uuid desc limit ${TOKENS_MAX + 1})
    select jsonb_build_object('uuid', t.uuid, 'type', t.type, 'name', t.name, 'image', t.card -> 'image', 'collection', ${collectionRefJson(sql)}) as token,
    select jsonb_build_object('uuid', t.uuid, 'type', t.type, 'name', t.name, 'image', t.card -> 'image', 'collection', t.card -> 'collection')
        || jsonb_strip_nulls(jsonb_build_object('localization', t.card -> 'localization')) as token,
      held.quantity::text as units,
      -- BUY_NOW: otherwise the price is that of an auction.
      case when t.states & 1 <> 0 then t.sale_price_eth end::text as listing, c.floor_price::text as floor,
      (select json_agg(json_build_array(greatest(h.quantity, 1)::text, h.value_eth::text, h.created_at) order by h.created_at desc) from (
        select quantity, value_eth, created_at from history
        where to_address = held.owner and token_uuid = held.token_uuid and value_eth is not null order by created_at desc limit ${PURCHASES_MAX}) h) as purchases
    from held join token t on t.uuid = held.token_uuid join collection c on c.uuid = t.collection_uuid
    where t.status = 'minted' order by held.token_created_at desc, held.token_uuid desc`;
  return { all: rows.slice(0, TOKENS_MAX).map((row) => valueOf(toHeld(row))), isPartial: rows.length > TOKENS_MAX };
};
