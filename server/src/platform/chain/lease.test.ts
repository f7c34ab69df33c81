import { createTestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWire } from '../../testing-wire.ts';
import { holdLease } from './lease.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

type Line = { message: string; failures: number; error: string };
/** Holds a lease in the background; `work` may throw. */
const hold = (databaseUrl: string, work: (signal: AbortSignal) => Promise<void>) => {
  const stopping = new AbortController();
  const lines: Line[] = [];
  const log = { warn: (message: string, details?: object) => void lines.push({ message, ...details } as Line) };
  const running = holdLease({ databaseUrl, key: [7, 7], name: 'test', log, signal: stopping.signal, retryMs: 5 }, work);
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return { lines, stop };
};
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

it('work that fails each time is started again, and logged once in sixty times', async () => {
  let starts = 0;
  const { lines, stop } = hold(database.url, async () => {
    starts++;
    throw new Error(`no. ${starts}`);
  });
  await expect.poll(() => starts, { timeout: 60_000 }).toBeGreaterThan(61);
  await stop();
  const message = 'the work of the test has ended with an error';
  expect(lines.slice(0, 2)).toEqual([
    { message, failures: 1, error: 'Error: no. 1' },
    { message, failures: 60, error: 'Error: no. 60' },
  ]);
});

it('a database that cannot be reached is logged each time that it becomes unavailable, and the work starts when it is back', async () => {
  const wire = await createWire(database.url, 5432);
  let held = 0;
  const { lines, stop } = hold(wire.url, async (signal) => {
    held++;
    await untilAborted(signal);
  });
  try {
    for (let round = 1; round <= 2; round++) {
      await expect.poll(() => held, { timeout: 30_000 }).toBe(round);
      await wire.cut();
      const firsts = () => lines.filter(({ failures }) => failures === 1);
      await expect.poll(firsts, { timeout: 30_000 }).toHaveLength(round);
      expect(firsts().at(-1)).toMatchObject({
        message: 'the lease of the test could not be requested',
        error: expect.stringMatching(/ECONNREFUSED|CONNECTION_/),
      });
      await wire.reconnect();
    }
    await expect.poll(() => held, { timeout: 30_000 }).toBe(3);
  } finally {
    await stop();
    await wire.cut();
  }
});
