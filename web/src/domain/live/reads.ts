import type { Query, QueryClient } from '@tanstack/react-query';

/** The pages of a list; another answer is one. */
const pagesOf = (answer: unknown): unknown[] => (answer as { pages?: unknown[] } | undefined)?.pages ?? [answer];

/** Follows what a cache reads: what is on its way when something changes may be from before, and a page of a list is older than the next one. */
export const followReads = (client: QueryClient) => {
  /** What is done when the running fetch of a query has its answer. */
  const due = new WeakMap<Query, Map<string, () => void>>();
  /** When the pages of a list were read that has got a next one since. */
  const pagesRead = new WeakMap<Query, number[]>();
  /** To be read again, also if a next page stops that. */
  const outdated = new WeakSet<Query>();

  const readTimes = (query: Query): number[] => {
    const known = pagesRead.get(query);
    return pagesOf(query.state.data).map((_, page) => known?.[page] ?? query.state.dataUpdatedAt);
  };
  const readAgain = ({ queryKey }: Query) => void client.invalidateQueries({ queryKey, exact: true });
  /** Does something when a fetch that runs now has its answer. Of one name only the latest is done; a new fetch needs none. */
  const afterRunning = (query: Query, name: string, act: () => void): void => {
    if (query.state.fetchStatus !== 'idle')
      due.set(query, (due.get(query) ?? new Map<string, () => void>()).set(name, act));
  };

  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isNextPage = !!query.state.fetchMeta?.fetchMore;
    if (action.type === 'fetch') {
      due.delete(query);
      if (isNextPage && query.state.data) pagesRead.set(query, readTimes(query));
    }
    // Something is written into it, or its fetch is repeated.
    if (query.state.fetchStatus !== 'idle') return;
    const acts = due.get(query);
    due.delete(query);
    if (action.type !== 'success' || action.manual) return;
    acts?.forEach((act) => act());
    if (isNextPage) {
      if (outdated.has(query)) readAgain(query);
    } else {
      pagesRead.delete(query);
      outdated.delete(query);
    }
  });

  return {
    stop,
    afterRunning,
    /** Reads answers again. A fetch that is the first is not restarted, so it is repeated. */
    again: (predicate: (query: Query) => boolean): void => {
      for (const query of client.getQueryCache().findAll({ predicate }))
        if (query.state.data === undefined) afterRunning(query, 'again', () => readAgain(query));
      void client.invalidateQueries({ predicate });
    },
    /** Reads an answer again that has a page from before a time in which something is shown. */
    againIfOlder: (query: Query, time: number, isShownIn: (page: unknown) => boolean): void => {
      const read = readTimes(query);
      if (!pagesOf(query.state.data).some((page, index) => read[index]! < time && isShownIn(page))) return;
      outdated.add(query);
      if (query.state.fetchStatus === 'idle') readAgain(query);
    },
  };
};
