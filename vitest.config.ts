import { defineConfig } from 'vitest/config';
import SlowFirst from './tools/slow-first.mjs';
import { V8_FLAGS } from './tools/v8-flags.mjs';
import { componentTests } from './web/testing/project.ts';

/**
 * Projects differ in what their tests share: each starts processes and a server of Vite of its own, which takes a second of
 * CPU. Tests lie beside what they test. Browser tests (`*.spec.ts` in e2e) are Playwright's; the contracts run their own, with
 * forge (contracts/script/test.mjs).
 */
const project = (
  name: string,
  settings: {
    include: string[];
    exclude?: string[];
    globalSetup?: string[];
    testTimeout?: number;
    isolate?: boolean;
    env?: Record<string, string>;
  },
) => ({
  extends: true as const,
  test: {
    name,
    ...settings,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.tsx', ...(settings.exclude ?? [])],
  },
});

const testsOf = (folder: string) => `${folder}/**/*.test.{ts,tsx,mjs}`;

/** Tests that change lists which modules read at their import. */
const ALONE = '**/*.isolated.test.ts';

/**
 * Files share their worker's modules, as a server's requests do: importing the server took 2 s of CPU for each file. A test
 * that changes something global (a module's state, the environment) restores it.
 */
// The component tests define NODE_ENV for the browser (web/testing/project.ts), and Vitest would set it here as well.
const pure = { isolate: false, env: { NODE_ENV: 'test' } };
const realParts = { ...pure, globalSetup: ['./local/testing-setup.ts'], testTimeout: 120_000 };

/**
 * Rejections inside of the driver that nobody can await: its statement about the types of a new connection, when the test
 * stops the server at that moment.
 */
const isOfOurs = ({ code, query }: { code?: unknown; query?: unknown }): boolean =>
  !(
    ['ECONNREFUSED', 'CONNECTION_DESTROYED'].includes(String(code)) &&
    // Without a text: the same statement before it has one.
    ((code !== 'ECONNREFUSED' && query === undefined) || String(query).includes('pg_catalog.pg_type'))
  );

export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: V8_FLAGS,
    // For two cores: tests on a chain spend most of their time waiting for it.
    maxWorkers: 5,
    sequence: { sequencer: SlowFirst },
    hookTimeout: 180_000,
    // Far beyond what any test takes: these limits find what hangs, not a busy machine.
    testTimeout: 60_000,
    onUnhandledError: isOfOurs,
    // A failure that only happens on a busy machine is seen once: its message names all of what was found.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      // Vitest runs them in the order of their names: long files first, and many short ones at the end.
      project('art', { ...pure, include: [testsOf('art')], testTimeout: 120_000 }),
      // `local` looks for processes that a stack left behind: no other file may have started any in the same worker.
      project('isolated', { ...realParts, isolate: true, include: [ALONE, testsOf('local')] }),
      project('server', { ...realParts, include: [testsOf('server')], exclude: [ALONE] }),
      project('simple', {
        ...pure,
        include: ['schema', 'client', 'web', 'tools', 'bench'].map(testsOf),
        exclude: [ALONE],
      }),
      componentTests,
    ],
  },
});
