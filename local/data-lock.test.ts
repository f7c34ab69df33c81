import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock, lockDataDir } from './data-lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('only one stack at a time can lock a data directory', () => {
  const release = lockDataDir(dir, 'http://localhost:1');
  expect(() => lockDataDir(dir, 'http://localhost:2')).toThrow(/already runs on .*http:\/\/localhost:1/);
  release();
  lockDataDir(dir, 'http://localhost:2')();
});

test('replaces the lock of a dead process, or a partly written one', () => {
  lockDataDir(dir, 'http://localhost:1')();
  for (const left of [JSON.stringify({ pid: 2 ** 22 - 1, identity: 'boot:1' }), '{"pid":12']) {
    writeFileSync(join(dir, 'run', 'stack.json'), left);
    const release = lockDataDir(dir, 'http://localhost:3');
    expect(JSON.parse(readFileSync(join(dir, 'run', 'stack.json'), 'utf8')).pid).toBe(process.pid);
    release();
  }
});

test('runs serialized work one at a time, and does not wait for a dead holder', async () => {
  const file = join(dir, 'turn', 'lock.json');
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    // Whoever did not wait is inside by then.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await withFileLock(file, async () => {});
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 - 1, identity: 'boot:1' }));
  await Promise.all([withFileLock(file, work), withFileLock(file, work), withFileLock(file, work)]);
  expect(most).toBe(1);
});
