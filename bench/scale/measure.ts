/** One case after the other against the uncached API: time over HTTP and in SQL, and CPU of node and of PostgreSQL. */
import type { Sql } from 'postgres';
import { cpuMicrosecondsOf, cpuMicrosecondsOfChildren } from './cpu.ts';
import { get, signIn } from './client.ts';
import type { Case } from './cases.ts';

export type Figures = {
  status: number;
  requests: number;
  /** Over HTTP, uncached. */
  p50: number;
  p99: number;
  /** Planning and execution of all statements of one request, one after the other. */
  sql: number;
  /** Blocks of 8 KB that one request reads, from memory or disk. */
  blocks: number;
  nodeCpu: number;
  postgresCpu: number;
  /** Over HTTP from the API that keeps answers; null for answers that are never kept. */
  cached: number | null;
  bytes: number;
};

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

type Target = { apiUrl: string; apiPid: number; cachedUrl: string; postgresPid: number; sql: Sql };
/** @property milliseconds of requests for each case, which has a few at least */
type Options = { milliseconds: number; hasCached: boolean };

/** Slower cases are requested once: their figure is far from any goal. */
const HOPELESS_MS = 1000;
const MOST_REQUESTS = 300;
const LEAST_REQUESTS = 5;

export const measureCases = async (
  cases: readonly Case[],
  { apiUrl, apiPid, cachedUrl, postgresPid, sql }: Target,
  { milliseconds, hasCached }: Options,
  onDone: (one: Case, figures: Figures) => void,
): Promise<void> => {
  const tokenOf = signIn(apiUrl);
  for (const one of cases) {
    const headers: Record<string, string> = one.as ? { authorization: `Bearer ${await tokenOf(one.as)}` } : {};
    let turn = 0;
    const next = (url: string) => get(url + (one.paths[turn++ % one.paths.length] as string), headers);
    const first = await next(apiUrl);
    let figures: Figures = {
      status: first.status,
      requests: 1,
      p50: round(first.milliseconds),
      p99: round(first.milliseconds),
      sql: 0,
      blocks: 0,
      nodeCpu: 0,
      postgresCpu: 0,
      cached: null,
      bytes: first.text.length,
    };
    if (first.status === 200 && first.milliseconds < HOPELESS_MS) {
      await sql`select pg_stat_statements_reset()`;
      const times: number[] = [];
      const [node, postgres] = [cpuMicrosecondsOf(apiPid), cpuMicrosecondsOfChildren(postgresPid)];
      const until = performance.now() + milliseconds;
      while (times.length < MOST_REQUESTS && (times.length < LEAST_REQUESTS || performance.now() < until)) {
        const answer = await next(apiUrl);
        times.push(answer.milliseconds);
        if (answer.status !== 200) figures.status = answer.status;
      }
      const count = times.length;
      const [nodeCpu, postgresCpu] = [
        cpuMicrosecondsOf(apiPid) - node,
        cpuMicrosecondsOfChildren(postgresPid) - postgres,
      ];
      const [statements] = await sql<{ milliseconds: number; blocks: number }[]>`
        select coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as milliseconds,
          coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks
        from pg_stat_statements where userid = 'skarb_api'::regrole`;
      figures = {
        ...figures,
        requests: count,
        p50: round(percentile(times, 0.5)),
        p99: round(percentile(times, 0.99)),
        sql: round((statements?.milliseconds ?? 0) / count),
        blocks: Math.round((statements?.blocks ?? 0) / count),
        nodeCpu: Math.round(nodeCpu / count),
        postgresCpu: Math.round(postgresCpu / count),
      };
      if (hasCached && !one.as) {
        const kept: number[] = [];
        for (let at = 0; at < 10; at++) kept.push((await get(cachedUrl + (one.paths[0] as string))).milliseconds);
        figures.cached = round(percentile(kept.slice(1), 0.5));
      }
    }
    onDone(one, figures);
  }
};
