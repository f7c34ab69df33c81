import type { Work } from '@skarb/schema/primitive';
import { solveWork } from './solve-work.ts';

/** Receives a challenge and posts its number. */
self.onmessage = ({ data }: MessageEvent<Work>) => self.postMessage(solveWork(data));
