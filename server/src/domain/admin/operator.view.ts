import type { OperatorReport } from '@skarb/schema/admin';
import { formatEther } from 'viem';
import type { Context } from '../../context.ts';
import { TOTAL_CAP } from '../../platform/http/list.ts';
import { personJson, toPerson, type PersonJson } from '../auth/auth.view.ts';
import { foreignRoots } from '../breeding/breeding.store.ts';
import { daysLeft, FREE_KINDS } from '../operator/operator.allowance.rules.ts';
import { readGiven } from '../wallet/wallet.drop.store.ts';
import { spentWeek } from '../operator/operator.spend.store.ts';

const TOP = 20;

/**
 * The balance and the costs of the operator's wallet, by kind of task and by account, for the last 24 hours and 30
 * days.
 */
export const readOperatorReport = async ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<OperatorReport> => {
  const { sql } = db;
  const chainId = config.chain.id;
  const { operatorBudget: budget, gasDrop } = config;
  const coins = (wei: ReturnType<typeof sql>) => sql`trim_scale(round(coalesce(sum(${wei}), 0) / 1e18, 18))::text`;
  const sums = sql`
    ${coins(sql`wei`)} as month, ${coins(sql`case when sent_at > now() - interval '24 hours' then wei end`)} as day,
    count(distinct nonce)::int as transactions`;
  const month = sql`operator_spend where chain_id = ${chainId} and sent_at > now() - interval '30 days'`;
  type Sums = { day: string; month: string; transactions: number };
  const [[wallet], [total], kinds, people, [recent], [tasks], week, given] = await Promise.all([
    sql<{ address: string; balance: string; seen_at: Date; alarmed_at: Date | null }[]>`
      select address, balance, seen_at, alarmed_at from operator_wallet where chain_id = ${chainId}`,
    sql<Sums[]>`select ${sums} from ${month}`,
    sql<(Sums & { kind: string })[]>`select kind, ${sums} from ${month} group by kind order by sum(wei) desc, kind`,
    sql<(Sums & { person: PersonJson | null; address: string | null })[]>`
      select ${personJson(sql, 'a')} as person, s.address, s.day, s.month, s.transactions
      from (select account_uuid, case when account_uuid is null then cause end as address, sum(wei) as wei, ${sums}
        from ${month} group by 1, 2 order by sum(wei) desc limit ${TOP}) s
      left join app_user a on a.uuid = s.account_uuid order by s.wei desc, s.account_uuid, s.address`,
    sql<{ free: string; duty: string }[]>`
      select coalesce(sum(wei) filter (where kind = any(${FREE_KINDS as string[]})), 0)::text as free,
        coalesce(sum(wei) filter (where kind <> all(${FREE_KINDS as string[]})), 0)::text as duty
      from operator_spend where chain_id = ${chainId} and sent_at > now() - interval '24 hours'`,
    sql<{ held: number; too_dear: number }[]>`
      select (select count(*)::int from (select 1 from operator_task
          where status = 'pending' and last_error like 'operator.%' and last_error <> 'operator.tooDear' limit ${TOTAL_CAP}) capped) as held,
        (select count(*)::int from (select 1 from operator_task
          where status in ('failed', 'pending') and last_error like 'operator.%' and last_error = 'operator.tooDear' limit ${TOTAL_CAP}) capped) as too_dear`,
    spentWeek(sql, chainId),
    readGiven(sql, chainId),
  ]);
  const left = (day: bigint, spent = '0') => formatEther(day > BigInt(spent) ? day - BigInt(spent) : 0n);
  return {
    symbol: config.deployment.nativeSymbol,
    wallet: wallet
      ? {
          address: wallet.address,
          balance: formatEther(BigInt(wallet.balance)),
          seenAt: wallet.seen_at.toISOString(),
          daysLeft: daysLeft({ balance: BigInt(wallet.balance), spentWeek: week }),
          isLow: wallet.alarmed_at !== null,
        }
      : null,
    budget: {
      day: formatEther(budget.day),
      dayLeft: left(budget.day, recent?.free),
      accountDay: formatEther(budget.accountDay),
      dutyDay: formatEther(budget.dutyDay),
      dutyDayLeft: left(budget.dutyDay, recent?.duty),
      dutyCauseDay: formatEther(budget.dutyCauseDay),
      drop: formatEther(gasDrop.amount),
      dropDay: formatEther(gasDrop.day),
      dropDayLeft: left(gasDrop.day, String(given)),
      reserve: formatEther(budget.reserve),
    },
    total: total ?? { day: '0', month: '0', transactions: 0 },
    kinds: [...kinds],
    people: people.map(({ person, ...sum }) => ({ person: person && toPerson(person), ...sum })),
    held: tasks?.held ?? 0,
    tooDear: tasks?.too_dear ?? 0,
    foreignRoots: await foreignRoots(sql, { chainId, contract: config.deployment.breeding }),
  };
};
