import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from './managed-process.ts';
import { Service } from './services.ts';
import type { StackError } from './stack-error.ts';
import { superviseParts } from './supervisor.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

let dir: string;
let service: Service;
let stopWatching = () => {};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-supervisor-'));
});
afterEach(async () => {
  stopWatching();
  await service.kill9();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs this code as a supervised service; `gaveUp` resolves with the supervisor's final error. */
async function watchOver(code: string): Promise<{ said: string[]; gaveUp: Promise<StackError> }> {
  const command = join(dir, 'service.mjs');
  writeFileSync(command, code);
  service = new Service(
    new ManagedProcess({ name: 'worker', kind: 'node', command, cwd: ROOT, logDir: dir, runDir: dir, mark: command }),
  );
  const said: string[] = [];
  const gaveUp = new Promise<StackError>((resolve) => {
    stopWatching = superviseParts({
      database: undefined,
      chain: undefined,
      services: [service],
      say: (text) => said.push(text),
      onGivingUp: resolve,
      patient: false,
      pauseMs: 5,
    });
  });
  await service.start();
  return { said, gaveUp };
}

async function untilNewPid(old: number | undefined): Promise<number> {
  for (;;) {
    const { pid } = service;
    if (pid !== undefined && pid !== old) return pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('restarts a killed service, however often', async () => {
  const { said } = await watchOver('setInterval(() => {}, 1000);');
  for (let kill = 0; kill < 8; kill++) {
    const { pid } = service;
    service.crash();
    await untilNewPid(pid);
  }
  expect(said).toHaveLength(8);
});

test('gives up on a service that keeps failing, with the last lines of its log', { timeout: 40_000 }, async () => {
  const { gaveUp } = await watchOver('console.error("the chain id is wrong"); process.exit(3);');
  const error = await gaveUp;
  expect(error.message).toMatch(/worker ended 6 times within a minute \(code 3\)/);
  expect(error.message).toContain('the chain id is wrong');
  expect(error.advice).toContain('worker.log');
});

test('does not restart a stopped service', async () => {
  const { said } = await watchOver('setInterval(() => {}, 1000);');
  await service.stop();
  // The supervisor announces a restart as soon as the process has ended, which `stop` waits for.
  expect(service.pid).toBeUndefined();
  expect(said).toEqual([]);
});
