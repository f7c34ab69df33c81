import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 100;

/**
 * Shut while the database is unavailable, so that clients get their 503 at once instead of waiting for a connection.
 * The first failed call shuts it; one probe at a time tries the database, and the first success opens it.
 */
export const createDatabaseGate = (probe: () => Promise<unknown>) => {
  let isShut = false;
  let isOver = false;
  const ask = async () => {
    while (isShut && !isOver) {
      try {
        await probe();
        isShut = false;
      } catch {
        await sleep(PROBE_EVERY_MS, undefined, { ref: false });
      }
    }
  };
  return {
    isShut: () => isShut,
    shut: () => {
      if (isShut || isOver) return;
      isShut = true;
      void ask();
    },
    close: () => {
      isOver = true;
    },
  };
};
