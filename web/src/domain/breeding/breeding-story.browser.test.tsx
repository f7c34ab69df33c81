import { breedingEndpoints } from '@skarb/schema/breeding';
import { expect, it } from 'vitest';
import { listOf, uuidOf } from '../../../testing/examples.ts';
import { main, openApp } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

it('an address of a breeding that does not exist has a title and a way back', async () => {
  await openApp(`/breeding?breeding=${uuidOf(91)}`, {
    answers: (api) =>
      api
        .answer(breedingEndpoints.show, () => refuse(404, 'breeding.notFound'))
        .answer(breedingEndpoints.collections, () => listOf([])),
  });
  await expect.element(main().getByRole('heading', { level: 1, name: 'This page has been taken down' })).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'To the gallery' })).toHaveAttribute('href', '/nfts');
});
