import { clockOf, timeLeft } from '../domain/reference/time-left.ts';
import { pageHydrated } from '../platform/lazy/hydration.tsx';

const TICK_MS = 1_000;
const CLOCK = /\d\d:\d\d:\d\d$/;

/** Countdowns of parts that are hydrated later run until then, too; their days stay as they are. */
export const tickCountdowns = async (until = pageHydrated()): Promise<void> => {
  const timer = setInterval(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[role="timer"]')) {
      const { firstChild } = time;
      if (firstChild instanceof Text)
        firstChild.data = firstChild.data.replace(CLOCK, clockOf(timeLeft(time.dateTime, Date.now())));
    }
  }, TICK_MS);
  await until;
  clearInterval(timer);
};
