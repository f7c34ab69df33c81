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
 * not hide what others did. What a page shows singly stays so when the next one goes on with the same.
 * @param pages each line once
 */
export const gather = (pages: readonly (readonly ActivityEvent[])[]): Gathered[] => {
  const shown: Gathered[] = [];
  let last: ActivityEvent | undefined;
  for (const page of pages) {
    let run: ActivityEvent[] = [];
    /** Whether the run goes on from the page before. */
    let isContinued = true;
    const end = () => {
      const group = isContinued ? shown.at(-1) : undefined;
      if (group && (group.others.length > 0 || run.length >= LEAST - 1)) group.others.push(...run);
      else if (run[0] && run.length >= LEAST) shown.push({ first: run[0], others: run.slice(1) });
      else shown.push(...run.map((line) => ({ first: line, others: [] })));
      run = [];
      isContinued = false;
    };
    for (const line of page) {
      if (!last || !sayTheSame(last, line)) end();
      run.push(line);
      last = line;
    }
    end();
  }
  return shown;
};
