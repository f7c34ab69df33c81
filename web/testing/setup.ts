import '../src/style.css';
import './browser-boundary.ts';

// The app's modules alone are more than the 250 that a page keeps.
performance.setResourceTimingBufferSize(10_000);
