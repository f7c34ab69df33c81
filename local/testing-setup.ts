import { startTestRun } from './testing.ts';

/**
 * Vitest's global set-up for test files that use the database or a chain: one PostgreSQL for the whole run, shared by
 * all projects.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.SKARB_TEST_RUN_DIR) return async () => {};
  const run = await startTestRun();
  return () => run.end();
}
