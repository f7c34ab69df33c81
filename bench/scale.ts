/**
 * Every read of the API on a generated market, each goal beside its figure. Options: `--tokens 1000000`, `--only
 * <regular expression>` (names of cases; without rates and without writing results), `--quick` (fewer combinations and
 * requests), `--brief` (every case a few times, without rates and without writing results), `--plans` (which plans
 * break the rules of docs/decisions/0032, and nothing else), `--rates` (the rates again, beside the cases of the last results), `--generate` (the market alone), `--set random_page_cost=4` (a setting of PostgreSQL, repeatable; without
 * writing results).
 */
import { urlOf } from '@skarb/client';
import * as statusCalls from '@skarb/schema/calls/status';
import { openRoles } from '@skarb/local/database.ts';
import { findFreePort } from '@skarb/local/port.ts';
import { buildServer } from '@skarb/local/server-build.ts';
import { serverProcess } from '@skarb/local/services.ts';
import { buildWeb } from '@skarb/local/web-build.ts';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { casesOf, LEFT_OUT, type Case } from './scale/cases.ts';
import { get } from './scale/client.ts';
import { residentOf } from './scale/cpu.ts';
import { addFollows } from './scale/follows.ts';
import { prepareMarket } from './scale/generate.ts';
import { folderOf, type Market } from './scale/market.ts';
import { type Figures, measureCases } from './scale/measure.ts';
import { PLAN_SETTINGS, readFaults } from './scale/plans.ts';
import { deriveMissing } from './scale/properties.ts';
import { hydrationBytes, measureRates } from './scale/rates.ts';
import { goalsOf, printReport, readSize, rowOf, withGrowth, writeReport } from './scale/report.ts';
import { readWorld } from './scale/world.ts';

const SETTINGS = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'random_page_cost',
  'max_parallel_workers_per_gather',
  'jit',
];
const PRINTED = 40;

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '100000' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    generate: { type: 'boolean', default: false },
    rates: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const tokens = Number(values.tokens);
const only = values.only === undefined ? undefined : new RegExp(values.only, 'i');

/** An API in its own process, as the stack starts it. */
const startApi = async (market: Market, name: string, env: NodeJS.ProcessEnv) => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const api = serverProcess('api', {
    ...market.server,
    // The build, as in production.
    dev: false,
    env: { ...market.server.env, ...env, PORT: String(port), PUBLIC_URL: url },
  });
  await api.start();
  for (let attempt = 0; ; attempt++) {
    if (!api.isRunning || attempt > 600) throw new Error(`the ${name} API did not start: ${api.tail(10)}`);
    if (
      await get(url + urlOf(statusCalls.health)).then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, pid: api.pid as number, stop: () => api.stop() };
};

const measure = async (market: Market, generatedInSeconds: number): Promise<boolean> => {
  const roles = await openRoles(market.databaseUrl);
  const env = { DATABASE_URL: market.database.throughSocket(roles.api) };
  const hasRates = !only && !values.brief;
  const hasPages = hasRates && !values.quick;
  if (hasPages) await buildWeb(market.server.root, market.server.logDir, market.server.runDir);
  const sql = postgres(market.databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: 'public, bench', statement_timeout: 0 },
  });
  await sql`create schema if not exists bench`;
  await sql`create extension if not exists pg_stat_statements schema bench`;
  await deriveMissing(sql);
  // From the disk once: otherwise the figures say what ran before this.
  await sql`create extension if not exists pg_prewarm schema bench`;
  await sql`select bench.pg_prewarm(oid, 'read') from pg_class where relkind in ('r', 'm', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`;
  const world = await readWorld(sql);
  await addFollows(sql, world);
  const all = casesOf(world, values.quick);
  const cases = all.filter(({ name }) => !only || only.test(name));
  const uncached = await startApi(market, 'uncached', { ...env, CACHES: '0' });
  const cached = await startApi(market, 'cached', env);
  const postgresPid = market.database.process.pid as number;
  try {
    const target = {
      apiUrl: uncached.url,
      apiPid: uncached.pid,
      cachedUrl: cached.url,
      cachedPid: cached.pid,
      postgresPid,
      databaseUrl: market.databaseUrl,
      sql,
    };
    console.log(`${cases.length} requests`);
    if (values.plans) {
      const faults = await readFaults(cases, { apiUrl: uncached.url, logFile: market.database.process.logFile });
      for (const one of faults) console.log(`  ${one.name}: ${one.faults.join('; ')}`);
      console.log(`${faults.length} requests break a rule`);
      return faults.length === 0;
    }
    const last = values.rates ? readSize(tokens) : undefined;
    if (values.rates && !last) throw new Error('no results of this size yet');
    const found: { one: Case; figures: Figures }[] = [];
    await measureCases(
      last ? [] : cases,
      target,
      { milliseconds: values.brief ? 0 : values.quick ? 60 : 100, hasCached: !values.brief },
      (one, figures) => {
        found.push({ one, figures });
        if (found.length % 100 === 0) console.log(`  ${found.length}`);
      },
    );
    const { rates, rowsBy } = !hasRates
      ? { rates: {}, rowsBy: '' }
      : await measureRates(target, world, { rounds: values.quick ? 1 : 5, seconds: values.quick ? 1 : 3, hasPages });
    const hydration: Record<string, number> = {};
    if (hasPages)
      for (const [page, path] of [
        ['/nfts', '/nfts'],
        ['/nfts/:id', `/nfts/${world.tokens.single}`],
        ['/collections/:id', `/collections/${world.collections.biggest}`],
      ] as const)
        hydration[page] = await hydrationBytes(uncached.url + path);
    const after = last ? ', which answered the rates alone' : '';
    const memoryMb: Record<string, number> = !hasRates
      ? {}
      : {
          ...last?.memoryMb,
          [`API${after}`]: residentOf(uncached.pid),
          [`API with caches${after}`]: residentOf(cached.pid),
        };
    const rows = withGrowth(last?.cases ?? found.map(({ one, figures }) => rowOf(one, figures)), tokens);
    const settings = Object.fromEntries(
      await Promise.all(
        SETTINGS.map(async (name) => [name, (await sql`select current_setting(${name}) as value`)[0]?.value as string]),
      ),
    );
    const size = {
      takenAt: new Date().toISOString(),
      generatedInSeconds,
      postgres: settings,
      goals: goalsOf(rows, rates, memoryMb, hydration, { tokens, seconds: generatedInSeconds }),
      rates,
      rowsBy,
      memoryMb,
      cases: rows,
    };
    printReport(size, values.brief ? rows.length : PRINTED);
    if (hasPages && values.set.length === 0) writeReport(tokens, size, LEFT_OUT);
    return rows.every((row) => row.status < 500) && Object.values(rates).every((rate) => rate.failures === 0);
  } finally {
    await uncached.stop();
    await cached.stop();
    await sql.end();
  }
};

await buildServer(fileURLToPath(new URL('..', import.meta.url)));
const settings = {
  ...(values.plans ? PLAN_SETTINGS : {}),
  ...Object.fromEntries(values.set.map((text) => text.split('=') as [string, string])),
};
const { market, seconds } = await prepareMarket(folderOf(tokens), tokens, settings);
let isGood = true;
try {
  if (!values.generate) isGood = await measure(market, seconds);
} finally {
  await market.stop();
}
process.exit(isGood ? 0 : 1);
