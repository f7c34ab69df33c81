import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { ManagedProcess } from './managed-process.ts';
import { findFreePort, isPortFree } from './port.ts';
import { type Cluster, prepareCluster, resetPassword } from './postgres-cluster.ts';
import { loadSecrets, saveSecrets } from './secrets.ts';
import { messageOf, StackError } from './stack-error.ts';

/** A running embedded PostgreSQL. */
export interface Database {
  /** The address of the database `skarb`. */
  url: string;
  /** The same database's address for the server on this machine: through PostgreSQL's socket, where there is one. */
  throughSocket: (url: string) => string;
  port: number;
  /** PostgreSQL's version, such as `18.4`. */
  version: string;
  /** This start created it. */
  isNew: boolean;
  process: ManagedProcess;
  stop(): Promise<void>;
  kill9(): Promise<void>;
}

/** Options in which the stack's database and that of a test run differ. */
export interface DatabaseOptions {
  logDir?: string;
  runDir?: string;
  /** False for tests: nothing is flushed to disk, which is faster, but a crash may lose data. Default true. */
  durable?: boolean;
  /** True for tests, which store little and end soon: one plan per statement and connection, no autovacuum. */
  shortLived?: boolean;
  /** Settings of PostgreSQL that replace those of this module, for measurements. */
  settings?: Record<string, string>;
}

const MB = 2 ** 20;

/**
 * Settings of PostgreSQL for a machine with so much memory, shared with the API, the worker and a browser. `docs/runbook.md`
 * explains each. No JIT (it costs more than it saves in short queries), no replication.
 */
export const settingsFor = (memoryBytes: number): Record<string, string> => {
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.min(Math.max(Math.floor((memoryBytes * share) / MB), least), most)}MB`;
  return {
    listen_addresses: '127.0.0.1',
    shared_buffers: megabytes(1 / 4, 128, 8192),
    effective_cache_size: megabytes(1 / 2, 256, 65_536),
    work_mem: megabytes(1 / 1000, 4, 32),
    maintenance_work_mem: megabytes(1 / 32, 64, 1024),
    // Reading a block from an SSD costs the same wherever it is.
    random_page_cost: '1.1',
    jit: 'off',
    // After a restart a list that gathers many rows reads ahead, with as many requests at a time as an SSD answers.
    effective_io_concurrency: '128',
    io_workers: '12',
    // Reads again after a restart what was in memory, instead of each list block by block when it is asked for.
    shared_preload_libraries: 'pg_prewarm',
    max_connections: '120',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // A page that is changed first after a checkpoint is written whole: fewer of them while the follower catches up.
    max_wal_size: '4GB',
    // A page of a list is too short for a second process; two lists at a time use both cores.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
};

/** For tests: several clusters run at a time, with little data each. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  io_workers: '3',
  shared_preload_libraries: '',
  max_connections: '300',
};

/**
 * Planning took three quarters of PostgreSQL's time in tests: by default each connection plans a statement five times
 * before it keeps a plan.
 */
const SHORT_LIVED = { autovacuum: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * Starts the embedded PostgreSQL with its data in `<dataDir>/postgres` and waits until it answers. Its port and
 * password are kept in `<dataDir>/secrets.json`.
 */
export async function startDatabase(dataDir: string, options: DatabaseOptions = {}): Promise<Database> {
  const logDir = options.logDir ?? join(dataDir, 'log');
  const runDir = options.runDir ?? join(dataDir, 'run');
  mkdirSync(logDir, { recursive: true });
  const secrets = loadSecrets(dataDir);
  const cluster = await prepareCluster(dataDir, secrets.dataId, secrets.databasePassword);
  let resetTried = false;
  for (let attempt = 1; ; attempt++) {
    let port = secrets.databasePort;
    if (port === undefined || !(await isPortFree(port))) port = await findFreePort();
    if (port !== secrets.databasePort) saveSecrets(dataDir, Object.assign(secrets, { databasePort: port }));
    const process = postgresProcess(cluster, port, { ...options, logDir, runDir });
    await process.start();
    const url = (name: string) => `postgres://skarb:${secrets.databasePassword}@127.0.0.1:${port}/${name}`;
    try {
      const version = await waitUntilReady(process, url('postgres'));
      await createDatabase(url('postgres'), 'skarb');
      return {
        url: url('skarb'),
        throughSocket: (address) =>
          hasSocket(cluster) ? `${address}?host=${encodeURIComponent(cluster.directory)}` : address,
        port,
        version,
        isNew: cluster.isNew,
        process,
        stop: () => process.stop(),
        kill9: () => process.kill9(),
      };
    } catch (error) {
      await process.stop();
      if (isWrongPassword(error) && !resetTried) {
        resetTried = true;
        await resetPassword(cluster, secrets.databasePassword);
      } else if (attempt >= 3) throw error;
    }
  }
}

/**
 * Lets the API and the worker sign in with separate roles, which the migrations create. Neither owns a table, and
 * neither is a superuser, unlike the cluster's own role.
 * @param adminUrl address for the cluster's own role
 */
export async function openRoles(adminUrl: string): Promise<{ api: string; worker: string }> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const open = async (role: string): Promise<string> => {
    const url = new URL(adminUrl);
    const password = createHmac('sha256', url.password).update(role).digest('base64url');
    await sql.unsafe(`alter role ${role} login password '${password}'`);
    url.username = role;
    url.password = password;
    return url.toString();
  };
  try {
    return { api: await open('skarb_api'), worker: await open('skarb_worker') };
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Creates a database unless it exists. */
async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql.unsafe(`create database "${name}"`);
  } catch (error) {
    // Another process created it at the same time.
    if ((error as { code?: string }).code !== '42P04') throw error;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Identifies a database: the cluster's identifier and the database's OID in it. A database that was deleted and created
 * again has another identity.
 */
export async function databaseIdentity(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ system: string; oid: string }[]>`
      select (select system_identifier::text from pg_control_system()) as system, oid::text as oid
      from pg_database where datname = current_database()`;
    return `${row?.system}:${row?.oid}`;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Waits until an external database answers, or throws a readable error. It never shows the full address. */
export async function requireDatabase(url: string): Promise<string> {
  let last: unknown;
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      return await askVersion(url);
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  throw new StackError(
    `The database of DATABASE_URL does not answer: ${messageOf(last)}`,
    'Check the address, the user and that the server runs; or start without DATABASE_URL to use the embedded one.',
  );
}

/** The system allows about a hundred characters for the path of a socket. */
const hasSocket = ({ directory }: Cluster): boolean =>
  process.platform !== 'win32' && directory.length < 80 && !/[,"]/.test(directory);

function postgresProcess(
  cluster: Cluster,
  port: number,
  {
    logDir,
    runDir,
    durable = true,
    shortLived = false,
    settings = {},
  }: DatabaseOptions & { logDir: string; runDir: string },
): ManagedProcess {
  // A container may have less than the machine.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const all = Object.entries({
    ...settingsFor(memory),
    unix_socket_directories: hasSocket(cluster) ? cluster.directory : '',
    ...(!durable && NOT_DURABLE),
    ...(shortLived && SHORT_LIVED),
    ...settings,
  });
  if (cluster.user) chmodSync(logDir, 0o755);
  return new ManagedProcess({
    name: 'database',
    kind: 'program',
    command: cluster.binaries.postgres,
    args: ['-D', cluster.directory, '-p', String(port), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // PostgreSQL reads PG* variables as defaults, so it must not inherit those of the user.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
    cwd: cluster.directory,
    logDir,
    runDir,
    stopSignal: 'SIGINT',
    graceMs: 20_000,
    ...cluster.user,
    mark: cluster.directory,
  });
}

async function waitUntilReady(process: ManagedProcess, url: string): Promise<string> {
  // A long timeout, because after a crash PostgreSQL first replays its log.
  const until = Date.now() + 120_000;
  for (;;) {
    try {
      return await askVersion(url);
    } catch (error) {
      if (isWrongPassword(error)) throw error;
      if (!process.isRunning) {
        throw new StackError(
          `PostgreSQL ended while starting.\n${process.tail(8)}`,
          `Its whole log: ${process.logFile}`,
        );
      }
      if (Date.now() > until) {
        throw new StackError('PostgreSQL did not answer within two minutes.', `See its log: ${process.logFile}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }
}

async function askVersion(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    return row?.version ?? '';
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function isWrongPassword(error: unknown): boolean {
  return (error as { code?: string }).code === '28P01';
}
