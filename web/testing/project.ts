import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { CHROMIUM_ARGS, systemChromium } from '../../tools/chromium.mjs';

const executablePath = systemChromium();

/**
 * The tests' frame is laid out, painted and pressed as ever, and only its pixels are not drawn: that takes a seventh of these
 * tests' CPU. `npm run test:all` draws them.
 */
const UNDRAWN = { content: `document.head.insertAdjacentHTML('beforeend', '<style>iframe { opacity: 0 }</style>');` };

/**
 * Vitest's project of the component tests: screens, forms and dialogs of the web app in a real Chromium, with every
 * answer of the API, the chain and the wallet given by the test. Files end in `.browser.test.tsx`.
 */
export const componentTests: TestProjectInlineConfiguration = {
  extends: true,
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [react(), tailwind()],
  // React as people get it: its development build takes a third more time.
  define: { __LOCAL_STACK__: 'false', 'process.env.NODE_ENV': '"production"' },
  // All packages are prepared before the first test: one that is found later reloads the page under a running test.
  optimizeDeps: {
    entries: ['src/entry-client.tsx', 'testing/setup.ts', 'testing/open-app.tsx', '**/*.browser.test.tsx'],
  },
  test: {
    name: 'component',
    include: ['**/*.browser.test.tsx'],
    setupFiles: ['./testing/setup.ts'],
    env: { ALL_LANGUAGES: process.env.ALL_LANGUAGES ?? '' },
    testTimeout: 60_000,
    // One page for all files: a file of its own would fetch the whole app again. `openApp` leaves nothing behind.
    isolate: false,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      orchestratorScripts: process.env.LONG_TESTS ? [] : [UNDRAWN],
      fileParallelism: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: [...CHROMIUM_ARGS, '--js-flags=--single-threaded-gc'],
        },
        // Drawing animations takes a fifth of these tests' CPU: `npm run test:all` has them.
        contextOptions: { locale: 'en-GB', reducedMotion: process.env.LONG_TESTS ? 'no-preference' : 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
