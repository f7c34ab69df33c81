import type { WorkerStep } from '@skarb/schema/status';

type Running = { step: WorkerStep; since: number };

/** The steps that the worker repeats and that run now. One that never ends stops its loop, without an error anywhere. */
export const createSteps = () => {
  const running = new Set<Running>();
  return {
    run: async <T>(step: WorkerStep, work: () => Promise<T>): Promise<T> => {
      const own = { step, since: Date.now() };
      running.add(own);
      try {
        return await work();
      } finally {
        running.delete(own);
      }
    },
    /** The steps that have run for longer than so many milliseconds, each with its start. */
    longerThan: (ms: number): Running[] => [...running].filter(({ since }) => Date.now() - since > ms),
  };
};
export type Steps = ReturnType<typeof createSteps>;
