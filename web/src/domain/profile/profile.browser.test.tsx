import { authEndpoints } from '@skarb/schema/auth';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { aProfile, aToken, cardOf, listOf, SELLER, uuidOf } from '../../../testing/examples.ts';
import { main, openApp, seen, texts } from '../../../testing/open-app.tsx';

it('the figures of a person lead to what they count, and those of nothing to nothing', async () => {
  const token = aToken();
  const asked: unknown[] = [];
  const app = await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) =>
      api
        .answer(authEndpoints.profile, () => ({
          data: aProfile(SELLER, {
            counts: { gallery: 1, onSale: 0, purchased: 0, created: 7, favorites: 0, sold: 3 },
          }),
        }))
        .answer(tokenEndpoints.list, ({ query }) => {
          asked.push(query.creatorUuid ?? null);
          return listOf([cardOf(token)]);
        }),
  });
  // What an artist made is open from the start.
  await expect.element(main().getByRole('tab', { name: 'Created' })).toHaveAttribute('aria-selected', 'true');
  expect(texts(main().getByRole('tab'))).toEqual(['Created7', 'Gallery1', 'On sale0']);
  await seen(main().getByRole('article').first());
  expect(asked).toEqual([SELLER.uuid]);
  await main().getByRole('tab', { name: 'Gallery' }).click();
  expect(main().getByRole('link', { name: '0 Collected' }).elements()).toHaveLength(0);
  await main().getByRole('link', { name: '7 Made' }).click();
  await expect.element(main().getByRole('tab', { name: 'Created' })).toHaveAttribute('aria-selected', 'true');
  expect(app.path()).toBe(`/profile/${SELLER.uuid}?view=created`);
  await main().getByRole('link', { name: '3 Sold' }).click();
  await expect.element(main().getByRole('button', { name: 'Sales' })).toHaveAttribute('aria-pressed', 'true');
});

it('the place of a person’s works is as large as they need, while they load', async () => {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) =>
      api
        .answer(authEndpoints.profile, () => ({
          data: aProfile(SELLER, {
            counts: { gallery: 0, onSale: 0, purchased: 0, created: 2, favorites: 0, sold: 0 },
          }),
        }))
        .answer(tokenEndpoints.list, async () => {
          await given;
          return listOf([cardOf(aToken()), cardOf(aToken({ uuid: uuidOf(4200) }))]);
        }),
  });
  const works = () => main().getByRole('tabpanel').element().querySelectorAll('li');
  await expect.poll(() => works().length).toBe(2);
  expect(main().getByRole('article').elements()).toHaveLength(0);
  give();
  await expect.poll(() => main().getByRole('article').elements()).toHaveLength(2);
});
