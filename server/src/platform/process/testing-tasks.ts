/** Tasks for the tests of the pool: each failure that a process may have. */
import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../http/app-error.ts';
import { serveTasks } from './task.ts';

const held: Buffer[] = [];
serveTasks({
  echo: async (input: unknown) => input,
  pid: async () => process.pid,
  refuse: async () => {
    throw new AppError(413, 'test.refused', 'no', { fields: [{ property: 'file', constraints: { is: 'no' } }] });
  },
  fail: async () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  },
  spin: async () => {
    for (;;);
  },
  /** Allocates memory outside V8's heap, which no option of Node limits. */
  hog: async () => {
    for (;;) {
      held.push(Buffer.alloc(8 * 1024 * 1024, 1));
      await sleep(5);
    }
  },
  /** The same without yielding, so that the process cannot check itself. */
  gorge: async () => {
    for (;;) held.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
  crash: async () => process.abort(),
  until: async (path: string) => {
    while (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      await sleep(10);
    return 'there';
  },
});
