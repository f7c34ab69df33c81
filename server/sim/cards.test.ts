import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

// In a process of its own: a driver whose connection is cut may throw past everybody, and that is one of its deaths.
it('money by card has one effect an order, whatever dies, is pressed twice, forged, repeated or told out of order', async () => {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', main, 'cards', '1', '6', '1']);
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  const figures = JSON.parse(stdout.trim().split('\n').at(-1) as string);
  expect(figures).toMatchObject({ seeds: 1, orders: 6, wrong: [], broken: [] });
  // How often an API died hangs on the draw and on the machine: the long run tells.
  expect(figures.presses + figures.tellings).toBeGreaterThan(6);
}, 600_000);
