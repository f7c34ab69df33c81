import { TRENDING_MAX } from '@skarb/schema/limits';
import type { Tx } from '../../platform/db/database.ts';
import { byRecommended } from '../auth/auth.view.ts';

/** Changes with each event, with each sale that leaves the last hour or the one before, and with the hour. */
export const stateOfTrade = async (sql: Tx): Promise<string> =>
  (
    await sql<{ state: string }[]>`
      select concat_ws(' ', date_trunc('hour', now()), (select history_uuid from activity order by history_uuid desc limit 1),
        count(*) filter (where created_at > now() - interval '1 hour'), count(*)) as state
      from activity where kind = 'SALE' and created_at > now() - interval '2 hours'`
  )[0]?.state ?? '';

/**
 * Computes the collections with the highest ranked volume of each period: of the last hour from its sales, of the others
 * from the sums of hours, so that a period begins with a full hour. Collections with one work come last. Reads what was
 * traded in the last sixty days; writes the places that changed.
 */
export const updateTrends = (sql: Tx) => sql`
  with period (name, length) as (values ('24h', interval '24 hours'), ('7d', interval '7 days'), ('30d', interval '30 days')),
  hours as materialized (
    select collection_uuid, hour, ranked_volume, ranked_sales from collection_hour
    where ranked_sales > 0 and hour > now() - interval '60 days'),
  recent as materialized (
    select a.collection_uuid, a.created_at, r.value_eth from activity a join ranked_trade r using (history_uuid)
    where a.kind = 'SALE' and a.created_at > now() - interval '2 hours'),
  sums as (
    select p.name, h.collection_uuid, sum(h.ranked_volume) filter (where h.hour > now() - p.length) as volume,
      sum(h.ranked_sales) filter (where h.hour > now() - p.length) as sales,
      sum(h.ranked_volume) filter (where h.hour <= now() - p.length) as before
    from period p join hours h on h.hour > now() - 2 * p.length group by 1, 2
    union all
    select '1h', collection_uuid, sum(value_eth) filter (where created_at > now() - interval '1 hour'),
      count(*) filter (where created_at > now() - interval '1 hour'), sum(value_eth) filter (where created_at <= now() - interval '1 hour')
    from recent group by 2),
  ranked as (
    select s.name, s.collection_uuid, s.volume, s.sales, coalesce(s.before, 0) as before,
      row_number() over (partition by s.name order by c.items > 1 desc, s.volume desc, s.collection_uuid) as place
    from sums s join collection c on c.uuid = s.collection_uuid ${byRecommended(sql, 'c.creator_uuid')}
    where s.sales > 0 and not c.is_hidden),
  best as materialized (select * from ranked where place <= ${TRENDING_MAX}),
  left_over as (
    delete from collection_trend t where not exists (select 1 from best b where b.name = t.period and b.place = t.place))
  insert into collection_trend as t (period, place, collection_uuid, volume, sales, volume_before)
  select name, place, collection_uuid, volume, sales, before from best order by name, place
  on conflict (period, place) do update set collection_uuid = excluded.collection_uuid, volume = excluded.volume, sales = excluded.sales,
    volume_before = excluded.volume_before
  where (t.collection_uuid, t.volume, t.sales, t.volume_before) is distinct from
    (excluded.collection_uuid, excluded.volume, excluded.sales, excluded.volume_before)`;
