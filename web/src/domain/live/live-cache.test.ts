import type { Change } from '@skarb/schema/event';
import { InfiniteQueryObserver, QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLiveCache } from './live-cache.ts';

const SOLD: Change = { kind: 'token', uuid: 'a', tokenUuid: 'a', collectionUuid: 'c', version: 1, listing: null };
const listed = (...uuids: string[]) => uuids.map((uuid) => ({ uuid, listing: { price: '1' }, auction: null }));
const exhibition = (...uuids: string[]) => ({ title: { en: 'Birds' }, works: listed(...uuids), collection: null });

const LISTS = {
  list: [['token', 'list', {}], { pages: [{ data: listed('a', 'b') }], pageParams: [1] }],
  more: [['token', 'more', 'c'], { data: listed('a', 'b') }],
  search: [['search', 'owl'], { tokens: listed('a', 'b') }],
  'the first page': [
    ['front', 'page'],
    { exhibitions: [exhibition('b')], featured: { work: listed('a')[0] }, endingSoon: [] },
  ],
  'an exhibition': [['exhibition', 'one', 'e'], exhibition('a', 'b')],
} as const;

it.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
  'a work that is sold has no price in a kept answer of %s',
  (name) => {
    const client = new QueryClient();
    const [key, data] = LISTS[name];
    client.setQueryData(key, data);
    createLiveCache(client).apply(SOLD);
    const text = JSON.stringify(client.getQueryData(key));
    expect(text).toContain('{"uuid":"a","listing":null,"auction":null}');
    expect(text).toContain('{"uuid":"b","listing":{"price":"1"},"auction":null}');
  },
);

it('a list that a change is written into stays as old as it was read, and is still to be read again', () => {
  const client = new QueryClient();
  const state = (key: readonly unknown[]) => client.getQueryState(key);
  const other = ['token', 'list', { search: 'other' }];
  client.setQueryData(LISTS.list[0], LISTS.list[1], { updatedAt: 1 });
  client.setQueryData(other, { pages: [{ data: listed('b') }], pageParams: [1] }, { updatedAt: 2 });
  void client.invalidateQueries({ queryKey: ['token', 'list'] });
  createLiveCache(client).apply(SOLD);
  expect(state(LISTS.list[0])).toMatchObject({ dataUpdatedAt: 1, isInvalidated: true });
  expect(state(other)).toMatchObject({ dataUpdatedAt: 2, isInvalidated: true });
});

type Cards = { data: { uuid: string; listing: { price: string } | null; auction: null }[] };

/** A cache whose answers arrive when the test says so, and what is read. */
const aCache = () => {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const live = createLiveCache(client);
  const stops = [live.stop];
  onTestFinished(() => {
    for (const stop of stops) stop();
    client.clear();
    vi.useRealTimers();
  });
  const reads: { name: string; answer: (data: unknown) => Promise<void> }[] = [];
  const read = <T>(name: string) =>
    new Promise<T>((resolve) =>
      reads.push({
        name,
        answer: async (data) => {
          resolve(data as T);
          await vi.advanceTimersByTimeAsync(0);
        },
      }),
    );
  return {
    client,
    live,
    reads,
    names: () => reads.map(({ name }) => name),
    /** A list of two pages, shown on a page. */
    list: (key: QueryKey) => {
      const list = new InfiniteQueryObserver(client, {
        queryKey: key,
        queryFn: ({ pageParam }) => read<Cards>(`page ${pageParam}`),
        initialPageParam: 1,
        getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
      });
      stops.push(list.subscribe(() => {}));
      return list;
    },
    /** Another answer, shown on a page. */
    show: (queryKey: QueryKey) => {
      stops.push(new QueryObserver(client, { queryKey, queryFn: () => read('one') }).subscribe(() => {}));
    },
    /** What is asked for a card, as a kept answer has it. */
    price: (key: QueryKey, uuid: string) => {
      const found = client.getQueryData<{ pages: Cards[] }>(key)?.pages.flatMap(({ data }) => data);
      return found?.find((card) => card.uuid === uuid)?.listing?.price ?? null;
    },
  };
};
const KEY = ['token', 'list', {}];
const OTHER = ['token', 'list', { search: 'other' }];

it('a price stays as a change said when a next page arrives that was wanted before the change', async () => {
  const { list, live, reads, price } = aCache();
  const shown = list(KEY);
  await reads[0]!.answer({ data: listed('a') });
  void shown.fetchNextPage();
  live.apply(SOLD);
  expect(price(KEY, 'a')).toBe(null);
  await reads[1]!.answer({ data: listed('b') });
  expect([price(KEY, 'a'), price(KEY, 'b')]).toEqual([null, '1']);
});

it('a price stays as the latest change said when an answer arrives that was read before the changes', async () => {
  const { list, live, reads, price, client } = aCache();
  list(KEY);
  await reads[0]!.answer({ data: listed('a') });
  void client.invalidateQueries({ queryKey: KEY });
  const listing = { offerUuid: 'o', price: '5', currencyUuid: 'e', currency: 'ETH', quantityLeft: 1 };
  live.apply(SOLD);
  live.apply({ ...SOLD, version: 2, listing });
  await reads[1]!.answer({ data: listed('a') });
  expect(price(KEY, 'a')).toBe('5');
});

it('a price of the first answer of a list is as a change said that arrived before it', async () => {
  const { list, live, reads, price } = aCache();
  list(KEY);
  live.apply(SOLD);
  await reads[0]!.answer({ data: listed('a', 'b') });
  expect([price(KEY, 'a'), price(KEY, 'b')]).toEqual([null, '1']);
});

it('a change is not written into an answer that was read after it', async () => {
  const { list, live, reads, price, client } = aCache();
  list(KEY);
  list(OTHER);
  await reads[0]!.answer({ data: listed('a') });
  live.apply(SOLD);
  // Began before the change; what other lists have read since stays.
  client.setQueryData(KEY, { pages: [{ data: listed('a') }], pageParams: [1] });
  await reads[1]!.answer({ data: listed('a') });
  expect([price(KEY, 'a'), price(OTHER, 'a')]).toEqual(['1', null]);
  void client.invalidateQueries({ queryKey: OTHER });
  await reads[2]!.answer({ data: listed('a') });
  expect(price(OTHER, 'a')).toBe('1');
});

it('a change is not written into the answer of a read that replaces the one that ran when it arrived', async () => {
  const { list, live, reads, price, client } = aCache();
  list(KEY);
  await reads[0]!.answer({ data: listed('a') });
  void client.invalidateQueries({ queryKey: KEY });
  live.apply(SOLD);
  void client.invalidateQueries({ queryKey: KEY });
  await reads[2]!.answer({ data: listed('a') });
  expect(price(KEY, 'a')).toBe('1');
});

it('what is read for the first time when it changes is read again', async () => {
  const { show, live, reads, names } = aCache();
  show(['token', 'one', 'a']);
  live.apply(SOLD);
  await vi.advanceTimersByTimeAsync(1000);
  expect(names()).toEqual(['one']);
  await reads[0]!.answer({ uuid: 'a' });
  expect(names()).toEqual(['one', 'one']);
  await reads[1]!.answer({ uuid: 'a' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(names()).toEqual(['one', 'one']);
});

const MINUTE = 60_000;
const aMinuteAgo = () => Date.now() - MINUTE;
const cards = (...uuids: string[]) => new Set(uuids);

it('a list is read again once when cards come into view that were read too long ago', async () => {
  const { list, show, live, reads, names } = aCache();
  list(KEY);
  await reads[0]!.answer({ data: listed('a', 'b', 'c') });
  live.show(cards('a'), aMinuteAgo());
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  list(OTHER);
  show(['front', 'page']);
  await reads[1]!.answer({ data: listed('a', 'b') });
  await reads[2]!.answer(LISTS['the first page'][1]);
  expect(names()).toEqual(['page 1', 'page 1', 'one']);
  live.show(cards('x'), aMinuteAgo());
  expect(names()).toHaveLength(3);
  live.show(cards('b'), aMinuteAgo());
  // Another scroll while it is read, and one afterwards.
  live.show(cards('c'), aMinuteAgo());
  expect(names()).toHaveLength(4);
  await reads[3]!.answer({ data: listed('a', 'b', 'c') });
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  live.show(cards('a', 'b', 'c'), aMinuteAgo());
  expect(names()).toHaveLength(4);
});

it('the next page of a list makes the pages before it no younger', async () => {
  const { list, live, reads, names } = aCache();
  const shown = list(KEY);
  await reads[0]!.answer({ data: listed('a', 'b') });
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  void shown.fetchNextPage();
  await reads[1]!.answer({ data: listed('c') });
  // Cards of a page that was just read.
  live.show(cards('c'), aMinuteAgo());
  expect(names()).toEqual(['page 1', 'page 2']);
  live.show(cards('b'), aMinuteAgo());
  expect(names().slice(2)).toEqual(['page 1']);
  await reads[2]!.answer({ data: listed('a', 'b') });
  await reads[3]!.answer({ data: listed('c') });
  live.show(cards('a', 'b', 'c'), aMinuteAgo());
  expect(names().slice(2)).toEqual(['page 1', 'page 2']);
  // Read again once, and not with each page that follows.
  void shown.fetchNextPage();
  await reads[4]!.answer({ data: listed('d') });
  expect(names().slice(4)).toEqual(['page 3']);
});

it('a next page is not stopped to read outdated cards again, and does not replace that', async () => {
  const { list, live, reads, names } = aCache();
  const shown = list(KEY);
  await reads[0]!.answer({ data: listed('a', 'b') });
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  void shown.fetchNextPage();
  live.show(cards('b'), aMinuteAgo());
  expect(names()).toEqual(['page 1', 'page 2']);
  await reads[1]!.answer({ data: listed('c') });
  expect(names()).toEqual(['page 1', 'page 2', 'page 1']);
  void shown.fetchNextPage();
  expect(names().slice(3)).toEqual(['page 3']);
  await reads[3]!.answer({ data: listed('d') });
  expect(names().slice(4)).toEqual(['page 1']);
});
