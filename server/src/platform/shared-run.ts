import { setTimeout } from 'node:timers/promises';

/**
 * Shares the runs of `work` among its callers. Runs start at least `ms` apart, and each caller gets one that starts after
 * the call, so that no result is old.
 */
export const sharedRun = <T>(ms: number, work: () => Promise<T>): (() => Promise<T>) => {
  let next: Promise<T> | undefined;
  let startedAt = -Infinity;
  const run = async () => {
    await setTimeout(Math.max(0, startedAt + ms - performance.now()));
    next = undefined;
    startedAt = performance.now();
    return work();
  };
  return () => (next ??= run());
};
