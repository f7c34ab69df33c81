import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a data directory belongs to one stack at a time', () => {
  const release = lockDataDir(dir, 'http://localhost:1');
  expect(() => lockDataDir(dir, 'http://localhost:2')).toThrow(/already runs on .*http:\/\/localhost:1/);
  release();
  lockDataDir(dir, 'http://localhost:2')();
});

test('the lock of a dead process, or a half-written one, is taken over', () => {
  lockDataDir(dir, 'http://localhost:1')();
  for (const left of [JSON.stringify({ pid: 2 ** 22 - 1, identity: 'boot:1' }), '{"pid":12']) {
    writeFileSync(join(dir, 'run', 'stack.json'), left);
    const release = lockDataDir(dir, 'http://localhost:3');
    expect(JSON.parse(readFileSync(join(dir, 'run', 'stack.json'), 'utf8')).pid).toBe(process.pid);
    release();
  }
});
