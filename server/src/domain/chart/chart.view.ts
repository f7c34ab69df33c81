import type { ChartPeriod, ChartRange, ChartTrade } from '@skarb/schema/chart';
import type { Fragment, Tx } from '../../platform/db/database.ts';
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
  const ether = (wei: Fragment) => sql`trim_scale(round(${wei} * 1e-18, 18))::text`;
  type Period = { at: Date; volume: string; sales: number; has_floor: boolean; floor: string | null };
  // Each hour is read once; the floor before the first period by an index of its own.
  const rows = await sql<(Period & { before: string | null })[]>`
    with span as materialized (
      select date_trunc(${unit}, greatest(now() - ${interval}::interval, c.created_at,
        (select coalesce(min(hour), now()) from collection_hour where collection_uuid = c.uuid)), 'UTC') as since
      from collection c where c.uuid = ${uuid}),
    hours as (
      select date_trunc(${unit}, h.hour, 'UTC') as at, sum(h.volume) as volume, sum(h.sales) as sales,
        max(h.hour) filter (where h.floor_at is not null) as floor_hour
      from collection_hour h where h.collection_uuid = ${uuid} and h.hour >= (select since from span) group by 1)
    select p.at, ${ether(sql`coalesce(hours.volume, 0)`)} as volume, coalesce(hours.sales, 0)::int as sales,
      hours.floor_hour is not null as has_floor, ${ether(sql`last.floor_price`)} as floor,
      (select ${ether(sql`h.floor_price`)} from collection_hour h
        where h.collection_uuid = ${uuid} and h.floor_at is not null and h.hour < (select since from span) order by h.hour desc limit 1) as before
    from span cross join generate_series(span.since, now(), ('1 ' || ${unit})::interval) as p (at)
    left join hours on hours.at = p.at
    left join collection_hour last on last.collection_uuid = ${uuid} and last.hour = hours.floor_hour
    order by p.at`;
  let floor = rows[0]?.before ?? null;
  return rows.map((row) => {
    if (row.has_floor) floor = row.floor;
    return { at: row.at.toISOString(), floor, volume: row.volume, sales: row.sales };
  });
};
