import type { Work } from '@skarb/schema/primitive';
import { useSyncExternalStore } from 'react';

/** Ends the work under way: the call fails with what the server said. */
type Stop = () => void;

let stops: readonly Stop[] = [];
const listeners = new Set<() => void>();
const set = (next: readonly Stop[]) => {
  stops = next;
  for (const listener of listeners) listener();
};
const stopAll: Stop = () => {
  for (const stop of stops) stop();
};

/**
 * Does the work that the server asks for where many tries failed, in a thread of its own.
 * @returns what the header `skarb-work` says; null when it was stopped, or the browser has no such threads
 */
export const doWork = (work: Work, signal?: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    let worker: Worker | undefined;
    const end = (number: string | null) => {
      worker?.terminate();
      set(stops.filter((one) => one !== stop));
      resolve(number === null ? null : `${work.challenge}.${number}`);
    };
    const stop = () => end(null);
    try {
      worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' });
    } catch {
      return resolve(null);
    }
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => end(data));
    worker.addEventListener('error', stop);
    signal?.addEventListener('abort', stop, { once: true });
    set([...stops, stop]);
    worker.postMessage(work);
  });

/** How to stop the work under way; null while there is none. */
export const useWork = (): Stop | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (stops.length > 0 ? stopAll : null),
    () => null,
  );
