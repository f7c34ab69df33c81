import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from a later one with the same, recycled pid: its start time (and the boot id, because start
 * times count from the boot). Undefined if no such process runs.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (!isRunning(pid)) return undefined;
  if (process.platform === 'win32') return `win:${pid}`;
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started === '' ? undefined : started;
  } catch {
    return undefined;
  }
}

/** Whether a process with this pid runs (a zombie that waits for its parent does not). */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return linuxIdentity(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process, if it is cheap to read. */
export function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** The pid of a process's parent, if it is cheap to read. */
export function parentOf(pid: number): number | undefined {
  try {
    return process.platform === 'linux' ? Number(linuxStat(pid)[1]) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat from the third on: state, parent, … */
function linuxStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may contain spaces, so splits only what follows it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const fields = linuxStat(pid);
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
