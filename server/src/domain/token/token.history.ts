import type { QueryOf } from '@skarb/schema/endpoint';
import type { TokenEvent, tokenEndpoints } from '@skarb/schema/token';
import { getAddress, type Address } from 'viem';
import { amountOf } from '../../platform/db/amount.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { tradeUsd } from '../price/price.view.ts';
import { isWalletShown, type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';

/** A row of `history` as returned by `historyColumns`. */
export type HistoryRow = {
  uuid: string;
  price: string | null;
  currency: string | null;
  quantity: string | null;
  from_address: Address | null;
  to_address: Address | null;
  from_user: PersonJson | null;
  to_user: PersonJson | null;
  tx_hash: string | null;
  usd: string | null;
  created_at: Date;
};
/** A row of `history` with its offer, as returned by `tokenEventColumns`. */
export type TokenEventRow = HistoryRow & {
  event: string;
  offer_uuid: string | null;
  offer_type: TokenEvent['offerType'];
};

/** SQL of the columns of an event `h`, for `historyJoins`. */
export const historyColumns = (sql: Tx, usd: Fragment) => sql`
  h.uuid, ${amountOf(sql, 'h.price')} as price, c.name as currency, h.quantity, h.from_address, h.to_address,
  ${personJson(sql, 'f')} as from_user, ${personJson(sql, 't')} as to_user, h.tx_hash, ${usd} as usd, h.created_at`;
/** The same with the event's name and its offer `o`. */
export const tokenEventColumns = (sql: Tx, usd: Fragment) => sql`
  ${historyColumns(sql, usd)}, h.event, h.offer_uuid, o.type as offer_type`;
/** SQL of the currency and the people of an event `h`. */
export const historyJoins = (sql: Tx) => sql`
  left join currency c on c.uuid = h.currency_uuid
  left join app_user f on f.metamask_wallet = h.from_address and ${isWalletShown(sql, 'f')}
  left join app_user t on t.metamask_wallet = h.to_address and ${isWalletShown(sql, 't')}`;

/** The fields that every history shows, addresses with their checksums. */
export const toHistory = (row: HistoryRow) => ({
  uuid: row.uuid,
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
});
/** An event of the history of a token. */
export const toTokenEvent = (row: TokenEventRow): TokenEvent => ({
  ...toHistory(row),
  event: row.event,
  offerUuid: row.offer_uuid,
  offerType: row.offer_type,
});

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
    sql<TokenEventRow[]>`
      with page as materialized (select h.uuid from ${shown} order by ${order} limit ${query.limit} offset ${offsetOf(query)})
      select ${tokenEventColumns(sql, tradeUsd(sql))}
      from page join history h on h.uuid = page.uuid left join offer o on o.uuid = h.offer_uuid ${historyJoins(sql)}
      order by ${order}`,
    sql<{ count: number }[]>`select count(*)::int as count from (select 1 from ${shown} limit ${TOTAL_CAP + 1}) found`,
  ]);
  const count = counted?.count ?? 0;
  return { data: rows.map(toTokenEvent), meta: metaOf(query, Math.min(count, TOTAL_CAP), count <= TOTAL_CAP) };
};
