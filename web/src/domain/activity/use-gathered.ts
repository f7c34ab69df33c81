import type { ActivityEvent } from '@skarb/schema/activity';
import { skipToken, useQuery, useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '../../platform/query/pages.ts';
import { gather } from './gather.ts';

/** Lines that say the same as the one they follow, hidden until the reader asks for them. */
export type Alike = { count: number; isOpen: boolean; toggle: () => void };
export type ShownLine = { line: ActivityEvent; alike?: Alike };

/** A list that gathering leaves shorter than this reads more by itself. */
const LEAST_LINES = 8;
/** How many pages a list has before only the reader asks for more. */
const MOST_PAGES = 5;

type List = {
  data?: InfiniteData<Page<ActivityEvent>>;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Groups that the reader has opened, by one of their lines: kept with the list, for when they come back to it. */
const useOpened = (queryKey: QueryKey) => {
  const client = useQueryClient();
  const key = [...queryKey, 'opened'];
  const { data: opened = [] } = useQuery<readonly string[]>({ queryKey: key, queryFn: skipToken });
  return { opened, setOpened: (next: readonly string[]) => client.setQueryData(key, next) };
};

/** The lines of a paged list, each once, of which neighbours that say the same are shown as one. */
export const useGathered = (list: List, queryKey: QueryKey): { lines: ActivityEvent[]; shown: ShownLine[] } => {
  const { opened, setOpened } = useOpened(queryKey);
  const pages = list.data?.pages ?? [];
  // Something new may move a line from one page to the next between two reads: show it once.
  const known = new Set<string>();
  const once = pages.map(({ data }) =>
    data.filter(({ uuid }) => {
      const isNew = !known.has(uuid);
      known.add(uuid);
      return isNew;
    }),
  );
  const lines = once.flat();
  const shown = gather(once).flatMap(({ first, others }): ShownLine[] => {
    if (others.length === 0) return [{ line: first }];
    const members = [first, ...others].map(({ uuid }) => uuid);
    // By any of its members: new lines and further pages change where a group begins and ends.
    const isOpen = members.some((uuid) => opened.includes(uuid));
    const toggle = () => setOpened(isOpen ? opened.filter((uuid) => !members.includes(uuid)) : [...opened, first.uuid]);
    const alike = { count: others.length, isOpen, toggle };
    return [{ line: first, alike }, ...(isOpen ? others.map((line) => ({ line })) : [])];
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isShort =
    shown.length < LEAST_LINES && pages.length < MOST_PAGES && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return { lines, shown };
};
