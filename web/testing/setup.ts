// First: what runs later asks once whether it may make code of strings.
import './trusted-types.ts';
import '../src/style.css';
import './browser-boundary.ts';

// The app has more modules than the 250 resource timings that a page keeps by default.
performance.setResourceTimingBufferSize(10_000);
