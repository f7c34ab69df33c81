import { collectionEndpoints } from '@skarb/schema/collection';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { aCollection, listOf } from '../../../testing/examples.ts';
import { button, main, openApp } from '../../../testing/open-app.tsx';

it('a collection without works invites nobody but its maker to add one, and has nothing to filter', async () => {
  const collection = aCollection();
  const empty = { ...collection, stats: { ...collection.stats, items: 0 } };
  await openApp(`/collections/${collection.uuid}`, {
    answers: (api) =>
      api.answer(collectionEndpoints.show, () => ({ data: empty })).answer(tokenEndpoints.list, () => listOf([])),
  });
  await expect.element(main()).toHaveTextContent('Only the maker of this collection can add works to it.');
  await expect.element(main()).not.toHaveTextContent('The first could be yours');
  await expect.element(button(main(), 'Filters')).not.toBeInTheDocument();
});

it('names and texts in Arabic run from right to left, within their own place', async () => {
  const name = 'لوحة: ABC (2) — ليل';
  const collection = aCollection({ name });
  const token = { ...collection, creator: { ...collection.creator, name: 'فَنَّان النِّيل' } };
  await openApp(`/collections/${collection.uuid}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({
          data: { ...token, text: { en: '(نص) طويل.', ukr: '' } },
        }))
        .answer(tokenEndpoints.list, () => listOf([])),
  });
  const direction = (text: string) => getComputedStyle(main().getByText(text).first().element()).direction;
  await expect.element(main().getByRole('heading', { level: 1, name })).toBeVisible();
  expect(['(نص) طويل.', 'فَنَّان النِّيل', name].map(direction)).toEqual(['rtl', 'rtl', 'rtl']);
  expect(getComputedStyle(main().element()).direction).toBe('ltr');
});
