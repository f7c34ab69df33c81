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

it('new lines are put before the first page, and later pages stay', () => {
  const meta = { itemsPerPage: 1, totalItems: 2, currentPage: 1, totalPages: 2 };
  const pages = {
    pages: [
      { data: [at('b', 5)], meta },
      { data: [at('a', 3)], meta },
    ],
    pageParams: [1, 2],
  };
  const { pages: next, pageParams } = withNewLines(pages, [at('c', 6)]);
  expect(next.map(({ data }) => data.map(({ uuid }) => uuid))).toEqual([['c', 'b'], ['a']]);
  expect(pageParams).toEqual([1, 2]);
});
