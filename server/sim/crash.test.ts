import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programScript } from '@skarb/local/testing.ts';
import { describe, expect, it } from 'vitest';

/** `npm run test:all` runs fifteen. */
const SEEDS = 1;
const OPERATIONS = 20;
/** It has deep reorgs and auctions, and its second worker is a separate process, killed with -9. */
const FIRST = 13;

describe('every table equals a clean read of the chain, in both directions', () => {
  // In a separate process: a driver whose connection is cut may throw an uncaught error, which counts as one of its
  // crashes.
  it('after reorgs, a misbehaving node, two workers at once and crashes between any two statements', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [await programScript('simulation'), 'crash', ...[SEEDS, OPERATIONS, FIRST, FIRST, 0].map(String)],
      { maxBuffer: 2 ** 24 },
    ).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    const figures = JSON.parse(stdout.trim().split('\n').at(-1) as string);
    expect(figures).toMatchObject({ seeds: SEEDS, seedsWithDifferences: [], broken: [] });
    expect(figures.deaths).toBeGreaterThan(SEEDS);
    expect(figures.kills).toBeGreaterThan(0);
    expect(figures.reorgs).toBeGreaterThan(0);
    expect(figures.deepestReorg).toBeGreaterThan(20);
    expect(figures.rowsCompared).toBeGreaterThan(SEEDS * 50);
    expect(figures.auctionsCompared).toBeGreaterThan(0);
  }, 600_000);
});
