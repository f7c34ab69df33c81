import type { Work } from '@skarb/schema/primitive';
import { useSyncExternalStore } from 'react';

/** Stops the running proof of work: the call then fails with the server's error. */
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
 * Solves, in a worker thread, the proof of work that the server requests after many failed attempts.
 * @returns the value of the header `skarb-work`; null if it was stopped or the browser has no workers
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

/** Stops the running proof of work; null while none runs. */
export const useWork = (): Stop | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (stops.length > 0 ? stopAll : null),
    () => null,
  );
