import type { ActivityEvent } from '@skarb/schema/activity';
import { artistEndpoints } from '@skarb/schema/artist';
import { authEndpoints } from '@skarb/schema/auth';
import { followEndpoints } from '@skarb/schema/follow';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { announce } from '../../../testing/browser-boundary.ts';
import {
  aCollection,
  anArtist,
  aProfile,
  aUser,
  daysAgo,
  IMAGE,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../testing/examples.ts';
import { button, dialog, main, notice, openApp, seen, texts } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

const profilePath = `/profile/${SELLER.uuid}`;

it('following shows at once, works by keyboard, and is reverted when it is refused', async () => {
  const { api } = await openApp(profilePath, {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(authEndpoints.profile, () => ({ data: aProfile(SELLER, { followerCount: 4 }) }))
        .answer(followEndpoints.follow, () => undefined)
        .answer(followEndpoints.unfollow, () => refuse(409, 'follow.limit')),
  });
  const follow = main().getByRole('button', { name: 'Follow Ann Bondar' });
  await seen(follow);
  follow.element().focus();
  await userEvent.keyboard('{Enter}');
  const following = main().getByRole('button', { name: 'Following Ann Bondar', pressed: true });
  await expect.element(following).toHaveFocus();
  await expect.element(main().getByRole('listitem').filter({ hasText: 'Followers' })).toHaveTextContent('5');
  expect(api.requests(followEndpoints.follow)).toHaveLength(1);
  await following.click();
  await seen(notice('You follow 500'));
  await expect.element(following).toBeVisible();
});

it('one’s own public profile leads to the settings in its place', async () => {
  await openApp(profilePath, {
    user: aUser(),
    answers: (api) => api.answer(authEndpoints.profile, () => ({ data: aProfile(SELLER, { isFollowed: null }) })),
  });
  await expect.element(main().getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/settings');
});

it('a visitor who presses it is asked to sign in', async () => {
  await openApp('/artists', { answers: (api) => api.answer(artistEndpoints.list, () => listOf([anArtist()])) });
  await button(main(), 'Follow Ann Bondar').click();
  await expect.element(dialog('Want to participate?')).toBeVisible();
});

it('a visitor whose browser refuses storage is asked to sign in as well', async () => {
  await openApp('/artists', { answers: (api) => api.answer(artistEndpoints.list, () => listOf([anArtist()])) });
  await seen(button(main(), 'Follow Ann Bondar'));
  const refused = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  onTestFinished(() => refused.mockRestore());
  await button(main(), 'Follow Ann Bondar').click();
  await expect.element(dialog('Want to participate?')).toBeVisible();
});

it('one’s own profile offers no button', async () => {
  const user = aUser();
  await openApp(`/profile/${user.uuid}`, {
    user,
    answers: (api) => api.answer(authEndpoints.profile, () => ({ data: aProfile(user, { isFollowed: null }) })),
  });
  await seen(main().getByRole('heading', { level: 1 }));
  await expect.element(main().getByRole('button', { name: /^Follow/ })).not.toBeInTheDocument();
});

it('a statement is in the reader’s language, and in the other at a press', async () => {
  await openApp(profilePath, {
    language: 'ukr',
    answers: (api) =>
      api.answer(authEndpoints.profile, () => ({
        data: aProfile(SELLER, { statement: { en: 'I cut paper.', ukr: 'Ріжу папір.' } }),
      })),
  });
  await seen(main().getByText('Ріжу папір.'));
  await button(main(), 'English').click();
  await expect.element(main().getByText('I cut paper.')).toHaveAttribute('lang', 'en');
});

it('a link of a profile passes no rank on, and opens without access to this page', async () => {
  await openApp(profilePath, {
    answers: (api) =>
      api.answer(authEndpoints.profile, () => ({
        data: aProfile(SELLER, { links: [{ kind: 'website', url: 'https://www.olha.art/works' }] }),
      })),
  });
  const link = main().getByRole('link', { name: 'olha.art' });
  await expect.element(link).toHaveAttribute('rel', 'nofollow ugc noopener');
});

const listing: ActivityEvent = {
  uuid: uuidOf(81),
  kind: 'LISTING',
  event: 'LISTED',
  offerUuid: uuidOf(61),
  offerType: 'SALE',
  price: '0.5',
  currency: 'ETH',
  quantity: 1,
  from: SELLER.metamaskWallet,
  to: null,
  fromUser: personOf(SELLER),
  toUser: null,
  txHash: null,
  usd: null,
  createdAt: daysAgo(1),
  token: { uuid: uuidOf(51), name: 'A quiet evening', type: 'ERC721', quantity: 1, image: IMAGE },
  collection: { uuid: uuidOf(41), name: 'River evenings', isVerified: false },
};

it('what happens while a feed is read is offered above it, and moves nothing before', async () => {
  let entries: ActivityEvent[] = [];
  const { api } = await openApp('/feed', {
    user: aUser(),
    answers: (scripted) => scripted.answer(followEndpoints.feed, () => listOf(entries)),
  });
  await seen(main().getByText('Nothing here yet'));
  const works = () => texts(main().getByRole('article').getByRole('heading'));
  const happens = async (uuid: string, name: string) => {
    entries = [{ ...listing, uuid, createdAt: daysAgo(0), token: { ...listing.token, name } }, ...entries];
    await announce({ kind: 'activity', uuid, version: 0 });
    await seen(button(main(), '1 new'));
  };
  await happens(uuidOf(82), 'Night bird');
  await button(main(), '1 new').click();
  await expect.poll(works).toEqual(['Night bird']);
  await happens(uuidOf(83), 'Harbour');
  expect(works()).toEqual(['Night bird']);
  await button(main(), '1 new').click();
  await expect.poll(works).toEqual(['Harbour', 'Night bird']);
  expect(api.requests(followEndpoints.feed).length).toBeLessThan(6);
});

it('what one person did many times is one entry of a feed, which reads on by itself and shows the rest on request', async () => {
  const minted = (number: number): ActivityEvent => ({
    ...listing,
    uuid: uuidOf(1000 + number),
    kind: 'MINT',
    event: 'MINTED',
    token: { ...listing.token, name: `Sail ${number}` },
  });
  const pages = [[1, 2, 3, 4].map(minted), [[5, 6].map(minted), listing].flat()];
  const { api, goTo, goBack } = await openApp('/feed', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(artistEndpoints.list, () => listOf([]))
        .answer(followEndpoints.feed, ({ query }) => ({
          data: pages[query.page - 1] ?? [],
          meta: { itemsPerPage: 4, totalItems: 7, currentPage: query.page, totalPages: 2 },
        })),
  });
  const works = () => texts(main().getByRole('article').getByRole('heading'));
  await expect.poll(works).toEqual(['Sail 1', 'A quiet evening']);
  expect(api.requests(followEndpoints.feed)).toHaveLength(2);
  const more = button(main(), '5 more like this');
  await more.click();
  expect(works()).toEqual(['Sail 1', 'Sail 2', 'Sail 3', 'Sail 4', 'Sail 5', 'Sail 6', 'A quiet evening']);
  await expect.element(more).toHaveFocus();
  await expectAccessible();
  await goTo('/artists');
  await goBack();
  await expect.poll(works).toHaveLength(7);
  await more.click();
  await expect.poll(works).toEqual(['Sail 1', 'A quiet evening']);
});

it('the entries of a feed come where their places were', async () => {
  let letGo = () => {};
  const isRead = new Promise<void>((resolve) => (letGo = resolve));
  await openApp('/feed', {
    user: aUser(),
    answers: (scripted) =>
      scripted.answer(followEndpoints.feed, async () => {
        await isRead;
        return listOf([listing]);
      }),
  });
  const top = () => document.querySelector('.page .grid')?.getBoundingClientRect().top;
  await expect.poll(top).toBeDefined();
  const before = top();
  letGo();
  await seen(main().getByRole('link', { name: 'A quiet evening' }));
  expect(top()).toBe(before);
});

it('the feed says who did what; empty, it leads to the artists', async () => {
  const { api, goTo, path } = await openApp('/feed', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(followEndpoints.feed, () => listOf([listing]))
        .answer(artistEndpoints.list, () => listOf([anArtist()])),
  });
  await seen(main().getByRole('link', { name: 'A quiet evening' }));
  await seen(main().getByText('put it on sale'));
  await expectAccessible();
  api.answer(followEndpoints.feed, () => listOf([]));
  await goTo('/artists');
  await seen(button(main(), 'Follow Ann Bondar'));
  api.answer(followEndpoints.follow, () => undefined);
  // Following reads the feed again.
  await button(main(), 'Follow Ann Bondar').click();
  await goTo('/feed');
  await main().getByRole('link', { name: 'Find artists' }).click();
  await expect.poll(path).toBe('/artists');
});

it('whom one follows is a view of the feed, where one can also stop, and who was left stays in view', async () => {
  const collection = aCollection({ followerCount: 3 });
  const { api } = await openApp('/feed', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(followEndpoints.feed, () => listOf([]))
        .answer(followEndpoints.followed, () =>
          listOf([
            {
              uuid: SELLER.uuid,
              followedAt: daysAgo(1),
              isFollowed: true,
              followerCount: 4,
              person: SELLER,
              collection: null,
            },
            {
              uuid: collection.uuid,
              followedAt: daysAgo(2),
              isFollowed: true,
              followerCount: 3,
              person: null,
              collection,
            },
          ]),
        )
        .answer(followEndpoints.unfollow, () => undefined),
  });
  await main().getByRole('link', { name: 'Who you follow' }).click();
  const list = main().getByRole('list', { name: 'Who you follow' });
  await expect
    .poll(() => texts(list.getByRole('listitem')))
    .toEqual([expect.stringMatching(/Person · 4 followers/), expect.stringMatching(/Collection · 3 followers/)]);
  await expectAccessible();
  await list.getByRole('button', { name: 'Following Ann Bondar' }).click();
  await expect.element(list.getByRole('button', { name: 'Follow Ann Bondar', pressed: false })).toHaveFocus();
  await expect.poll(() => api.requests(followEndpoints.unfollow)).toHaveLength(1);
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent('3 followers');
});
