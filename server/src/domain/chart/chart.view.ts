import type { ChartPeriod, ChartRange, ChartTrade } from '@skarb/schema/chart';
import type { Tx } from '../../platform/db/database.ts';
import { getCollection } from '../collection/collection.view.ts';
import { requireVisible } from '../token/token.view.ts';
import { tradeUsd } from '../price/price.view.ts';

const TRADES = 500;

/** The sale prices of a token, oldest first. @throws AppError 404 */
export const tokenChart = async (sql: Tx, uuid: string, callerUuid?: string): Promise<ChartTrade[]> => {
  await requireVisible(sql, uuid, callerUuid);
  const rows = await sql<{ at: Date; price: string; usd: string | null; quantity: string }[]>`
    select h.created_at as at, h.quantity, trim_scale(round(h.value_eth / greatest(h.quantity, 1) * 1e-18, 18))::text as price, ${tradeUsd(sql)} as usd
    from history h left join currency c on c.uuid = h.currency_uuid
    where h.token_uuid = ${uuid} and h.value_eth is not null order by h.created_at desc limit ${TRADES}`;
  return rows
    .map(({ at, price, usd, quantity }) => ({ at: at.toISOString(), price, usd, quantity: Number(quantity) }))
    .reverse();
};

const RANGES: Record<ChartRange, { unit: 'hour' | 'day'; interval: string }> = {
  day: { unit: 'hour', interval: '1 day' },
  week: { unit: 'hour', interval: '7 days' },
  month: { unit: 'day', interval: '30 days' },
  year: { unit: 'day', interval: '365 days' },
};

/**
 * Floor price and volume of a collection for each period, without gaps; starts with the collection when it is younger
 * than the range. A floor price lasts until it changes.
 * @throws AppError 404
 */
export const collectionChart = async (
  sql: Tx,
  uuid: string,
  range: ChartRange,
  callerUuid?: string,
): Promise<ChartPeriod[]> => {
  await getCollection(sql, uuid, callerUuid);
  const { unit, interval } = RANGES[range];
  const rows = await sql<{ at: Date; floor: string | null; volume: string; sales: number }[]>`
    with span as (
      select date_trunc(${unit}, greatest(now() - ${interval}::interval, c.created_at,
        (select coalesce(min(hour), now()) from collection_hour where collection_uuid = c.uuid)), 'UTC') as since
      from collection c where c.uuid = ${uuid})
    select p.at,
      trim_scale(round((select h.floor_price from collection_hour h
        where h.collection_uuid = ${uuid} and h.floor_at is not null and h.hour < p.at + ('1 ' || ${unit})::interval
        order by h.hour desc limit 1) * 1e-18, 18))::text as floor,
      trim_scale(round(coalesce(sum(h.volume), 0) * 1e-18, 18))::text as volume, coalesce(sum(h.sales), 0)::int as sales
    from span, generate_series(span.since, now(), ('1 ' || ${unit})::interval) as p (at)
    left join collection_hour h on h.collection_uuid = ${uuid} and h.hour >= p.at and h.hour < p.at + ('1 ' || ${unit})::interval
    group by p.at order by p.at`;
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
};
