import { collectionEndpoints } from '@skarb/schema/collection';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { announce } from '../../testing/browser-boundary.ts';
import { aCollection, aUser, listOf, personOf } from '../../testing/examples.ts';
import { main, openApp } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';

it('what a maker types about a collection stays when it cannot be read again', async () => {
  const maker = aUser();
  const collection = aCollection({ creatorUuid: maker.uuid, creator: personOf(maker) });
  let isUnavailable = false;
  const { api } = await openApp(`/collections/${collection.uuid}/edit`, {
    user: maker,
    answers: (scripted) =>
      scripted
        .answer(collectionEndpoints.show, () => (isUnavailable ? refuse(400, 'http.400') : { data: collection }))
        .answer(tokenEndpoints.list, () => listOf([])),
  });
  const about = main().getByRole('textbox').first();
  await about.fill('Boats of paper');
  const reads = api.requests(collectionEndpoints.show).length;
  isUnavailable = true;
  await announce({ kind: 'collection', uuid: collection.uuid, version: 9 });
  await expect.poll(() => api.requests(collectionEndpoints.show).length).toBeGreaterThan(reads);
  await expect.poll(() => api.isQuiet).toBe(true);
  await expect.element(about).toHaveValue('Boats of paper');
});
