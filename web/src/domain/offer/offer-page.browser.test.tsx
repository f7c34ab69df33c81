import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anOffer, aToken } from '../../../testing/examples.ts';
import { main, openApp, seen } from '../../../testing/open-app.tsx';
import { answerTrade } from '../../../testing/trading.ts';

it('a long name of a collection is cut on the page of an offer on a phone', async () => {
  await page.viewport(390, 844);
  const token = aToken();
  const offer = anOffer({ ...token, collection: { ...token.collection, name: 'Ш'.repeat(32) } });
  await openApp(`/offers/${offer.uuid}`, { answers: (api) => answerTrade(api, token, [offer]) });
  await seen(main().getByText('Ш'.repeat(32)).first());
  expect(document.documentElement.scrollWidth).toBe(390);
});
