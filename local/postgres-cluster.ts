import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { canEnter, findPostgresUser, type SystemUser } from './postgres-user.ts';
import { commandOf, isRunning } from './process-identity.ts';
import { waitForEnd } from './run-record.ts';
import { StackError } from './stack-error.ts';

const MAJOR_VERSION = '18';

/** A prepared PostgreSQL data directory, with the programs and the user to run it. */
export interface Cluster {
  /** The data directory itself. */
  directory: string;
  binaries: PostgresBinaries;
  user: SystemUser | undefined;
  /** Created by this call. */
  isNew: boolean;
}

/**
 * Finds or creates the data directory `postgres` in `dataDir`. It is created under a temporary name and renamed when
 * complete, so a killed start leaves nothing that looks like a database.
 * @param dataId links data stored elsewhere (see `homeFor`) to this data directory
 */
export async function prepareCluster(dataDir: string, dataId: string, password: string): Promise<Cluster> {
  const firstGuess = findPostgresUser(join(dataDir, 'postgres'));
  const home = homeFor(dataDir, dataId, firstGuess);
  const directory = join(home, 'postgres');
  const user = findPostgresUser(directory);
  const binaries = findPostgresBinaries(home, user);
  const isNew = !existsSync(join(directory, 'PG_VERSION'));
  if (isNew) await createCluster(home, directory, binaries, user, password);
  else await checkCluster(directory);
  allowClients(directory);
  return { directory, binaries, user, isNew };
}

/** Sets the password of the role `skarb` without a running server, for a data directory whose secrets were lost. */
export async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const { binaries, directory, user } = cluster;
  const script = `ALTER ROLE skarb PASSWORD '${password.replaceAll("'", "''")}'\n`;
  await run(binaries.postgres, ['--single', '-D', directory, 'postgres'], directory, user, script);
}

/**
 * The directory of the database: `.data`, unless this process is root and the unprivileged user may not enter the
 * directories above it (a checkout in `/root`). Then it is under /var/lib, with a name derived from this data
 * directory.
 */
function homeFor(dataDir: string, dataId: string, user: SystemUser | undefined): string {
  mkdirSync(dataDir, { recursive: true });
  if (!user || canEnter(dataDir, user)) return dataDir;
  // Letting other users enter the data directory is harmless: secret files in it have mode 0600.
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (canEnter(dataDir, user)) return dataDir;
  const path = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const parent = '/var/lib';
  const home = join(parent, `skarb-${path}-${dataId}`);
  // `.data` was deleted and created again: delete the data of the old one.
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`skarb-${path}-`) && name !== basename(home))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  if (!canEnter(home, user)) {
    throw new StackError(
      `PostgreSQL does not run as root, and the user with id ${user.uid} can enter neither ${dataDir} nor ${home}.`,
      'Keep the data where every user may pass: DATA_DIR=/srv/skarb npm start, or run as an ordinary user.',
    );
  }
  writeFileSync(join(dataDir, 'postgres.location'), `${home}\n`);
  return home;
}

async function createCluster(
  home: string,
  directory: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  password: string,
): Promise<void> {
  const half = join(home, 'postgres.new');
  const passwordFile = join(home, 'postgres.new-password');
  rmSync(half, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) {
    chownSync(half, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const args = ['-D', half, '-U', 'skarb', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  args.push('--builtin-locale=C.UTF-8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions');
  // Iterations protect passwords that people choose; this one is random, and each connection would pay for them.
  args.push('-c', 'scram_iterations=1');
  try {
    await run(binaries.initdb, args, half, user);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(join(half, 'pg_hba.conf'), '');
  // A directory without PG_VERSION contains no data: a crash during initdb left it.
  rmSync(directory, { recursive: true, force: true });
  renameSync(half, directory);
}

/** Accepts the loopback and the socket in the data directory, which nobody else may enter, with a password. */
function allowClients(directory: string): void {
  const file = join(directory, 'pg_hba.conf');
  const allowed = readFileSync(file, 'utf8');
  for (const rule of ['host all all 127.0.0.1/32 scram-sha-256\n', 'local all all scram-sha-256\n'])
    if (!allowed.includes(rule)) appendFileSync(file, rule);
}

async function checkCluster(directory: string): Promise<void> {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new StackError(
      `The data in ${directory} was written by PostgreSQL ${version}; this is ${MAJOR_VERSION}.`,
      `Start with new data: DATA_DIR=.data-new npm start. The old data stays as it is.`,
    );
  }
  await clearStalePidFile(directory);
}

/**
 * Removes a stale `postmaster.pid`. After a kill -9 it names a process that has ended, one that still runs (its
 * watchdog was killed too), or, after a reboot, another process with the same pid, because of which PostgreSQL would
 * refuse to start.
 */
async function clearStalePidFile(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 1 && isRunning(pid) && commandOf(pid)?.includes(directory)) {
    // SIGINT is a fast shutdown: PostgreSQL disconnects clients and writes its data.
    process.kill(pid, 'SIGINT');
    if (!(await waitForEnd([pid], 10_000))) {
      process.kill(pid, 'SIGKILL');
      await waitForEnd([pid], 2_000);
    }
  }
  // Its socket has such a file, too.
  for (const name of readdirSync(directory).filter((name) => name.startsWith('.s.PGSQL.')))
    rmSync(join(directory, name));
  rmSync(file, { force: true });
}

async function run(
  command: string,
  args: string[],
  workDir: string,
  user: SystemUser | undefined,
  input?: string,
): Promise<void> {
  const output: string[] = [];
  const exit = await new Promise<number | string>((resolve) => {
    const child = spawn(command, args, {
      cwd: user ? workDir : dirname(workDir),
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...user,
    });
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
  if (exit === 0) return;
  const said = output.join('').trim().split('\n').slice(-6).join('\n');
  throw new StackError(
    `PostgreSQL could not be set up (${basename(command)}: ${exit}).\n${said}`,
    'If the disk is full, make room and start again. Where this PostgreSQL cannot run at all, give another: DATABASE_URL=postgres://… npm start',
  );
}
