import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, systemChromium } from '../tools/chromium.mjs';

const executablePath = systemChromium();

// For visitor.ts in the workers, which know no options: pages are drawn where somebody looks at them, and by `npm run test:all`.
const isDrawn =
  process.env.LONG_TESTS || process.env.E2E_PICTURES || process.env.E2E_TRACE || process.argv.includes('--headed');
process.env.E2E_UNDRAWN ??= isDrawn ? '' : '1';

/**
 * One real stack for the whole run with four browsers, because tests often wait for blocks. No test depends on data of
 * another, or on the position of seeded tokens in a list that grows during the run.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Playwright empties this folder; beside it are the reports of the other tests.
  outputDir: '../test-results/journeys',
  globalSetup: './stack.setup.ts',
  workers: 4,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Its requests would pass by the routes that tests put in their way; web/src/app/sw.test.ts tests it.
    serviceWorkers: 'block',
    // Drawing animations takes a quarter of the browser's time here: `npm run test:all` has them.
    contextOptions: { reducedMotion: process.env.LONG_TESTS ? 'no-preference' : 'reduce' },
    // Recording every page costs a third of the time on two cores, so it is optional.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Helper threads that collect garbage take a tenth of a page's CPU from the other pages. A page of a test lives for
      // seconds: to optimize its script takes a fifth of its CPU and saves less. The component tests gain nothing by that.
      args: [...CHROMIUM_ARGS, '--js-flags=--single-threaded-gc --no-opt --no-maglev'],
    },
  },
});
