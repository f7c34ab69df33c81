/** CPU time of processes, from /proc (Linux). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second: USER_HZ is 100 on every architecture that Node runs on. */
const TICKS = 100;

const fieldsOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in brackets, which may contain blanks.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Seconds of CPU that a process has used, without its children. */
export const cpuSecondsOf = (pid: number): number => {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};

/** Seconds of CPU of a process and its children, also of those that have ended. */
export const cpuSecondsOfTree = (pid: number): number => {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) continue;
    try {
      const fields = fieldsOf(Number(name));
      if (Number(name) === pid) sum += [11, 12, 13, 14].reduce((all, at) => all + Number(fields[at]), 0);
      else if (Number(fields[1]) === pid) sum += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended meanwhile.
    }
  }
  return sum / TICKS;
};
