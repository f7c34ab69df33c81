/**
 * What a market costs while it has nothing to do: the worker at rest, blocks that hold nothing of ours, and 10,000 event
 * streams at one API. Option: `--tokens 1000000`.
 */
import { urlOf } from '@skarb/client';
import { openRoles } from '@skarb/local/database.ts';
import { findFreePort } from '@skarb/local/port.ts';
import { buildServer } from '@skarb/local/server-build.ts';
import { serverProcess } from '@skarb/local/services.ts';
import * as eventCalls from '@skarb/schema/calls/event';
import * as statusCalls from '@skarb/schema/calls/status';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { median, record } from './result.ts';
import { cpuMicrosecondsOf, cpuMicrosecondsOfChildren, residentOf } from './scale/cpu.ts';
import { prepareMarket } from './scale/generate.ts';
import { copyDatabase, folderOf, forgetChain, urlIn } from './scale/market.ts';

const REST_SECONDS = 60;
const BLOCKS = 100;
const BETWEEN_BLOCKS_MS = 1000;
const STREAMS = 10_000;
const CHANGES = 5;

const { values } = parseArgs({ options: { tokens: { type: 'string', default: '100000' } } });
const tokens = Number(values.tokens);
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const until = async (isSo: () => Promise<boolean>, ms: number): Promise<void> => {
  for (const end = Date.now() + 600_000; !(await isSo()); await sleep(ms))
    if (Date.now() > end) throw new Error('waited for ten minutes');
};

await buildServer(fileURLToPath(new URL('..', import.meta.url)));
const { market } = await prepareMarket(folderOf(tokens), tokens);
const admin = postgres(urlIn(market, 'postgres'), { max: 1, onnotice: () => {} });
const RUN = 'rest_run';
await copyDatabase(admin, RUN, new URL(market.databaseUrl).pathname.slice(1));
const sql = postgres(urlIn(market, RUN), {
  max: 1,
  onnotice: () => {},
  connection: { session_replication_role: 'replica', statement_timeout: 0 },
});
const roles = await openRoles(urlIn(market, RUN));
const postgresPid = market.database.process.pid as number;
const start = async (name: 'api' | 'worker', env: NodeJS.ProcessEnv) => {
  const program = serverProcess(name, { ...market.server, dev: false, env: { ...market.server.env, ...env } });
  await program.start();
  return program;
};
const rpc = async <T>(method: string, params: unknown[] = []): Promise<T> => {
  const response = await fetch(market.server.env.CHAIN_RPC_URL as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
};
const cursor = async (): Promise<number> =>
  Number(
    (await sql`select block_number from chain_cursor where chain_id = ${market.server.env.CHAIN_ID as string}`)[0]
      ?.block_number,
  );
const isLevel = async () => (await cursor()) >= Number(await rpc<string>('eth_blockNumber'));

/** CPU of the worker and of PostgreSQL while `work` runs, in milliseconds. */
const cpuOf = async (pid: number, work: () => Promise<void>): Promise<{ worker: number; postgres: number }> => {
  const [worker, backends] = [cpuMicrosecondsOf(pid), cpuMicrosecondsOfChildren(postgresPid)];
  await work();
  return {
    worker: (cpuMicrosecondsOf(pid) - worker) / 1000,
    postgres: (cpuMicrosecondsOfChildren(postgresPid) - backends) / 1000,
  };
};

const measureWorker = async () => {
  await forgetChain(sql, Number(await rpc<string>('eth_blockNumber')));
  // A birth whose block no chain here has would be tried again each second.
  await sql`delete from operator_task where status <> 'done'`;
  await sql`update breeding set status = 'LOST' where status = 'EXPECTING'`;
  const worker = await start('worker', { DATABASE_URL: market.database.throughSocket(roles.worker) });
  const pid = worker.pid as number;
  try {
    await until(isLevel, 100);
    // What a start derives and reads once.
    await sleep(20_000);
    const rest = await cpuOf(pid, () => sleep(REST_SECONDS * 1000));
    const shownAfter: number[] = [];
    const began = Date.now();
    const blocks = await cpuOf(pid, async () => {
      for (let block = 0; block < BLOCKS; block++) {
        await rpc('anvil_mine', ['0x1']);
        const mined = Date.now();
        await until(isLevel, 2);
        shownAfter.push(Date.now() - mined);
        // At any moment between two polls of the worker.
        await sleep(BETWEEN_BLOCKS_MS * Math.random());
      }
    });
    const restOf = (one: 'worker' | 'postgres') => (rest[one] * (Date.now() - began)) / (REST_SECONDS * 1000);
    const perBlock = (one: 'worker' | 'postgres') => Number(((blocks[one] - restOf(one)) / BLOCKS).toFixed(2));
    return {
      restCpuMsPerSecond: {
        worker: Number((rest.worker / REST_SECONDS).toFixed(2)),
        postgres: Number((rest.postgres / REST_SECONDS).toFixed(2)),
      },
      residentMb: residentOf(pid),
      emptyBlockCpuMs: { worker: perBlock('worker'), postgres: perBlock('postgres') },
      blockToDatabaseMs: { median: median(shownAfter), longest: Math.max(...shownAfter) },
    };
  } finally {
    await worker.stop();
  }
};

const measureStreams = async () => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: market.database.throughSocket(roles.api),
    PORT: String(port),
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
  };
  const api = await start('api', env);
  const [token] = await sql`select uuid from token where is_counted order by uuid limit 1`;
  const uuid = token?.uuid as string;
  const client = fork(fileURLToPath(new URL('rest/streams.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      STREAM_URL: url + urlOf(eventCalls.listen, { query: { tokenUuid: [uuid] } }),
      STREAMS: String(STREAMS),
    },
  });
  try {
    await until(
      () =>
        fetch(url + urlOf(statusCalls.health)).then(
          ({ ok }) => ok,
          () => false,
        ),
      50,
    );
    client.send('open');
    const [{ open }] = (await once(client, 'message')) as [{ open: number }];
    const allAfterMs: number[] = [];
    const received: number[] = [];
    for (let change = 0; change < CHANGES; change++) {
      client.send('wait');
      const began = Date.now();
      const payload = { kind: 'token', uuid, version: change, users: null, isPublic: true };
      await sql`select pg_notify('change', ${JSON.stringify(payload)})`;
      const [{ count, lastAt }] = (await once(client, 'message')) as [{ count: number; lastAt: number }];
      received.push(count);
      allAfterMs.push(lastAt - began);
    }
    return { open, received: Math.min(...received), allAfterMs, residentMb: residentOf(api.pid as number) };
  } finally {
    client.kill('SIGKILL');
    await api.stop();
  }
};

try {
  const worker = await measureWorker();
  console.log(JSON.stringify(worker));
  const streams = await measureStreams();
  const [counts] = await sql`select (select count(*)::int from collection_contract) as contracts`;
  await record('rest', { tokens, contracts: counts?.contracts, worker, streams });
} finally {
  await sql.end();
  await admin.unsafe(`drop database if exists ${RUN} with (force)`);
  await admin.end();
  await market.stop();
}
process.exit(0);
