/**
 * Lists over HTTP: requests per second and latency, with the seed data and with 100,000 generated tokens, compared with
 * pgbench running the page's own SQL on the same database in the same run.
 */
import { urlOf } from '@skarb/client';
import { startStack } from '@skarb/local/stack.ts';
import * as token from '@skarb/schema/calls/token';
import autocannon from 'autocannon';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { generateTokens } from './generate.ts';
import { median, record } from './result.ts';

const run = promisify(execFile);
const ROUNDS = 2;
const SECONDS = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
const stack = await startStack({ dataDir, port: 3491, chainPort: 8791, quiet: true, env: { LOG_LEVEL: 'error' } });
const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });

type Figures = { requestsPerSecond: number; p50ms: number; p99ms: number };
const load = async (path: (turn: number) => string): Promise<Figures> => {
  const rounds: autocannon.Result[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let turn = round * 1_000_000;
    rounds.push(
      await autocannon({
        url: stack.url,
        connections: 16,
        duration: SECONDS,
        requests: [{ method: 'GET', setupRequest: (request) => ({ ...request, path: path(turn++) }) }],
      }),
    );
  }
  const failed = rounds.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
  if (failed) throw new Error(`${failed} requests of ${path(0)} failed`);
  return {
    requestsPerSecond: Math.round(median(rounds.map((result) => result.requests.average))),
    p50ms: median(rounds.map((result) => result.latency.p50)),
    p99ms: median(rounds.map((result) => result.latency.p99)),
  };
};

/** The SQL of a page of token cards as the API runs it, under pgbench with prepared statements and 8 clients. */
const pgbench = async (): Promise<{ transactionsPerSecond: number; latencyMs: number } | string> => {
  const file = join(dataDir, 'page.sql');
  await writeFile(
    file,
    `\\set offset random(0, 10) * 12
select card, favorite_count from token where is_counted order by created_at desc, uuid desc limit 12 offset :offset;\n`,
  );
  try {
    const { stdout } = await run('pgbench', [
      '-n',
      '-M',
      'prepared',
      '-c',
      '8',
      '-j',
      '1',
      '-T',
      String(SECONDS),
      '-f',
      file,
      stack.databaseUrl,
    ]);
    return {
      transactionsPerSecond: Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1])),
      latencyMs: Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]),
    };
  } catch (error) {
    return `pgbench did not run: ${(error as Error).message.split('\n')[0]}`;
  }
};

const measure = async () => {
  const [{ uuid: categoryUuid }] = (await sql`select uuid from category order by position limit 1`) as unknown as [
    { uuid: string },
  ];
  const [{ uuid: tokenUuid }] = (await sql`select uuid from token where status = 'minted' limit 1`) as unknown as [
    { uuid: string },
  ];
  const [{ count }] = (await sql`select count(*)::int as count from token`) as unknown as [{ count: number }];
  // Varying queries miss the one-second cache, so they show the full cost of a page.
  return {
    tokens: count,
    'GET /token, same page (cached)': await load(() => urlOf(token.list)),
    'GET /token, pages 1–11': await load((turn) =>
      urlOf(token.list, { query: { page: (turn % 11) + 1, limit: 12 + (turn % 7) } }),
    ),
    'GET /token, on sale by price': await load((turn) =>
      urlOf(token.list, {
        query: { onSale: true, sortBy: 'price:ASC', page: (turn % 4) + 1, limit: 12 + (turn % 7) },
      }),
    ),
    'GET /token, one category': await load((turn) =>
      urlOf(token.list, { query: { categoryUuid, limit: 12 + (turn % 7) } }),
    ),
    'GET /token/{id}': await load(() => urlOf(token.show, { params: { id: tokenUuid } })),
    'GET /nfts (rendered page)': await load(() => '/nfts'),
    'pgbench, page of cards': await pgbench(),
  };
};

try {
  const seed = await measure();
  await generateTokens(sql, 100_000);
  await sql`analyze`;
  const generated = await measure();
  await record('list', { seed, generated });
} finally {
  await sql.end();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
