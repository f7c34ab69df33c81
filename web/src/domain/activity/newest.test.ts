import { expect, it } from 'vitest';
import { anActivity } from '../../../testing/front-examples.ts';
import { newLines, withNewLines } from './newest.ts';

const at = (uuid: string, minute: number) =>
  anActivity({ uuid, createdAt: `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z` });

it('new lines are those that are not shown and not older than the first one', () => {
  const shown = [at('b', 5), at('a', 3)];
  expect(newLines([at('d', 7), at('c', 5), at('b', 5), at('x', 4)], shown).map(({ uuid }) => uuid)).toEqual(['d', 'c']);
  expect(newLines([at('a', 1)], []).map(({ uuid }) => uuid)).toEqual(['a']);
});

const uuidsOf = (pages: readonly { data: readonly { uuid: string }[] }[]) =>
  pages.map(({ data }) => data.map(({ uuid }) => uuid));
const meta = { itemsPerPage: 2, totalItems: 3, currentPage: 1, totalPages: 2 };
const list = {
  pages: [
    { data: [at('c', 5), at('b', 3)], meta },
    { data: [at('a', 1)], meta: { ...meta, currentPage: 2 } },
  ],
  pageParams: [1, 2],
};

it('new lines are put before the first page, and later pages stay', () => {
  const next = withNewLines(list, { data: [at('d', 6), at('c', 5)], meta }, [at('d', 6)]);
  expect(uuidsOf(next.pages)).toEqual([['d', 'c', 'b'], ['a']]);
  expect(next.pageParams).toEqual([1, 2]);
});

it('a list begins again with a newest page whose lines are all new: between it and the shown ones there may be others', () => {
  const data = [at('f', 8), at('e', 7)];
  const next = withNewLines(list, { data, meta }, data);
  expect(uuidsOf(next.pages)).toEqual([['f', 'e']]);
  expect(next.pageParams).toEqual([1]);
});

it('a newest page without another one leaves nothing out: its lines are put before the shown ones', () => {
  const data = [at('e', 7)];
  const next = withNewLines(list, { data, meta: { ...meta, totalItems: 1, totalPages: 1 } }, data);
  expect(uuidsOf(next.pages)).toEqual([['e', 'c', 'b'], ['a']]);
});
