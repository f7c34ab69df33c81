import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 100;

/**
 * Shut while the database is away, so that callers hear so at once instead of queueing for connections that
 * do not come. The first call that fails shuts it; one probe at a time asks, and its first success opens it.
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
