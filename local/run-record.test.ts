import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from './process-identity.ts';
import { endLeftovers, recordProcess } from './run-record.ts';

let dir: string;
let sleeper: ReturnType<typeof spawn>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-run-'));
  sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a-mark'], { stdio: 'ignore' });
});

afterEach(() => {
  sleeper.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

test('ends a process that an earlier start left, and deletes its record', async () => {
  recordProcess(dir, 'api', sleeper.pid!, 'a-mark');
  expect(await endLeftovers(dir)).toEqual(['api']);
  expect(isRunning(sleeper.pid!)).toBe(false);
  expect(readdirSync(dir)).toEqual([]);
});

test('does not touch another process with a recycled pid', async () => {
  writeFileSync(
    join(dir, 'api.json'),
    JSON.stringify({ name: 'api', pid: sleeper.pid, identity: 'boot:1', command: 'a-mark' }),
  );
  expect(await endLeftovers(dir)).toEqual([]);
  expect(isRunning(sleeper.pid!)).toBe(true);
});

test('identifies a program by its command line if no start time was recorded', async () => {
  const record = (name: string, command: string) =>
    writeFileSync(join(dir, `${name}.program.json`), JSON.stringify({ name, pid: sleeper.pid, command }));
  record('chain', 'some-other-mark');
  expect(await endLeftovers(dir)).toEqual([]);
  expect(isRunning(sleeper.pid!)).toBe(true);
  record('chain', 'a-mark');
  expect(await endLeftovers(dir)).toEqual(['chain']);
});

test('deletes a record that a crash truncated', async () => {
  writeFileSync(join(dir, 'api.json'), '{"name":"api","pi');
  expect(await endLeftovers(dir)).toEqual([]);
  expect(readdirSync(dir)).toEqual([]);
});
