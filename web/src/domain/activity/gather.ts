import type { ActivityEvent } from '@skarb/schema/activity';

/** A line, and those that follow it and say the same of other works. */
export type Gathered = { first: ActivityEvent; others: ActivityEvent[] };

/** Fewer lines are shown one by one. */
const LEAST = 4;
const HOUR_MS = 3_600_000;

const sayTheSame = (one: ActivityEvent, next: ActivityEvent): boolean =>
  one.kind === next.kind &&
  // Sales are what readers come for.
  one.kind !== 'SALE' &&
  one.event === next.event &&
  one.from === next.from &&
  one.to === next.to &&
  one.collection.uuid === next.collection.uuid &&
  Date.parse(one.createdAt) - Date.parse(next.createdAt) < HOUR_MS;

/**
 * Lines, newest first, in which neighbours of one kind, people and collection are gathered: somebody's hundred mints must
 * not hide what others did.
 */
export const gather = (lines: readonly ActivityEvent[]): Gathered[] => {
  const runs: ActivityEvent[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && sayTheSame(last, line)) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => {
    const [first, ...others] = run;
    return first && run.length >= LEAST ? [{ first, others }] : run.map((line) => ({ first: line, others: [] }));
  });
};
