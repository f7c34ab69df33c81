import { fromBaseUnits } from '@skarb/schema/money';
import type { OnrampFailure, OnrampOrder, OnrampProvider, OnrampStatus } from '@skarb/schema/onramp';
import { getAddress } from 'viem';
import { notFound } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';

export type OrderRow = {
  uuid: string;
  provider: OnrampProvider;
  status: OnrampStatus;
  amount: string;
  address: string;
  return_to: string | null;
  payment_id: string | null;
  received: string | null;
  fiat_amount: string | null;
  fiat_currency: string | null;
  tx_hash: string | null;
  failure: OnrampFailure | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};
type Row = OrderRow & { currency_uuid: string; name: string; symbol: string; decimals: number };

const toOrder = (row: Row): OnrampOrder => ({
  uuid: row.uuid,
  provider: row.provider,
  status: row.status,
  amount: fromBaseUnits(BigInt(row.amount), row.decimals),
  currency: { uuid: row.currency_uuid, name: row.name, symbol: row.symbol },
  address: getAddress(row.address),
  received: row.received === null ? null : fromBaseUnits(BigInt(row.received), row.decimals),
  paid:
    row.fiat_amount === null || row.fiat_currency === null
      ? null
      : { amount: row.fiat_amount, currency: row.fiat_currency },
  txHash: row.tx_hash,
  failure: row.failure,
  returnTo: row.return_to,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const columns = (sql: Tx) => sql`o.*, c.name, c.symbol, c.decimals`;

/** One of a user's own orders. @throws AppError 404, also for another user's */
export const getOrder = async (sql: Tx, userUuid: string, uuid: string): Promise<OnrampOrder> => {
  const [row] = await sql<Row[]>`select ${columns(sql)} from onramp_order o join currency c on c.uuid = o.currency_uuid
    where o.uuid = ${uuid} and o.user_uuid = ${userUuid}`;
  if (!row) throw notFound('onrampOrder');
  return toOrder(row);
};

/** Whether a payment of this user arrived. */
export const hasCompletedOrder = async (sql: Tx, userUuid: string): Promise<boolean> =>
  (await sql`select 1 from onramp_order where user_uuid = ${userUuid} and status = 'completed' limit 1`).length > 0;

type Page = { page: number; limit: number; sortBy: 'createdAt:ASC' | 'createdAt:DESC' };

/** A user's own orders. */
export const listOrders = async (sql: Tx, userUuid: string, query: Page) => {
  const way = sortOf(query.sortBy).direction === 'ASC' ? sql`asc` : sql`desc`;
  const [[counted], rows] = await Promise.all([
    sql<{ count: number }[]>`select count(*)::int as count from onramp_order where user_uuid = ${userUuid}`,
    sql<Row[]>`select ${columns(sql)} from onramp_order o join currency c on c.uuid = o.currency_uuid
      where o.user_uuid = ${userUuid} order by o.created_at ${way}, o.uuid ${way}
      limit ${query.limit} offset ${offsetOf(query)}`,
  ]);
  return { data: rows.map(toOrder), meta: metaOf(query, counted?.count ?? 0) };
};

export type CurrencyToBuy = { uuid: string; symbol: string; decimals: number };

/** The currencies of a chain that are enabled for trade. */
export const currenciesToBuy = (sql: Tx, chainId: number) => sql<CurrencyToBuy[]>`
  select c.uuid, c.symbol, c.decimals from currency c join network n on n.uuid = c.network_uuid
  where n.chain_id = ${chainId} and n.is_enabled and c.is_enabled order by c.position`;
