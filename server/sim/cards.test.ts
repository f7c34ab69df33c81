import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programScript } from '@skarb/local/testing.ts';
import { expect, it } from 'vitest';

// In a separate process: a driver whose connection is cut may throw an uncaught error, which counts as one of its
// crashes.
it('each card order has one effect, despite crashes, double clicks, and forged, repeated or unordered webhooks', async () => {
  const run = promisify(execFile)(process.execPath, [await programScript('simulation'), 'cards', '1', '6', '1']);
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  const figures = JSON.parse(stdout.trim().split('\n').at(-1) as string);
  expect(figures).toMatchObject({ seeds: 1, orders: 6, wrong: [], broken: [] });
  // The number of API crashes depends on the seed and the machine: the long run checks it.
  expect(figures.presses + figures.deliveries).toBeGreaterThan(6);
}, 600_000);
