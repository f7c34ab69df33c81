/**
 * A real PostgreSQL and real chains for one test run. In Vitest, `testing-setup.ts` starts the run's database before
 * the first test file; elsewhere it starts with the first call and ends with the process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deployment } from '@skarb/contracts/deploy';
import postgres from 'postgres';
import { rpc } from './anvil.ts';
import { anvilProcess, waitForChain } from './chain.ts';
import { ChainStates } from './chain-state.ts';
import { deployLocal, deploymentFile, readDeployment } from './contracts.ts';
import { type Database, startDatabase } from './database.ts';
import { deployer, operator } from './keys.ts';
import { findFreePort } from './port.ts';
import { buildServer, bundleForTests, serverScriptPath, testBundleDir } from './server-build.ts';
import { runMigrations } from './services.ts';

export { deployer, feeRecipient, operator } from './keys.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHAIN_ID = 80_001;
/** Environment variables that the run's set-up sets for its workers. */
const RUN_DIR = 'SKARB_TEST_RUN_DIR';
const ADMIN_URL = 'SKARB_TEST_DATABASE';
const SOCKET_URL = 'SKARB_TEST_SOCKET';

/** The database of one test file. */
export interface TestDatabase {
  url: string;
  /** The same address for the server: through PostgreSQL's socket, where there is one. */
  socketUrl: string;
  drop(): Promise<void>;
}

/** The chain of one test file, with all contracts deployed. */
export interface TestChain {
  rpcUrl: string;
  chainId: number;
  deployment: Deployment;
  /** The deployment file that the server reads. */
  deploymentFile: string;
  /** Any JSON-RPC call, `anvil_*` and `evm_*` included. */
  rpc<T>(method: string, params?: unknown[]): Promise<T>;
  /** Gives an account play POL, in wei. */
  fund(address: string, wei: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** The parts of one test run. */
export interface TestRun {
  dir: string;
  adminUrl: string;
  end(): Promise<void>;
}

let ownRun: Promise<TestRun> | undefined;

/** Starts the run's PostgreSQL; `DATABASE_URL_TEST` (of a superuser) replaces it. */
export async function startTestRun(): Promise<TestRun> {
  const dir = mkdtempSync(join(tmpdir(), 'skarb-test-'));
  const external = process.env.DATABASE_URL_TEST;
  const database: Database | undefined = external
    ? undefined
    : await startDatabase(dir, { durable: false, shortLived: true });
  const adminUrl = external ?? database?.url ?? '';
  process.env[RUN_DIR] = dir;
  process.env[ADMIN_URL] = adminUrl;
  process.env[SOCKET_URL] = database?.throughSocket(adminUrl) ?? adminUrl;
  return {
    dir,
    adminUrl,
    async end() {
      await database?.stop();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
      rmSync(testBundleDir(ROOT, basename(dir)), { recursive: true, force: true });
      delete process.env[RUN_DIR];
      delete process.env[ADMIN_URL];
      delete process.env[SOCKET_URL];
    },
  };
}

/**
 * Creates a database with all migrations applied, cloned from a template that the first call of the run creates.
 * @param migrated false for an empty database
 */
export async function createTestDatabase(migrated = true): Promise<TestDatabase> {
  const { adminUrl, dir } = await currentRun();
  if (!migrated) return createDatabaseFromTemplate(adminUrl, 'template0');
  const template = `skarb_${hashOfMigrations()}`;
  await onceInRun(dir, template, async () => {
    const sql = forCommands(adminUrl);
    await sql.unsafe(`drop database if exists "${template}" with (force)`);
    await sql.unsafe(`create database "${template}" template template0`);
    await sql.end();
    await migrate(withDatabase(adminUrl, template), dir);
  });
  return createDatabaseFromTemplate(adminUrl, template);
}

/** The script of one of the server's processes, for `node`; built once for all tests. */
export async function serverScript(name: 'api' | 'worker' | 'admin' | 'pictures'): Promise<string> {
  const { dir } = await currentRun();
  await onceInRun(dir, 'server', async () => void (await buildServer(ROOT)));
  return serverScriptPath(ROOT, name);
}

/** Programs that tests run as processes of their own: tsx would compile some hundred files for each process. */
const PROGRAMS = { simulation: 'server/sim/main.ts', admin: 'local/admin.ts' };

/** The script of a program, for `node`; bundled once for all tests. */
export async function programScript(name: keyof typeof PROGRAMS): Promise<string> {
  const { dir } = await currentRun();
  const run = basename(dir);
  await onceInRun(dir, 'programs', async () => void (await bundleForTests(ROOT, PROGRAMS, run)));
  return join(testBundleDir(ROOT, run), `${name}.js`);
}

/** A connection for commands without arrays, whose types the driver would read for 10 ms of PostgreSQL. */
const forCommands = (url: string) => postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });

/**
 * Clones a database under a random name. The template may have no connections.
 * @param address of any database of the server, also through its socket
 */
export async function createDatabaseFromTemplate(address: string, template: string): Promise<TestDatabase> {
  const adminUrl = withDatabase(throughNetwork(address), 'postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = forCommands(adminUrl);
  try {
    await retryWhileInUse(() => admin.unsafe(`create database "${name}" template "${template}" strategy file_copy`));
  } finally {
    await admin.end({ timeout: 2 });
  }
  return {
    url: withDatabase(adminUrl, name),
    socketUrl: withDatabase(process.env[SOCKET_URL] ?? adminUrl, name),
    async drop() {
      const sql = forCommands(adminUrl);
      await sql.unsafe(`drop database if exists "${name}" with (force)`);
      await sql.end({ timeout: 2 });
    },
  };
}

/**
 * Starts a chain for the caller alone, with automine and deployed contracts, in about 100 ms.
 * @param state to continue from: the answer of `anvil_dumpState` on another such chain
 */
export async function testChain(state?: string): Promise<TestChain> {
  const { dir } = await currentRun();
  const base = join(dir, 'chain-base');
  await onceInRun(dir, 'chain', () => deployBaseChain(base));
  const own = mkdtempSync(join(dir, 'chain-'));
  const states = new ChainStates(join(state ? own : base, 'chain'));
  if (state) {
    states.save(state);
    states.unpackNewest();
  }
  const { process: anvil, rpcUrl } = await startAnvil(own, ['--load-state', states.loadFile]);
  const deployment = readDeployment(deploymentFile(base));
  if (!deployment) throw new Error('the base chain of this test run has no deployment');
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    deployment,
    deploymentFile: deploymentFile(base),
    rpc: (method, params) => rpc(rpcUrl, method, params),
    async fund(address, wei) {
      await rpc(rpcUrl, 'anvil_setBalance', [address, `0x${wei.toString(16)}`]);
    },
    async stop() {
      await anvil.kill9();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

async function deployBaseChain(base: string): Promise<void> {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  const { process: anvil, rpcUrl } = await startAnvil(base, []);
  try {
    await deployLocal(rpcUrl, CHAIN_ID, base);
    const states = new ChainStates(join(base, 'chain'));
    states.save(await rpc<string>(rpcUrl, 'anvil_dumpState'));
    states.unpackNewest();
  } finally {
    await anvil.kill9();
  }
}

async function startAnvil(dir: string, extra: string[]) {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const process = anvilProcess({ dataDir: dir, port, chainId: CHAIN_ID, extra });
    const rpcUrl = `http://127.0.0.1:${port}`;
    await process.start();
    try {
      await waitForChain(process, rpcUrl);
      return { process, rpcUrl };
    } catch (error) {
      // Another process took the port before anvil started.
      await process.kill9();
      if (attempt >= 3) throw error;
    }
  }
}

async function currentRun(): Promise<{ dir: string; adminUrl: string }> {
  const dir = process.env[RUN_DIR];
  const adminUrl = process.env[ADMIN_URL];
  if (dir && adminUrl) return { dir, adminUrl };
  // Its processes end with this one, which holds their stdin pipes.
  ownRun ??= startTestRun().then((run) => {
    process.once('exit', () => rmSync(run.dir, { recursive: true, force: true }));
    return run;
  });
  return ownRun;
}

/** Runs `work` once per test run; other workers wait for it. */
async function onceInRun(dir: string, name: string, work: () => Promise<void>): Promise<void> {
  const done = join(dir, `${name}.done`);
  const failed = join(dir, `${name}.failed`);
  if (existsSync(done)) return;
  let isOurs = true;
  try {
    mkdirSync(join(dir, `${name}.lock`));
  } catch {
    isOurs = false;
  }
  if (isOurs) {
    try {
      await work();
      writeFileSync(done, '');
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  const until = Date.now() + 120_000;
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error(`another test file could not prepare "${name}": ${readFileSync(failed, 'utf8')}`);
    if (Date.now() > until) throw new Error(`another test file did not finish preparing "${name}"`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function migrate(databaseUrl: string, dir: string): Promise<void> {
  await buildServer(ROOT);
  const base = join(dir, 'chain-base');
  await onceInRun(dir, 'chain', () => deployBaseChain(base));
  await runMigrations({
    root: ROOT,
    logDir: join(dir, 'log'),
    runDir: join(dir, 'run'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dir,
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      DEPLOYMENT_FILE: deploymentFile(base),
      OPERATOR_KEY: operator.key,
      FAUCET_KEY: deployer.key,
      LOCAL_STACK: '1',
      JWT_SECRET: randomBytes(32).toString('hex'),
    },
  });
}

function hashOfMigrations(): string {
  const folder = join(ROOT, 'server', 'migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** An address without PostgreSQL's socket, which neither the driver alone nor a wire of a test understands. */
export function throughNetwork(url: string): string {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  return changed.toString();
}

async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      // 55006: a connection to the template is still closing.
      if ((error as { code?: string }).code !== '55006' || attempt >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
