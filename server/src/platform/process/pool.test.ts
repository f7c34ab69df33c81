import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { createFairQueue } from './fair-queue.ts';
import { createPool } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'skarb-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));
const entry = new URL('./testing-tasks.ts', import.meta.url);
const busy = () => new AppError(503, 'test.busy', 'busy', { retryAfterSeconds: 3 });
const pool = (more: Partial<Parameters<typeof createPool>[0]> = {}) =>
  createPool({ entry, size: 1, waitingMax: 10, seconds: 60, megabytes: 400, busy, ...more });

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A zombie: the process has ended but nobody has waited for it, as in containers without an init.
    return !existsSync(`/proc/${pid}/stat`) || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

describe('a pool of processes', () => {
  it('reuses its process for the next task', async () => {
    const { run } = pool();
    expect(await run('a', 'pid', {})).toBe(await run('b', 'pid', {}));
    expect(await run('a', 'echo', { big: 2n ** 200n })).toEqual({ big: 2n ** 200n });
  });

  it('passes on an error of a task, and keeps its process', async () => {
    const { run } = pool();
    const pid = await run('a', 'pid', {});
    await expect(run('a', 'refuse', {})).rejects.toMatchObject({
      status: 413,
      code: 'test.refused',
      fields: [{ property: 'file', constraints: { is: 'no' } }],
    });
    await expect(run('a', 'refuse', {})).rejects.toBeInstanceOf(AppError);
    await expect(run('a', 'fail', {})).rejects.toMatchObject({ code: 'ENOSPC', message: 'full' });
    expect(await run('a', 'pid', {})).toBe(pid);
  });

  it('kills the process of an endless task, and runs the next task in another', async () => {
    const { run } = pool({ seconds: 1 });
    const pid = await run<number>('a', 'pid', {});
    const [spun, next] = await Promise.allSettled([run('a', 'spin', {}), run<number>('b', 'pid', {})]);
    expect(spun).toMatchObject({ status: 'rejected', reason: { name: 'WorkDied', why: 'time' } });
    expect(next.status === 'fulfilled' && next.value !== pid).toBe(true);
    expect(isAlive(pid)).toBe(false);
  });

  it('kills the process of a task that exceeds the memory limit', async () => {
    const { run } = pool();
    await expect(run('a', 'hog', {})).rejects.toMatchObject({ name: 'WorkDied', why: 'memory' });
    expect(await run('a', 'echo', 1)).toBe(1);
  });

  it.runIf(process.platform === 'linux')('bounds work that never looks up, by the kernel', async () => {
    const { run } = pool();
    await expect(run('a', 'gorge', {})).rejects.toThrow(/alloc|memory|ended/i);
    expect(await run('a', 'echo', 1)).toBe(1);
  });

  it('continues after a process crashed', async () => {
    const { run } = pool();
    await expect(run('a', 'crash', {})).rejects.toMatchObject({ name: 'WorkDied', why: 'crash' });
    expect(await run('a', 'echo', 1)).toBe(1);
  });

  it('keeps a process free for tasks outside of a lane, however many owners fill the lane', async () => {
    const { run } = pool({ size: 2 });
    const gate = join(folder, 'lane-gate');
    const drawings = ['a', 'b', 'c'].map((owner) => run(owner, 'until', gate, 'drawings'));
    expect(await run('d', 'echo', 'done')).toBe('done');
    writeFileSync(gate, '');
    await Promise.all(drawings);
  });

  it('keeps a process free for other owners, however many tasks one owner has', async () => {
    const { run } = pool({ size: 2 });
    const gate = join(folder, 'gate');
    const mine = [1, 2, 3].map(() => run('a', 'until', gate));
    expect(await run('b', 'echo', 'done')).toBe('done');
    writeFileSync(gate, '');
    expect(await Promise.all(mine)).toEqual(['there', 'there', 'there']);
  });

  it('refuses a task when the queue is full', async () => {
    const { run } = pool({ waitingMax: 1 });
    const gate = join(folder, 'gate2');
    await run('a', 'echo', 0);
    const work = run('a', 'until', gate);
    const waits = run('b', 'echo', 2);
    await expect(run('b', 'echo', 3)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3 });
    writeFileSync(gate, '');
    expect(await Promise.all([work, waits])).toEqual(['there', 2]);
  });

  it('ends its processes with the parent, also after kill -9', async () => {
    const program = `
      const { createPool } = await import(${JSON.stringify(new URL('./pool.ts', import.meta.url).href)});
      const pool = createPool({ entry: new URL(${JSON.stringify(entry.href)}), size: 1, waitingMax: 1, seconds: 60, megabytes: 400, busy: () => new Error() });
      console.log(await pool.run('a', 'pid', {}));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    while (isAlive(pid)) await sleep(20);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a fair queue', () => {
  it('serves each owner once before any owner a second time', () => {
    const queue = createFairQueue<string>(10);
    for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) queue.add(item[0] as string, item);
    const order = Array.from({ length: 7 }, () => queue.next()?.item);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect([queue.size(), queue.next()]).toEqual([0, undefined]);
  });

  it('drops, when full, the newest item of the owner with the most items', () => {
    const queue = createFairQueue<string>(3);
    for (const item of ['a1', 'a2', 'a3']) expect(queue.add('a', item)).toBeUndefined();
    expect(queue.add('b', 'b1')).toBe('a3');
    expect(queue.add('a', 'a4')).toBe('a4');
    expect(queue.add('b', 'b2')).toBe('b2');
    expect(queue.size()).toBe(3);
  });

  it('skips owners that may not be served now, and keeps their position', () => {
    const queue = createFairQueue<string>(10);
    for (const item of ['a1', 'b1', 'a2']) queue.add(item[0] as string, item);
    expect(queue.next((owner) => owner !== 'a')?.item).toBe('b1');
    expect(queue.next((owner) => owner !== 'a')).toBeUndefined();
    expect(queue.next()?.item).toBe('a1');
  });
});
