/** Requests per second of lists and pages beside pgbench and constant servers, in interleaved rounds of one run. */
import { urlOf } from '@skarb/client';
import * as tokenCalls from '@skarb/schema/calls/token';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../result.ts';
import { get } from './client.ts';
import { cpuMicrosecondsOf, cpuMicrosecondsOfChildren } from './cpu.ts';
import { pageSql, totalSql } from './page-sql.ts';
import { type Asked, rawLoad } from './raw-load.ts';
import type { World } from './world.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
/** Connections of a list and of a rendered page. */
const CONNECTIONS = 16;
const PAGE_CONNECTIONS = 4;

export type Rate = {
  perSecond: number;
  p50: number;
  p99: number;
  nodeCpu: number;
  postgresCpu: number;
  failures: number;
};
type Target = {
  apiUrl: string;
  apiPid: number;
  cachedUrl: string;
  cachedPid: number;
  postgresPid: number;
  databaseUrl: string;
};

/** pgbench from the PATH, otherwise `rows.ts`. @returns pages per second */
const startRows = async (databaseUrl: string, categories: string[], seconds: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
  const files = await Promise.all(
    categories.map(async (category, at) => {
      const file = join(folder, `${at}.sql`);
      await writeFile(
        file,
        `\\set offset random(0, 2) * 12
${pageSql(`'${category}'`, ':offset')};
${totalSql(`'${category}'`)};\n`,
      );
      return file;
    }),
  );
  const program = await run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => 'bench/scale/rows.ts (postgres.js): there is no pgbench',
  );
  const pages = async (): Promise<number> => {
    const { stdout } = program.startsWith('pgbench')
      ? await run('pgbench', [
          '-n',
          '-M',
          'prepared',
          '-c',
          '8',
          '-j',
          '1',
          '-T',
          String(seconds),
          ...files.flatMap((file) => ['-f', file]),
          databaseUrl,
        ])
      : await run(process.execPath, [
          '--import',
          'tsx',
          join(here, 'rows.ts'),
          databaseUrl,
          String(seconds),
          ...categories,
        ]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
  return { program, pages, end: () => rm(folder, { recursive: true, force: true }) };
};

/** @returns rates by what was requested, and the program that read the rows */
export const measureRates = async (
  target: Target,
  world: World,
  { rounds, seconds, hasPages }: { rounds: number; seconds: number; hasPages: boolean },
): Promise<{ rates: Record<string, Rate>; rowsBy: string }> => {
  const paths = world.categories.flatMap((category) =>
    [1, 2, 3].map((page) => urlOf(tokenCalls.list, { query: { categoryUuid: category, page } })),
  );
  const sample = await get(target.apiUrl + (paths[0] as string));
  const constant = fork(join(here, 'constant.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BENCH_BODY: sample.text },
  });
  const [ports] = (await once(constant, 'message')) as [{ fastify: number; bare: number }];
  const rows = await startRows(target.databaseUrl, world.categories, seconds);
  const etags = new Map<string, string>();
  for (const path of paths) etags.set(path, (await get(target.cachedUrl + path)).etag ?? '');

  /** Adds the CPU of each request to what a load counted. */
  const withCpu = async (
    pid: number,
    load: () => Promise<Omit<Rate, 'nodeCpu' | 'postgresCpu'> & { count: number }>,
  ) => {
    const [node, postgres] = [cpuMicrosecondsOf(pid), cpuMicrosecondsOfChildren(target.postgresPid)];
    const { count, ...rate } = await load();
    return {
      ...rate,
      nodeCpu: (cpuMicrosecondsOf(pid) - node) / Math.max(count, 1),
      postgresCpu: (cpuMicrosecondsOfChildren(target.postgresPid) - postgres) / Math.max(count, 1),
    };
  };
  const load = (
    url: string,
    pid: number,
    list: string[],
    connections: number,
    headersOf?: (path: string) => Record<string, string>,
  ) => {
    const asked = list.map((path): Asked => ({ path, ...(headersOf ? { headers: headersOf(path) } : {}) }));
    return withCpu(pid, () => rawLoad({ url, asked, connections, seconds }));
  };
  const loadPages = (url: string, pid: number, list: string[]) =>
    load(url, pid, list, PAGE_CONNECTIONS, () => ({ 'accept-encoding': 'br' }));
  const token = world.anyTokens.map((uuid) => `/nfts/${uuid}`);
  const pages = {
    '/nfts': ['/nfts'],
    '/nfts/:id': token,
    '/collections/:id': Object.values(world.collections).map((uuid) => `/collections/${uuid}`),
  };
  const works: Record<string, () => Promise<Rate>> = {
    'constant, bare node:http': () =>
      load(`http://127.0.0.1:${ports.bare}`, constant.pid as number, ['/constant'], CONNECTIONS),
    'constant, Fastify': () =>
      load(`http://127.0.0.1:${ports.fastify}`, constant.pid as number, ['/constant'], CONNECTIONS),
    'rows of a page, pgbench': async () => {
      const postgres = cpuMicrosecondsOfChildren(target.postgresPid);
      const perSecond = await rows.pages();
      // Its backends end with it and are not counted: the same rows by the API are.
      return {
        perSecond,
        p50: 0,
        p99: 0,
        nodeCpu: 0,
        postgresCpu: Math.max(cpuMicrosecondsOfChildren(target.postgresPid) - postgres, 0),
        failures: 0,
      };
    },
    'list, uncached': () => load(target.apiUrl, target.apiPid, paths, CONNECTIONS),
    'list, cached, 200': () => load(target.cachedUrl, target.cachedPid, paths, CONNECTIONS),
    'list, cached, 304': () =>
      load(target.cachedUrl, target.cachedPid, paths, CONNECTIONS, (path) => ({
        'if-none-match': etags.get(path) ?? '',
      })),
    ...(hasPages
      ? Object.fromEntries(
          Object.entries(pages).flatMap(([name, list]) => [
            [`page ${name}, uncached`, () => loadPages(target.apiUrl, target.apiPid, list)],
            [`page ${name}, cached`, () => loadPages(target.cachedUrl, target.cachedPid, list.slice(0, 20))],
          ]),
        )
      : {}),
  };
  const taken: Record<string, Rate[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) (taken[name] ??= []).push(await work());
  constant.disconnect();
  await rows.end();
  const middle = (list: Rate[], key: keyof Rate) => Number(median(list.map((rate) => rate[key])).toFixed(1));
  const rates = Object.fromEntries(
    Object.entries(taken).map(([name, list]) => [
      name,
      {
        perSecond: middle(list, 'perSecond'),
        p50: middle(list, 'p50'),
        p99: middle(list, 'p99'),
        nodeCpu: middle(list, 'nodeCpu'),
        postgresCpu: middle(list, 'postgresCpu'),
        failures: Math.max(...list.map((rate) => rate.failures)),
      },
    ]),
  );
  return { rates, rowsBy: rows.program };
};

/** Bytes of the data that a rendered page carries for the browser. */
export const hydrationBytes = async (url: string): Promise<number> => {
  const { text } = await get(url);
  return Buffer.byteLength(/<script id="rendered" type="application\/json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
};
