import type { QueryOf } from '@skarb/schema/endpoint';
import type { TokenEvent, tokenEndpoints } from '@skarb/schema/token';
import { getAddress } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { tradeUsd } from '../price/price.view.ts';
import { isWalletShown, type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';

type Row = {
  uuid: string;
  event: string;
  offer_uuid: string | null;
  offer_type: TokenEvent['offerType'];
  price: string | null;
  currency: string | null;
  quantity: string | null;
  from_address: string | null;
  to_address: string | null;
  from_user: PersonJson | null;
  to_user: PersonJson | null;
  tx_hash: string | null;
  usd: string | null;
  created_at: Date;
};

/** The history of a token: its mint, its transfers, and the events of its offers. */
export const tokenHistory = async (sql: Tx, tokenUuid: string, query: QueryOf<typeof tokenEndpoints.history>) => {
  const direction = query.sortBy === 'createdAt:ASC' ? sql`asc` : sql`desc`;
  const order = sql`h.created_at ${direction}, h.uuid ${direction}`;
  // A trade transfers the token, too: shown once, as the trade. Other events are passed over in the index alone.
  const shown = sql`
    (select uuid, event, created_at from history h where token_uuid = ${tokenUuid} order by ${order} offset 0) h
    where h.event <> 'TRANSFERRED' or (
      select true from history moved
      join history s on s.token_uuid = moved.token_uuid and s.tx_hash = moved.tx_hash and s.event in ('SOLD', 'BID_ACCEPTED', 'AUCTION_CREATED', 'SETTLED')
      where moved.uuid = h.uuid limit 1) is null`;
  const [rows, [counted]] = await Promise.all([
    sql<Row[]>`
      with page as materialized (select h.uuid from ${shown} order by ${order} limit ${query.limit} offset ${offsetOf(query)})
      select h.uuid, h.event, h.offer_uuid, o.type as offer_type, trim_scale(h.price * ('1e-' || c.decimals)::numeric)::text as price, c.name as currency, h.quantity,
        h.from_address, h.to_address, ${personJson(sql, 'f')} as from_user, ${personJson(sql, 't')} as to_user, h.tx_hash, h.created_at, ${tradeUsd(sql)} as usd
      from page join history h on h.uuid = page.uuid left join currency c on c.uuid = h.currency_uuid left join offer o on o.uuid = h.offer_uuid
      left join app_user f on f.metamask_wallet = h.from_address and ${isWalletShown(sql, 'f')}
      left join app_user t on t.metamask_wallet = h.to_address and ${isWalletShown(sql, 't')}
      order by ${order}`,
    sql<{ count: number }[]>`select count(*)::int as count from (select 1 from ${shown} limit ${TOTAL_CAP + 1}) found`,
  ]);
  const count = counted?.count ?? 0;
  return {
    data: rows.map((row): TokenEvent => ({
      uuid: row.uuid,
      event: row.event,
      offerUuid: row.offer_uuid,
      offerType: row.offer_type,
      price: row.price,
      currency: row.currency,
      quantity: row.quantity === null ? null : Number(row.quantity),
      from: row.from_address && getAddress(row.from_address),
      to: row.to_address && getAddress(row.to_address),
      fromUser: row.from_user && toPerson(row.from_user),
      toUser: row.to_user && toPerson(row.to_user),
      txHash: row.tx_hash,
      usd: row.usd,
      createdAt: row.created_at.toISOString(),
    })),
    meta: metaOf(query, Math.min(count, TOTAL_CAP), count <= TOTAL_CAP),
  };
};
