// First: what runs later asks once whether it may make code of strings.
import './trusted-types.ts';
import '../src/style.css';
import './browser-boundary.ts';
import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';

// The app has more modules than the 250 resource timings that a page keeps by default.
performance.setResourceTimingBufferSize(10_000);

// All tests share one window: the one before may have left it small, or scrolled.
beforeEach(async () => {
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  scrollTo(0, 0);
});
