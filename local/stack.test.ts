import { urlOf } from '@skarb/client';
import * as statusCalls from '@skarb/schema/calls/status';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rpc } from './anvil.ts';
import { findFreePort } from './port.ts';
import { commandOf, isRunning } from './process-identity.ts';
import { waitForEnd } from './run-record.ts';
import { loadSecrets } from './secrets.ts';

/** `npm run test:all` has ten; a longer run: `STACK_CRASH_ROUNDS=40 npx vitest run --project local stack.test`. */
const ROUNDS = Number(process.env.STACK_CRASH_ROUNDS ?? 1);
const START = fileURLToPath(new URL('./start.mjs', import.meta.url));

/** A stack started as in a terminal. */
interface Started {
  child: ChildProcess;
  output: () => string;
  /** Waits until the stack prints its address; throws with the whole output if it exits before. */
  ready: () => Promise<void>;
  exit: Promise<number | null>;
}

let dir: string;
let port: number;
let chainPort: number;
const running: Started[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-stack-'));
  port = await findFreePort();
  chainPort = await findFreePort();
});

afterEach(async () => {
  for (const started of running.splice(0)) started.child.kill('SIGKILL');
  await waitForEnd(processesOf(dir), 10_000);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function start(env: NodeJS.ProcessEnv = {}): Started {
  const { npm_lifecycle_event: _npm, NODE_ENV: _test, ...inherited } = process.env;
  const child = spawn(process.execPath, [START], {
    env: {
      ...inherited,
      DATA_DIR: dir,
      PORT: String(port),
      CHAIN_PORT: String(chainPort),
      // Other tests cover the seed and the build of the web app.
      SEED: '0',
      WEB: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(String(chunk)));
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  const output = () => said.join('');
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = async () => {
    const until = Date.now() + 90_000;
    while (!output().includes('Open http')) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
        throw new Error(`not ready:\n${output()}`);
      await sleep(30);
    }
  };
  const started = { child, output, ready, exit };
  running.push(started);
  return started;
}

/** All processes with this data directory in their command line or environment. */
function processesOf(dataDir: string): number[] {
  const mentions = (pid: number) => {
    if (commandOf(pid)?.includes(dataDir)) return true;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}`);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isRunning(pid) && mentions(pid));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function isServed(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${urlOf(statusCalls.ready)}`).catch(() => undefined);
  return response?.status === 200;
}

test(
  'prints its address, connects with roles of its own, restarts a killed worker, reports a second start, ends what a killed start left, leaves no process after a Ctrl-C',
  { timeout: 240_000 },
  async () => {
    const first = start();
    await first.ready();
    expect(first.output()).toContain(`http://localhost:${port}`);
    expect(await isServed()).toBe(true);
    expect(processesOf(dir).length).toBeGreaterThan(5);
    const { databasePort, databasePassword } = loadSecrets(dir);
    const sql = postgres(`postgres://skarb:${databasePassword}@127.0.0.1:${databasePort}/skarb`, { max: 1 });
    const roles = await sql`
      select distinct application_name as part, usename as role, usesuper as is_super
      from pg_stat_activity join pg_user using (usesysid, usename)
      where application_name in ('skarb-api', 'skarb-worker') order by 1`;
    await sql.end();
    expect(roles).toEqual([
      { part: 'skarb-api', role: 'skarb_api', is_super: false },
      { part: 'skarb-worker', role: 'skarb_worker', is_super: false },
    ]);
    const workers = () => processesOf(dir).filter((pid) => commandOf(pid)?.includes('dist/worker.js'));
    const killed = workers();
    expect(killed).toHaveLength(1);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    while (!workers().some((pid) => !killed.includes(pid))) await sleep(30);
    const refused = start({ PORT: String(await findFreePort()), CHAIN_PORT: String(await findFreePort()) });
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toContain(`http://localhost:${port}`);
    expect(await isServed()).toBe(true);

    // Programs that lost their watchdog.
    const isProgram = (pid: number) => /^\S+\/bin\/(postgres|anvil) /.test(commandOf(pid) ?? '');
    const programs = processesOf(dir).filter(isProgram);
    expect(programs).toHaveLength(2);
    const watchdogs = processesOf(dir).filter((pid) => !programs.includes(pid));
    for (const pid of watchdogs) process.kill(pid, 'SIGKILL');
    await waitForEnd(watchdogs, 10_000);
    expect(programs.every(isRunning)).toBe(true);
    const second = start();
    await second.ready();
    expect(second.output()).toContain('Ended what an earlier start had left');
    expect(programs.some(isRunning)).toBe(false);
    // npm forwards a terminal's Ctrl-C, so one keystroke arrives twice.
    second.child.kill('SIGINT');
    second.child.kill('SIGINT');
    expect(await second.exit).toBe(0);
    expect(second.output()).toContain('Your data is kept');
    expect(processesOf(dir)).toEqual([]);
  },
);

test('reports a taken port before it starts anything', { timeout: 60_000 }, async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const taken = (server.address() as AddressInfo).port;
  for (const variable of ['PORT', 'CHAIN_PORT']) {
    const refused = start({ [variable]: String(taken) });
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(new RegExp(`Port ${taken}.*taken by .*pid ${process.pid}`));
    expect(refused.output()).toMatch(new RegExp(`${variable}=\\d+ npm start`));
  }
  expect(readdirSync(dir)).not.toContain('postgres');
  server.close();
});

test('reports one port for both the web app and the chain before it starts anything', { timeout: 60_000 }, async () => {
  const refused = start({ CHAIN_PORT: String(port) });
  expect(await refused.exit).toBe(1);
  expect(refused.output()).toContain(`PORT and CHAIN_PORT are both ${port}`);
  expect(refused.output()).toMatch(/PORT=\d+ CHAIN_PORT=\d+ npm start/);
  expect(readdirSync(dir)).not.toContain('postgres');
});

test(
  `starts correctly after a kill -9 of everything at any moment (rounds: ${ROUNDS}); when only the stack is killed, its processes end by themselves`,
  { timeout: 120_000 * ROUNDS },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      // Kills a first start on new data, later in each round; then a start on existing data; then one must succeed.
      for (const data of ['new', 'old']) {
        const cut = start();
        const moment = data === 'new' ? 300 + (4_000 * (round + Math.random())) / ROUNDS : Math.random() * 3_000;
        await sleep(moment);
        for (const pid of processesOf(dir)) killNow(pid);
        await cut.exit;
        // PostgreSQL may have started more child processes while the list was read.
        await waitForEnd(processesOf(dir), 10_000);
      }
      const after = start();
      await after.ready();
      expect(await isServed()).toBe(true);
      const deployment = JSON.parse(readFileSync(join(dir, 'deployment.json'), 'utf8')) as Record<string, string>;
      for (const name of ['seaport', 'offerZone', 'collectionFactory', 'weth']) {
        expect(await rpc(`http://127.0.0.1:${chainPort}`, 'eth_getCode', [deployment[name], 'latest'])).not.toBe('0x');
      }
      if (round === 0) {
        const others = processesOf(dir).filter((pid) => pid !== after.child.pid);
        expect(others.length).toBeGreaterThan(5);
        after.child.kill('SIGKILL');
        expect(await waitForEnd(others, 20_000)).toBe(true);
      } else {
        after.child.kill('SIGTERM');
        expect(await after.exit).toBe(0);
      }
      expect(processesOf(dir)).toEqual([]);
      rmSync(dir, { recursive: true, force: true });
    }
  },
);

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
