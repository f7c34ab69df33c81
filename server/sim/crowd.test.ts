import { expect, it } from 'vitest';
import { runCrowd } from './crowd.ts';

/** `npm run sim -- crowd` is fifty people. */
const PEOPLE = 6;
const ACTS = 10;

// Circles of waiting are the long run's to count: one that was broken and tried again is no fault.
it('a crowd over two APIs and two workers meets no fault, and is counted as counting anew does', async () => {
  const result = await runCrowd(1, PEOPLE, ACTS);
  expect(result).toMatchObject({ faults: [], miscounted: [] });
  expect(result.acts).toBeGreaterThan(PEOPLE);
  expect(result.counted).toBeGreaterThan(100);
}, 600_000);
