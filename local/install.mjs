/**
 * Checks Node and installs what is missing. Plain JavaScript without dependencies: it runs before anything is installed,
 * for `npm start` and `npm test` alike.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LEAST_NODE = [20, 19];

/** Says why this cannot go on and what to do, and ends. */
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

/** Whether node_modules is what package-lock.json says; a tree that npm was stopped in the middle of has no lock of its own. */
function isInstalled() {
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === hashOfLock()) return true;
  }
  // Installed by hand after the last change of the lock file.
  if (statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false;
  remember();
  return true;
}

function remember() {
  try {
    writeFileSync(stamp, hashOfLock());
  } catch {
    // A read-only node_modules is looked at by its dates.
  }
}

/** Runs npm, passing signals on; returns its exit code, the signal that ended it, or why it could not run. */
async function npm(args) {
  const script = process.env.npm_execpath;
  const isScript = script && existsSync(script) && /npm-cli\.c?js$/.test(script);
  const child = spawn(
    isScript ? process.execPath : 'npm',
    [...(isScript ? [script] : []), ...args, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (exit, signal) => resolve(exit ?? signal));
  });
  process.removeListener('SIGINT', passOn).removeListener('SIGTERM', passOn);
  if (code === 'SIGINT' || code === 'SIGTERM' || code === 130)
    fail('Stopped while installing.', 'The next npm start begins it again.');
  return code;
}

/** Installs exactly what the lock file says, showing that something is going on. */
async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write('\nInstalling what Skarb is made of (once, about 850 MB) …\n');
  const ticking = setInterval(() => process.stdout.write(`  installing, ${seconds()} s\n`), 10_000);
  let code = await npm(['ci']);
  if (code !== 0) {
    // The lock file was written on another kind of machine, and may lack the programs for this one.
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

/** Makes sure that this Node is new enough and that node_modules is what package-lock.json says; ends in words if not. */
export async function ensureInstalled() {
  checkNode();
  if (!isInstalled()) await install();
}
