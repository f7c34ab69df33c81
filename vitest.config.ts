import { defineConfig } from 'vitest/config';
import { componentTests } from './web/testing/project.ts';

/**
 * One project a workspace; tests lie beside what they test. Browser tests (`*.spec.ts` in e2e)
 * are Playwright's; the contracts run their own, with forge (contracts/script/test.mjs).
 */
const project = (name: string, settings: { globalSetup?: string[]; testTimeout?: number; isolate?: boolean } = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`${name}/**/*.test.{ts,tsx,mjs}`],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.tsx'],
    ...settings,
  },
});

/** Tests that keep nothing in their modules share a worker’s: importing took most of their time. */
const pure = { isolate: false };
const realParts = { globalSetup: ['./local/testing-setup.ts'], testTimeout: 120_000 };

export default defineConfig({
  test: {
    pool: 'forks',
    // Sized for two cores: each worker may have an anvil of its own, beside one PostgreSQL for all.
    maxWorkers: 2,
    hookTimeout: 180_000,
    // Far beyond what anything takes: a bound finds what hangs, not how busy the machine is.
    testTimeout: 60_000,
    projects: [
      project('schema', pure),
      project('client', pure),
      project('server', realParts),
      project('web', pure),
      componentTests,
      project('local', realParts),
      project('tools', pure),
      project('bench', pure),
    ],
  },
});
