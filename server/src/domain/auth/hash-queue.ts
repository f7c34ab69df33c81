import { AppError } from '../../platform/http/app-error.ts';
import { createFairQueue } from '../../platform/process/fair-queue.ts';

type Waiting = { run: () => void; refuse: (error: Error) => void };
/** Whose turn it uses: a known browser, which comes before everybody else, or a place. */
export type Hasher = { owner: string; isKnown?: boolean };

/**
 * Costly work, so many pieces at once. Owners take turns, so that a flood from one place does not hold back others, and
 * known browsers come first, so that a flood from many places does not hold back who was here before.
 * @param waiting how many wait, of known browsers and of others
 */
export const createHashQueue = (atOnce: number, waiting: number) => {
  const known = createFairQueue<Waiting>(waiting);
  const others = createFairQueue<Waiting>(waiting);
  let running = 0;
  const startNext = () => {
    while (running < atOnce) {
      const next = known.next() ?? others.next();
      if (!next) return;
      running++;
      next.item.run();
    }
  };
  /** @throws AppError 503 `auth.busy` when too many wait, to whoever has most waiting */
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
