import '../src/style.css';
import './browser-boundary.ts';

// The app has more modules than the 250 resource timings that a page keeps by default.
performance.setResourceTimingBufferSize(10_000);
