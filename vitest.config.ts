import { defineConfig } from 'vitest/config';

/**
 * One project a workspace; tests lie beside what they test. Browser tests (`*.spec.ts` in e2e)
 * are Playwright's; the contracts run their own, with forge (contracts/script/test.mjs).
 */
const project = (name: string, settings: { globalSetup?: string[]; testTimeout?: number } = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`${name}/**/*.test.{ts,tsx,mjs}`],
    exclude: ['**/node_modules/**', '**/dist/**'],
    ...settings,
  },
});

const realParts = { globalSetup: ['./local/testing-setup.ts'], testTimeout: 30_000 };

export default defineConfig({
  test: {
    pool: 'forks',
    // Sized for two cores: each worker may have an anvil of its own, beside one PostgreSQL for all.
    maxWorkers: 2,
    hookTimeout: 60_000,
    testTimeout: 10_000,
    projects: [
      project('schema'),
      project('server', realParts),
      project('web'),
      project('local', realParts),
      project('tools'),
      project('bench'),
    ],
  },
});
