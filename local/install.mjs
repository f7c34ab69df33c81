/**
 * Checks the version of Node and installs missing packages. Plain JavaScript without dependencies, because `npm start`
 * and `npm test` run it before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WATCHDOG = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LEAST_NODE = [20, 19];

/** Prints what failed and what to do, and exits. */
function fail(message, advice) {
  process.stderr.write(`\n${message}\n\n${advice}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(
    `Skarb needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
    'Install a newer one from https://nodejs.org (20, 22 and 24 all work) and run npm start again.',
  );
}

const lockFile = join(ROOT, 'package-lock.json');
const installed = join(ROOT, 'node_modules', '.package-lock.json');
const stamp = join(ROOT, 'node_modules', '.skarb-installed');

function hashOfLock() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/** Whether node_modules matches package-lock.json. An interrupted npm leaves no lock file in node_modules. */
function isInstalled() {
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === hashOfLock()) return true;
  }
  // Newer than the lock file: the user has installed it with npm.
  if (statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false;
  remember();
  return true;
}

function remember() {
  try {
    writeFileSync(stamp, hashOfLock());
  } catch {
    // Without a stamp, in a read-only node_modules, the dates decide.
  }
}

/**
 * Runs npm and returns its exit code. npm runs under the watchdog in its own session: if this process is killed, no
 * leftover npm may install into the same folder as the next start.
 */
async function npm(args) {
  const script = process.env.npm_execpath;
  const isScript = script && existsSync(script) && /npm-cli\.c?js$/.test(script);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const job = {
    command: isScript ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm',
    args: [...(isScript ? [script] : []), ...args, ...quiet],
    cwd: ROOT,
    stopSignal: 'SIGTERM',
    graceMs: 3_000,
    recordFile: join(tmpdir(), `skarb-npm-${process.pid}.json`),
    record: { name: 'npm', command: 'npm' },
  };
  const child = spawn(process.execPath, [WATCHDOG, JSON.stringify(job)], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (exit, signal) => resolve(exit ?? signal));
  });
  for (const signal of SIGNALS) process.removeListener(signal, stop);
  if (isStopped) fail('Stopped while installing.', 'The next start begins it again.');
  return code;
}

/** Installs exactly the versions of the lock file and shows progress. */
async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write('\nInstalling what Skarb is made of (once, about 1.1 GB) …\n');
  const ticking = setInterval(() => process.stdout.write(`  installing, ${seconds()} s\n`), 10_000);
  let code = await npm(['ci']);
  if (code !== 0) {
    // The lock file comes from another platform and may lack the binaries for this one.
    process.stdout.write('  npm ci would not; trying npm install\n');
    code = await npm(['install', '--no-save']);
  }
  clearInterval(ticking);
  if (code !== 0) {
    fail(
      `Installing did not work (npm: ${code}); npm's own words are above.`,
      'Check the connection to the npm registry and the free space on the disk, then run npm start again.',
    );
  }
  remember();
  process.stdout.write(`  installed in ${seconds()} s\n`);
}

/** Ensures that Node is new enough and node_modules matches package-lock.json; otherwise prints an error and exits. */
export async function ensureInstalled() {
  checkNode();
  if (!isInstalled()) await install();
}
