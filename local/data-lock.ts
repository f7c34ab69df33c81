import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identityOf } from './process-identity.ts';
import { StackError } from './stack-error.ts';

interface Lock {
  pid: number;
  identity: string | undefined;
  url?: string;
}

/** The locks that this process holds. A stack that a test killed with `kill9()` has released its lock. */
const held = new Set<string>();

/**
 * Locks the data directory for one stack at a time. Replaces the lock of a dead process.
 * @returns a function that releases the lock
 */
export function lockDataDir(dataDir: string, url: string): () => void {
  const runDir = join(dataDir, 'run');
  mkdirSync(runDir, { recursive: true });
  const file = join(runDir, 'stack.json');
  const lock: Lock = { pid: process.pid, identity: identityOf(process.pid), url };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(lock), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 5) throw error;
      const other = readLock(file);
      if (other && isHeld(other, file)) throw alreadyRunning(dataDir, other);
      rmSync(file, { force: true });
    }
  }
  held.add(file);
  return () => {
    if (!held.delete(file)) return;
    rmSync(file, { force: true });
  };
}

/**
 * Serializes `work` among all processes of the machine that use the same lock file. Replaces the lock of a dead
 * process.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock: Lock = { pid: process.pid, identity: identityOf(process.pid) };
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(lock), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const other = readLock(file);
      if (other && identityOf(other.pid) !== undefined && identityOf(other.pid) === other.identity) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      } else rmSync(file, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function isHeld(lock: Lock, file: string): boolean {
  if (lock.pid === process.pid) return held.has(file);
  const identity = identityOf(lock.pid);
  return identity !== undefined && identity === lock.identity;
}

function readLock(file: string): Lock | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lock;
  } catch {
    // Only partly written, because the start was killed at that moment.
    return undefined;
  }
}

function alreadyRunning(dataDir: string, other: Lock): StackError {
  const where = other.url ? ` at ${other.url}` : '';
  return new StackError(
    `Skarb already runs on ${dataDir} (process ${other.pid}${where}).`,
    `Open that one, stop it with Ctrl-C, or start a second one on its own data: DATA_DIR=.data2 PORT=3001 CHAIN_PORT=8546 npm start`,
  );
}
