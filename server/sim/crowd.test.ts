import { expect, it } from 'vitest';
import { runCrowd } from './crowd.ts';

/** `npm run sim -- crowd` uses fifty users. */
const PEOPLE = 6;
const ACTS = 10;

// The long run counts deadlocks: one that PostgreSQL broke and the caller retried is no fault.
it('a crowd over two APIs and two workers causes no fault, and all stored counts equal a fresh count', async () => {
  const result = await runCrowd(1, PEOPLE, ACTS);
  expect(result).toMatchObject({ faults: [], miscounted: [] });
  expect(result.acts).toBeGreaterThan(PEOPLE);
  expect(result.counted).toBeGreaterThan(100);
}, 600_000);
