import type { Dashboard } from '@skarb/schema/admin';
import { BPS, MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP } from '../../platform/http/list.ts';

const DAYS = 90;
const MAIL_DAYS = 30;
/** Decimals of ether; digits beyond them come only from exchange rates. */
const ETHER = 18;

/**
 * The marketplace's figures. They come from rows per day and stored counters, and live counts stop at TOTAL_CAP, so the
 * cost does not grow with the number of tokens.
 */
export const readDashboard = async (sql: Tx): Promise<Omit<Dashboard, 'asShipped' | 'lostMarks'>> => {
  const inEther = (column: ReturnType<Tx>) => sql`trim_scale(round(${column} / 1e18, ${ETHER}))::text`;
  const days = sql`generate_series((now() at time zone 'UTC')::date - ${DAYS - 1}::int, (now() at time zone 'UTC')::date, interval '1 day') as g (at)`;
  type Trade = { volume: string; fees: string; sales: number };
  const [[trade], tradeDays, [users], userDays, [tokens], [jobs], [mails], [words]] = await Promise.all([
    sql<
      Trade[]
    >`select ${inEther(sql`coalesce(sum(volume), 0)`)} as volume, ${inEther(sql`coalesce(sum(fees), 0)`)} as fees,
      coalesce(sum(sales), 0)::int as sales from trade_day`,
    sql<(Trade & { day: string })[]>`
      select g.at::date::text as day, ${inEther(sql`greatest(coalesce(volume, 0), 0)`)} as volume,
        ${inEther(sql`greatest(coalesce(fees, 0), 0)`)} as fees, coalesce(sales, 0) as sales
      from ${days} left join trade_day on day = g.at::date order by g.at`,
    sql<{ total: number; blocked: number }[]>`
      select (select coalesce(sum(joined), 0)::int from user_day) as total,
        (select count(*)::int from (select 1 from app_user where blocked_at is not null limit ${TOTAL_CAP}) capped) as blocked`,
    sql<{ day: string; joined: number }[]>`
      select g.at::date::text as day, greatest(coalesce(joined, 0), 0) as joined
      from ${days} left join user_day on day = g.at::date order by g.at`,
    sql<{ minted: number; on_sale: number }[]>`
      select coalesce(sum(minted), 0)::int as minted, coalesce(sum(on_sale), 0)::int as on_sale from token_count where scope = 'all'`,
    sql<{ waiting: number; failed: number }[]>`
      select
        (select count(*)::int from (select 1 from graphile_worker.jobs
          where run_at <= now() and attempts < max_attempts and locked_at is null limit ${TOTAL_CAP}) capped)
        + (select count(*)::int from (select 1 from operator_task where status = 'pending' and run_at <= now() limit ${TOTAL_CAP}) capped) as waiting,
        (select count(*)::int from (select 1 from graphile_worker.jobs where attempts >= max_attempts limit ${TOTAL_CAP}) capped)
        + (select count(*)::int from (select 1 from operator_task where status = 'failed' limit ${TOTAL_CAP}) capped) as failed`,
    // The local stack keeps its mails in the table mailbox: count them there.
    sql<{ sent: number; failed: number; waiting: number }[]>`
      select coalesce(sum(sent), 0)::int + (select count(*)::int from (
          select 1 from mailbox where created_at > now() - ${`${MAIL_DAYS} days`}::interval limit ${TOTAL_CAP}) capped) as sent, coalesce(sum(failed), 0)::int as failed,
        (select count(*)::int from (select 1 from graphile_worker.jobs
          where task_identifier = 'mail' and attempts < max_attempts limit ${TOTAL_CAP}) capped) as waiting
      from mail_day where day > (now() at time zone 'UTC')::date - ${MAIL_DAYS}::int`,
    // The table of missing words has at most a few thousand rows.
    sql<{ count: number }[]>`select count(*)::int as count from missing_word`,
  ]);
  return {
    trade: { ...(trade ?? { volume: '0', fees: '0', sales: 0 }), days: [...tradeDays] },
    users: { total: users?.total ?? 0, blocked: users?.blocked ?? 0, days: [...userDays] },
    tokens: { minted: tokens?.minted ?? 0, onSale: tokens?.on_sale ?? 0 },
    jobs: jobs ?? { waiting: 0, failed: 0 },
    mails: mails ?? { sent: 0, failed: 0, waiting: 0 },
    missingWords: words?.count ?? 0,
    marketplaceFeePercent: (MARKETPLACE_FEE_BPS / BPS) * 100,
  };
};
