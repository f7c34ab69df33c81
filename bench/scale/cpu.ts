/** CPU time of processes, from /proc (Linux). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second: USER_HZ is 100 on every architecture that Node runs on. */
const TICKS = 100;

/** The fields of `/proc/<pid>/stat` after the name; none for a process that has ended. */
const fieldsOf = (pid: number | string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may contain blanks.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** Seconds of CPU that a process has used, without its children. */
export const cpuSecondsOf = (pid: number): number => {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};

const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(fieldsOf(name)[1]) === pid);

/** Seconds of CPU of a process and its children, also of those that have ended. */
export const cpuSecondsOfTree = (pid: number): number => {
  const own = fieldsOf(pid);
  const children = childrenOf(pid).map((child) => fieldsOf(child));
  return (
    (sum([11, 12, 13, 14].map((at) => Number(own[at]))) +
      sum(children.map((child) => Number(child[11] ?? 0) + Number(child[12] ?? 0)))) /
    TICKS
  );
};

/** Microseconds of CPU of all threads of a process, exact to the scheduler's nanoseconds. */
export const cpuMicrosecondsOf = (pid: number | string): number => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return 0;
  return sum(
    readdirSync(tasks).map((task) => {
      try {
        return Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000;
      } catch {
        return 0;
      }
    }),
  );
};

/** The same of the children of a process: PostgreSQL's backends. */
export const cpuMicrosecondsOfChildren = (pid: number): number => sum(childrenOf(pid).map(cpuMicrosecondsOf));

/** Resident memory of a process in MB; what it shares with others counts too. */
export const residentOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
