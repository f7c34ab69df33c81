import type { collectionEndpoints, TrendingCollection, TrendPeriod } from '@skarb/schema/collection';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { byRecommended } from '../auth/auth.view.ts';
import { collectionsOf, etherOf } from '../collection/collection.view.ts';
import { changePercentOf } from './trending.rules.ts';

export type TrendRow = { collection_uuid: string; volume: string; sales: number; volume_before: string };

export const trendColumns = (sql: Tx): Fragment =>
  sql`t.collection_uuid, trunc(t.volume) as volume, t.sales, trunc(t.volume_before) as volume_before`;
/**
 * The collections `c` with the highest ranked volume of a period, as the worker last computed them, that everybody sees
 * and whose makers are neither blocked nor leaving: either may have changed since.
 * @param joins what else is read of each
 */
export const trendsFrom = (sql: Tx, period: TrendPeriod, joins: Fragment = sql``): Fragment => sql`
  from collection_trend t join collection c on c.uuid = t.collection_uuid ${byRecommended(sql, 'c.creator_uuid')} ${joins}
  where t.period = ${period} and not c.is_hidden order by t.place`;

/** A row as the API shows it. */
export const toTrend = ({ volume, sales, volume_before: before }: TrendRow): TrendingCollection['trend'] => ({
  volume: etherOf(volume),
  changePercent: changePercentOf(BigInt(volume), BigInt(before)),
  sales,
});

/** GET /collection/trending */
export const listTrending = async (
  sql: Tx,
  query: QueryOf<typeof collectionEndpoints.trending>,
): Promise<{ data: TrendingCollection[]; meta: ListMeta }> => {
  const rows = await sql<TrendRow[]>`select ${trendColumns(sql)} ${trendsFrom(sql, query.period)}`;
  const page = rows.slice(offsetOf(query), offsetOf(query) + query.limit);
  const collections = await collectionsOf(
    sql,
    page.map((row) => row.collection_uuid),
  );
  return {
    data: collections.map((collection, index) => ({ ...collection, trend: toTrend(page[index] as TrendRow) })),
    meta: metaOf(query, rows.length),
  };
};
