import type { Change } from '@skarb/schema/event';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createLiveCache } from './live-cache.ts';

const SOLD: Change = { kind: 'token', uuid: 'a', tokenUuid: 'a', collectionUuid: 'c', version: 1, listing: null };
const listed = (...uuids: string[]) => uuids.map((uuid) => ({ uuid, listing: { price: '1' }, auction: null }));

const LISTS = {
  list: [['token', 'list', {}], { pages: [{ data: listed('a', 'b') }], pageParams: [1] }],
  more: [['token', 'more', 'c'], { data: listed('a', 'b') }],
  search: [['search', 'owl'], { tokens: listed('a', 'b') }],
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
