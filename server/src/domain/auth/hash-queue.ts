import { AppError } from '../../platform/http/app-error.ts';
import { createFairQueue } from '../../platform/process/fair-queue.ts';

type Waiting = { run: () => void; refuse: (error: Error) => void };
/** The owner of a queued task: a known device, which has priority, or a network address. */
export type Hasher = { owner: string; isKnown?: boolean };

/** Every so many turns, one belongs to those who are not known devices. */
const OTHERS_EVERY = 4;

/**
 * Runs expensive tasks with limited concurrency. Owners are served round robin, so that a flood from one network
 * address does not delay others. Known devices come first, so that a flood from many addresses does not delay them; one
 * turn in four is for the others, so that a flood from known devices does not stop them.
 * @param waiting the maximum queue length, for known devices and for others
 */
export const createHashQueue = (atOnce: number, waiting: number) => {
  const known = createFairQueue<Waiting>(waiting);
  const others = createFairQueue<Waiting>(waiting);
  let running = 0;
  let turn = 0;
  const startNext = () => {
    while (running < atOnce) {
      const lines = turn % OTHERS_EVERY === OTHERS_EVERY - 1 ? [others, known] : [known, others];
      const next = lines[0]?.next() ?? lines[1]?.next();
      if (!next) return;
      turn++;
      running++;
      next.item.run();
    }
  };
  /** @throws AppError 503 `auth.busy` when the queue is full, for the newest task of the owner with most waiting */
  return async <T>({ owner, isKnown = false }: Hasher, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((run, refuse) => {
      const dropped = (isKnown ? known : others).add(owner, { run, refuse });
      dropped?.refuse(
        new AppError(503, 'auth.busy', 'Too many people are signing in at this moment, try again in a few seconds', {
          retryAfterSeconds: 3,
        }),
      );
      startNext();
    });
    try {
      return await work();
    } finally {
      running--;
      startNext();
    }
  };
};
