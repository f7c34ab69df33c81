import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

const systemChromium = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

/**
 * One real stack for the whole run and two browsers on it: much of a journey is waiting for blocks. No test leans on
 * what another makes, or on how the seeded works stand in a list that grows meanwhile.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './stack.setup.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Recording every page costs a third of the time on two cores: only where it is asked for.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(systemChromium ? { executablePath: systemChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
