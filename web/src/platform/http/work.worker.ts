import type { Work } from '@skarb/schema/primitive';
import { solveWork } from './solve-work.ts';

/** Takes a challenge, answers with its number. */
self.onmessage = ({ data }: MessageEvent<Work>) => self.postMessage(solveWork(data));
