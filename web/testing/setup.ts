// First: what runs later asks once whether it may make code of strings.
import './trusted-types.ts';
import '../src/style.css';
import './browser-boundary.ts';
import { beforeAll } from 'vitest';
import { page } from 'vitest/browser';

// The app has more modules than the 250 resource timings that a page keeps by default.
performance.setResourceTimingBufferSize(10_000);

// This runs before each file, in the one window of all: a file may have left it small, or scrolled.
beforeAll(async () => {
  await page.viewport(1440, 900);
  scrollTo(0, 0);
});
