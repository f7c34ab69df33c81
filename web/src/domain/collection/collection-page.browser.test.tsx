import { collectionEndpoints } from '@skarb/schema/collection';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { aCollection, aToken, aUser, cardOf, listOf, NETWORK, personOf, uuidOf } from '../../../testing/examples.ts';
import { button, main, openApp, seen } from '../../../testing/open-app.tsx';

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

it('the maker of a collection without works is led to the form of its first one, with the collection chosen', async () => {
  const user = aUser();
  const mine = { creatorUuid: user.uuid, creator: personOf(user), networkUuid: NETWORK.uuid };
  const other = aCollection({ ...mine, uuid: uuidOf(461) });
  const own = aCollection({ ...mine, uuid: uuidOf(462) });
  const empty = { ...own, stats: { ...own.stats, items: 0 } };
  await openApp(`/collections/${empty.uuid}`, {
    user,
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: empty }))
        .answer(collectionEndpoints.list, () => listOf([other, own]))
        .answer(tokenEndpoints.list, () => listOf([])),
  });
  const create = main().getByRole('link', { name: 'Create a work' });
  await seen(create);
  // Nothing to filter for them either.
  expect(main().getByLabelText('Filters').elements()).toHaveLength(0);
  await create.click();
  await expect.element(main().getByLabelText('Collection', { exact: true })).toHaveValue(empty.uuid);
});

it('the maker of a collection without public works sees their drafts there, without filters', async () => {
  const user = aUser();
  const own = aCollection({ creatorUuid: user.uuid, creator: personOf(user) });
  const draft = { ...cardOf(aToken({ name: 'Unfinished' })), status: 'draft' as const };
  await openApp(`/collections/${own.uuid}`, {
    user,
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: { ...own, stats: { ...own.stats, items: 0 } } }))
        .answer(tokenEndpoints.list, () => listOf([draft])),
  });
  await seen(main().getByRole('article').filter({ hasText: 'Unfinished' }));
  expect(main().getByLabelText('Filters').elements()).toHaveLength(0);
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
