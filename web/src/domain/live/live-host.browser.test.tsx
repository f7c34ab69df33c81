import { authEndpoints } from '@skarb/schema/auth';
import { PAGE_SIZE, STORAGE_KEY } from '@skarb/schema/limits';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listeners } from '../../../testing/browser-boundary.ts';
import { aToken, aUser, cardOf, listOf, uuidOf } from '../../../testing/examples.ts';
import { main, openApp, seen } from '../../../testing/open-app.tsx';
import { answerTrade } from '../../../testing/trading.ts';

/** Stores a token as another tab does that signs a person in or out. */
const storeToken = (token: string | null) => {
  if (token) localStorage.setItem(STORAGE_KEY.accessToken, token);
  else localStorage.removeItem(STORAGE_KEY.accessToken);
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
};

const expired = `header.${btoa(JSON.stringify({ exp: 1 }))}.signature`;

it('the page listens to the changes of whoever is signed in, also after another person signs in in another tab', async () => {
  const token = aToken();
  let user = aUser();
  const { api } = await openApp(`/nfts/${token.uuid}`, { user, answers: (api) => answerTrade(api, token, []) });
  await seen(main().getByRole('heading', { name: token.name }));
  await expect.poll(listeners).toEqual(['Bearer an access token']);
  user = aUser({ uuid: uuidOf(77), username: 'taras' });
  api.answer(authEndpoints.me, () => ({ data: user }));
  // More than once: the page may still find something new to listen to.
  for (const name of ['Taras', 'Olha', 'Ivan']) {
    storeToken(`the token of ${name}`);
    await expect.poll(listeners).toEqual([`Bearer the token of ${name}`]);
  }
  storeToken(null);
  await expect.poll(listeners).toEqual([null]);
});

it('no connection is made with an access token that has expired', async () => {
  const token = aToken();
  const user = aUser();
  const { api } = await openApp(`/nfts/${token.uuid}`, { user, answers: (api) => answerTrade(api, token, []) });
  await expect.poll(listeners).toEqual(['Bearer an access token']);
  api.answer(authEndpoints.refresh, () => ({
    data: { accessToken: 'another access token', refreshToken: 'another refresh token', expiresIn: 900, user },
  }));
  storeToken(expired);
  await expect.poll(listeners).toEqual(['Bearer another access token']);
});

it('a connection that is replaced before it is open leaves none behind', async () => {
  const token = aToken();
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api) => answerTrade(api, token, []),
  });
  await expect.poll(listeners).toEqual(['Bearer an access token']);
  // The next one waits for a new token.
  api.answer(authEndpoints.refresh, () => new Promise(() => {}));
  storeToken(expired);
  await expect.poll(() => api.requests(authEndpoints.refresh).length).toBe(1);
  storeToken('the token of Olha');
  await expect.poll(listeners).toEqual(['Bearer the token of Olha']);
});

it('a card that comes into view after a minute shows what is asked for it now', async () => {
  await page.viewport(400, 300);
  const listing = { offerUuid: uuidOf(71), price: '7', currencyUuid: uuidOf(1), currency: 'ETH', quantityLeft: 1 };
  const works = Array.from({ length: PAGE_SIZE.token }, (_, index) => aToken({ uuid: uuidOf(7000 + index), listing }));
  const last = works.at(-1)!;
  const { api } = await openApp('/nfts?onSale=true', {
    answers: (api) => api.answer(tokenEndpoints.list, () => listOf(works.map(cardOf))),
  });
  const card = () => main().getByRole('article').last();
  await seen(card());
  await expect.poll(listeners).toEqual([null]);
  await expect.poll(() => api.isQuiet).toBe(true);
  const reads = () => api.requests(tokenEndpoints.list).length;
  const before = reads();
  expect(card().element().textContent).toContain('7 ETH');
  // Sold while nobody looked.
  last.listing = null;
  const { now } = Date;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 120_000);
  onTestFinished(() => later.mockRestore());
  card().element().scrollIntoView();
  await expect.poll(() => card().element().textContent).toContain('Not for sale');
  expect(reads()).toBe(before + 1);
});
