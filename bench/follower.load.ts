/**
 * How fast the follower catches up, beside Ponder on the same recorded chain, in interleaved runs: transfers, mints and
 * fills of a generated market. Options: `--events 20000` of each kind, `--rounds 3`, `--kind transfers`, `--ours` (without
 * Ponder; nothing written), `--profile <folder>` (CPU profiles, statements and functions of our runs; nothing written).
 */
import { readDeployment, deploymentFile } from '@skarb/local/contracts.ts';
import { HEAP } from '@skarb/local/services.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import type { Hex } from 'viem';
import { rebuildTokenCards } from '../server/src/domain/token/store/token-card.store.ts';
import { addDrafts, storiesOf, writeChain, type Kind } from './follower/chain.ts';
import { installPonder, PONDER, runPonder } from './follower/ponder.ts';
import { median, record } from './result.ts';
import { cpuSecondsOfTree } from './scale/cpu.ts';
import { prepareMarket } from './scale/generate.ts';
import { countPeople } from './scale/follows.ts';
import { copyDatabase, folderOf, forgetChain, urlIn } from './scale/market.ts';

const TOKENS = 100_000;
const KINDS: Kind[] = ['transfers', 'mints', 'fills'];
const here = fileURLToPath(new URL('./follower/', import.meta.url));

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    kind: { type: 'string' },
    ours: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const events = Number(values.events);
const isRecorded = !values.ours && !values.profile && !values.kind;

const { market } = await prepareMarket(folderOf(TOKENS), TOKENS);
const work = join(market.dataDir, 'follower');
rmSync(work, { recursive: true, force: true });
mkdirSync(work);
const deployment = readDeployment(deploymentFile(market.dataDir));
if (!deployment) throw new Error('the contracts are not deployed');
const chainId = deployment.chainId;
const startBlock = deployment.blockNumber;
const admin = postgres(urlIn(market, 'postgres'), { max: 1, onnotice: () => {} });
const postgresPid = market.database.process.pid as number;

/** The market that every run starts from: with drafts to mint, and without a chain that was read before. */
const prepare = async (): Promise<void> => {
  const stamp = createHash('sha256')
    .update(readFileSync(join(market.dataDir, 'market.json')))
    .update(readdirSync(new URL('../server/migrations', import.meta.url)).join())
    .update(String(events))
    .update('with the numbers of artists')
    .digest('hex');
  const [found] = await admin`
    select 1 from pg_database d where datname = 'follower_base' and shobj_description(d.oid, 'pg_database') = ${stamp}`;
  if (found) return;
  await copyDatabase(admin, 'follower_base', new URL(market.databaseUrl).pathname.slice(1));
  const sql = postgres(urlIn(market, 'follower_base'), {
    max: 1,
    onnotice: () => {},
    connection: { session_replication_role: 'replica', statement_timeout: 0 },
  });
  await forgetChain(sql, startBlock);
  const drafts = await addDrafts(sql, Math.ceil(events / 2));
  await countPeople(sql);
  for (let at = 0; at < drafts.length; at += 2000) await rebuildTokenCards(sql as never, drafts.slice(at, at + 2000));
  await sql`vacuum analyze`;
  await sql.end();
  await admin.unsafe(`comment on database follower_base is '${stamp}'`);
};

const message = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve as (value: unknown) => void);
    child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
  });
/** Serves a recorded chain. `askedAt` is the moment when its client first asked for logs. */
const serve = async (file: string) => {
  const child = fork(join(here, 'node.ts'), [file], { execArgv: ['--import', 'tsx', '--max-old-space-size=2048'] });
  const { port } = await message<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    askedAt: async () => {
      const answer = message<{ askedAt: number }>(child);
      child.send('');
      return (await answer).askedAt;
    },
    stop: () => child.disconnect(),
  };
};

type Run = { eventsPerSecond: number; nodeUsPerEvent: number; postgresUsPerEvent: number; peakMb: number };
type Chain = { file: string; logs: number; contracts: Hex[]; kind: Kind };

const runOf = (chain: Chain, ms: number, cpuMs: number, postgresSeconds: number, peakMb: number): Run => ({
  eventsPerSecond: Math.round((chain.logs / ms) * 1000),
  nodeUsPerEvent: Math.round((cpuMs * 1000) / chain.logs),
  postgresUsPerEvent: Math.round((postgresSeconds * 1e6) / chain.logs),
  peakMb,
});

const runOurs = async (chain: Chain): Promise<Run> => {
  await copyDatabase(admin, 'follower_run', 'follower_base');
  const sql = postgres(urlIn(market, 'follower_run'), {
    max: 1,
    onnotice: () => {},
    // The market has the extension in a schema of its own.
    connection: { search_path: 'public, bench' },
  });
  if (values.profile) {
    await sql`create extension if not exists pg_stat_statements`;
    await sql`select pg_stat_statements_reset()`;
    await sql`alter database follower_run set track_functions = 'pl'`;
  }
  const node = await serve(chain.file);
  const before = cpuSecondsOfTree(postgresPid);
  const child = fork(join(here, 'ours.ts'), [], {
    execArgv: [
      '--import',
      'tsx',
      ...HEAP,
      ...(values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []),
    ],
    env: { ...market.server.env, DATABASE_URL: urlIn(market, 'follower_run'), CHAIN_RPC_URL: node.url },
  });
  const said = await message<{ ended: number; cpuMs: number; peakMb: number }>(child);
  const askedAt = await node.askedAt();
  await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(undefined)));
  const run = runOf(chain, said.ended - askedAt, said.cpuMs, cpuSecondsOfTree(postgresPid) - before, said.peakMb);
  // A run that left events out would be fast.
  const [stored] =
    await sql`select count(*)::int as logs, (select count(*)::int from set_aside) as aside from chain_log`;
  if (stored?.logs !== chain.logs || stored?.aside !== 0)
    throw new Error(`${stored?.logs} of ${chain.logs} logs stored, ${stored?.aside} set aside`);
  const expected = { transfers: 'TRANSFERRED', mints: 'MINTED', fills: 'SOLD' }[chain.kind];
  const [history] =
    await sql`select count(*)::int as events from history where event = ${expected} and log_index is not null and chain_id is not null and block_number between ${startBlock} and ${startBlock + chain.logs}`;
  console.log(`    ${history?.events} ${expected}`);
  if (values.profile) {
    const rows = await sql`
      select round(total_exec_time::numeric) as ms, round(total_plan_time::numeric) as plan, calls, rows,
        shared_blks_read as read, shared_blks_dirtied as dirtied, wal_fpi as images, round(wal_bytes / 1024) as wal, left(regexp_replace(query, '\\s+', ' ', 'g'), 260) as query
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time + total_plan_time desc limit 30`;
    // What the triggers take, which is a part of the statements' time.
    const functions = await sql`
      select funcname as name, calls, round(total_time::numeric) as ms from pg_stat_user_functions order by total_time desc limit 15`;
    writeFileSync(
      join(values.profile, `${chain.kind}.txt`),
      [
        ...rows.map(
          (row) =>
            `${row.ms} ms, plan ${row.plan}, ${row.calls} calls, ${row.rows} rows, ${row.read} blocks read, ${row.dirtied} dirtied, ${row.images} whole in ${row.wal} KB of WAL: ${row.query}`,
        ),
        ...functions.map((row) => `${row.ms} ms, ${row.calls} calls: function ${row.name}`),
      ].join('\n'),
    );
  }
  await sql.end();
  node.stop();
  return run;
};

const runTheirs = async (chain: Chain): Promise<Run> => {
  await copyDatabase(admin, 'follower_ponder', 'template1');
  const node = await serve(chain.file);
  const before = cpuSecondsOfTree(postgresPid);
  const said = await runPonder(join(work, '../../ponder'), {
    chainId,
    startBlock,
    rpcUrl: node.url,
    databaseUrl: urlIn(market, 'follower_ponder'),
    contracts: chain.contracts,
    seaport: chain.kind === 'fills' ? (deployment.seaport as Hex) : undefined,
  });
  const run = runOf(
    chain,
    said.ended - (await node.askedAt()),
    said.cpuMs,
    cpuSecondsOfTree(postgresPid) - before,
    said.peakMb,
  );
  const sql = postgres(urlIn(market, 'follower_ponder'), { max: 1, onnotice: () => {} });
  const [stored] =
    await sql`select (select count(*) from transfer) + (select count(*) from mint) + (select count(*) from fill) as events`;
  await sql.end();
  if (Number(stored?.events) !== chain.logs) throw new Error(`Ponder stored ${stored?.events} of ${chain.logs} events`);
  node.stop();
  return run;
};

try {
  await prepare();
  if (!values.ours) installPonder(join(work, '../../ponder'));
  const sql = postgres(urlIn(market, 'follower_base'), { max: 1, onnotice: () => {} });
  const chains: Chain[] = [];
  for (const kind of KINDS.filter((one) => !values.kind || one === values.kind)) {
    const file = join(work, `${kind}.json`);
    const places = { seaport: deployment.seaport as Hex, zone: deployment.offerZone as Hex };
    const stories = await storiesOf(sql, kind, events, places);
    const { logs } = writeChain(file, { chainId, startBlock, stories });
    chains.push({ kind, file, logs, contracts: [...new Set(stories.map(({ contract }) => contract))] });
  }
  await sql.end();
  const runs: Record<string, { ours: Run[]; ponder: Run[] }> = Object.fromEntries(
    chains.map(({ kind }) => [kind, { ours: [], ponder: [] }]),
  );
  for (let round = 0; round < Number(values.rounds); round++)
    for (const chain of chains) {
      const pair = runs[chain.kind] as { ours: Run[]; ponder: Run[] };
      for (const who of values.ours ? (['ours'] as const) : (['ours', 'ponder'] as const)) {
        const run = who === 'ours' ? await runOurs(chain) : await runTheirs(chain);
        pair[who].push(run);
        console.log(`${chain.kind} (${chain.logs}), ${who}: ${JSON.stringify(run)}`);
      }
    }
  const middle = (all: Run[]): Run | undefined =>
    all.length === 0
      ? undefined
      : (Object.fromEntries(
          Object.keys(all[0] as Run).map((key) => [key, median(all.map((run) => run[key as keyof Run]))]),
        ) as Run);
  const figures = Object.fromEntries(
    chains.map(({ kind, logs, contracts }) => {
      const { ours, ponder } = runs[kind] as { ours: Run[]; ponder: Run[] };
      const ratios = ours.flatMap((run, at) => (ponder[at] ? [run.eventsPerSecond / ponder[at].eventsPerSecond] : []));
      const ratio = ratios.length > 0 ? Number(median(ratios).toFixed(2)) : undefined;
      return [kind, { events: logs, contracts: contracts.length, ours: middle(ours), ponder: middle(ponder), ratio }];
    }),
  );
  if (isRecorded)
    await record('follower', {
      tokens: TOKENS,
      rounds: Number(values.rounds),
      against: PONDER,
      goal: { ratio: 10, peakMb: 250 },
      ...figures,
    });
  else console.log(JSON.stringify(figures, null, 2));
} finally {
  await admin.unsafe('drop database if exists follower_run with (force)').catch(() => {});
  await admin.unsafe('drop database if exists follower_ponder with (force)').catch(() => {});
  await admin.end();
  await market.stop();
}
process.exit(0);
