import '../src/style.css';
import './browser-boundary.ts';
