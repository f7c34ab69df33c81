import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, identityOf, isRunning } from './process-identity.ts';

/** The content of `.data/run/<name>.json` about a started process. */
interface RunRecord {
  name: string;
  pid: number;
  /** From `identityOf`; absent if a watchdog wrote the record, then `command` decides. */
  identity?: string;
  /** A part of the command line that only this process has. */
  command: string;
}

/** Writes a file so that a reader sees either the old or the new content, never a part. */
export function writeAtomically(file: string, content: string, mode = 0o644): void {
  const half = `${file}.${process.pid}.half`;
  writeFileSync(half, content, { mode });
  renameSync(half, file);
}

/** Records a started process, so that the next start can end it if this one does not. */
export function recordProcess(runDir: string, name: string, pid: number, command: string): void {
  mkdirSync(runDir, { recursive: true });
  const record: RunRecord = { name, pid, identity: identityOf(pid), command };
  writeAtomically(join(runDir, `${name}.json`), JSON.stringify(record));
}

/** Deletes the record of a process that has ended. */
export function forgetProcess(runDir: string, name: string): void {
  rmSync(join(runDir, `${name}.json`), { force: true });
}

/**
 * Ends the processes that an earlier start left. Kills a recorded pid only if it is still the recorded process (same
 * start time, or the same command line), so it never touches a recycled pid. @returns the names of the ended processes
 */
export async function endLeftovers(runDir: string): Promise<string[]> {
  return endRecorded(listRecords(runDir));
}

/** Like `endLeftovers`, for some records only. */
export async function endRecorded(files: string[]): Promise<string[]> {
  const ended: string[] = [];
  const waiting: number[] = [];
  for (const file of files) {
    const record = readRecord(file);
    rmSync(file, { force: true });
    if (!record || !isStillOurs(record)) continue;
    // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for its clients.
    signal(record.pid, record.name === 'database' ? 'SIGINT' : 'SIGTERM');
    waiting.push(record.pid);
    ended.push(record.name);
  }
  await waitForEnd(waiting, 8_000);
  for (const pid of waiting) if (isRunning(pid)) signal(pid, 'SIGKILL');
  await waitForEnd(waiting, 2_000);
  return ended;
}

/** Waits until none of these processes runs. @returns false on a timeout */
export async function waitForEnd(pids: number[], timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (pids.some(isRunning)) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

function listRecords(runDir: string): string[] {
  try {
    return readdirSync(runDir)
      .filter((name) => name.endsWith('.json') && name !== 'stack.json')
      .map((name) => join(runDir, name));
  } catch {
    return [];
  }
}

function readRecord(file: string): RunRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
    return Number.isInteger(record.pid) && record.pid > 1 && record.command ? record : undefined;
  } catch {
    return undefined;
  }
}

function isStillOurs(record: RunRecord): boolean {
  if (!isRunning(record.pid)) return false;
  if (record.identity !== undefined) return identityOf(record.pid) === record.identity;
  return commandOf(record.pid)?.includes(record.command) ?? false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}
