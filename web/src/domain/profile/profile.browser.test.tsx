import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aPicture } from '../../../testing/files.ts';
import { aCollection, aProfile, aToken, cardOf, listOf, SELLER, uuidOf } from '../../../testing/examples.ts';
import { button, main, openApp, seen, texts } from '../../../testing/open-app.tsx';
import { refuse, type ScriptedApi } from '../../../testing/scripted-api.ts';

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
  const made = main().getByRole('link', { name: '7 Made' });
  // A name from its content: said once.
  await expect.element(made).toHaveTextContent(/^7\s*Made$/);
  expect(texts(main().getByText('Made'))).toHaveLength(1);
  await made.click();
  await expect.element(main().getByRole('tab', { name: 'Created' })).toHaveAttribute('aria-selected', 'true');
  expect(app.path()).toBe(`/profile/${SELLER.uuid}?view=created`);
  await main().getByRole('link', { name: '3 Sold' }).click();
  await expect.element(main().getByRole('button', { name: 'Sales' })).toHaveAttribute('aria-pressed', 'true');
});

it.each([
  ['the works created with it', 1, ['Created1']],
  ['nothing', 0, []],
])('the profile of a deleted account says so, and shows %s: nobody to follow or report', async (_, created, tabs) => {
  await openApp(`/profile/${SELLER.uuid}?view=purchased`, {
    answers: (api) =>
      api
        .answer(authEndpoints.profile, () => ({
          data: aProfile(
            { ...SELLER, name: null, username: null },
            { isErased: true, counts: { gallery: 0, onSale: 0, purchased: 0, created, favorites: 0, sold: 0 } },
          ),
        }))
        .answer(tokenEndpoints.list, () => listOf([cardOf(aToken())])),
  });
  await seen(main().getByText('This account has been deleted'));
  expect(texts(main().getByRole('tab'))).toEqual(tabs);
  await expect.poll(() => main().getByRole('article').elements().length).toBe(created);
  for (const gone of ['Collected', 'Followers', 'Follow', 'Report profile', 'Activity'])
    expect(main().getByText(gone).elements(), gone).toHaveLength(0);
  await expectAccessible();
});

it.each([
  ['Ріжу гори з паперу.', 'uk'],
  ['Cuts mountains out of paper.', 'en'],
  // No language of the marketplace: not to be read as one of them.
  ['紙で山を切る', ''],
])('“%s” about a person has its own language', async (bio, tag) => {
  await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) => api.answer(authEndpoints.profile, () => ({ data: aProfile(SELLER, { bio }) })),
  });
  await expect.element(main().getByText(bio)).toHaveAttribute('lang', tag);
  await expectAccessible();
});

it('a statement in another language than the reader’s says which; a site has its name in letters, and its address', async () => {
  const { href } = new URL('https://ольга.укр/');
  await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) =>
      api.answer(authEndpoints.profile, () => ({
        data: aProfile(SELLER, {
          statement: { en: null, ukr: 'Малюю річки.' },
          links: [{ kind: 'website', url: href }],
        }),
      })),
  });
  await expect.element(main().getByText('Малюю річки.')).toHaveAttribute('lang', 'uk');
  await seen(main().getByText('Language of the text: Ukrainian'));
  const link = main().getByRole('link', { name: 'ольга.укр' });
  await expect.element(link).toHaveAttribute('href', href);
  expect(href).toMatch(/^https:\/\/xn--[\w-]+\.xn--j1amh\/$/);
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

const FULL = aCollection();
const EMPTY = aCollection({
  uuid: uuidOf(42),
  name: 'Mornings',
  stats: { items: 0, owners: 0, floorPrice: null, volume: '0', onSale: 0 },
});
const made =
  (...collections: (typeof FULL)[]) =>
  (api: ScriptedApi) =>
    api
      .answer(authEndpoints.profile, () => ({ data: aProfile(SELLER) }))
      .answer(collectionEndpoints.list, ({ query }) =>
        listOf(
          query.creatorUuid === SELLER.uuid ? collections : [aCollection({ uuid: uuidOf(43), name: 'Of another' })],
        ),
      );
const collections = () => main().getByRole('navigation', { name: 'Collections' });
const works = () => main().getByRole('tablist');

it('one’s own profile links to each collection that one made, also to one without works', async () => {
  await openApp('/profile', { user: SELLER, answers: made(EMPTY, FULL) });
  await seen(main().getByRole('heading', { name: 'Collections' }));
  await expect.poll(() => texts(collections().getByRole('link'))).toEqual(['Mornings0 works', 'River evenings3 works']);
  await expect
    .element(collections().getByRole('link', { name: 'Mornings' }))
    .toHaveAttribute('href', `/collections/${EMPTY.uuid}`);
  await expectAccessible();
});

it('the profile of a person links to their collections that have works', async () => {
  await openApp(`/profile/${SELLER.uuid}`, { language: 'ukr', answers: made(EMPTY, FULL) });
  await seen(main().getByRole('heading', { name: 'Колекції' }));
  expect(texts(main().getByRole('navigation', { name: 'Колекції' }).getByRole('link'))).toEqual([
    'River evenings3 роботи',
  ]);
  await expectAccessible();
});

it('a profile names no collections where there are none to show', async () => {
  const app = await openApp(`/profile/${SELLER.uuid}`, { user: SELLER, answers: made(EMPTY) });
  await seen(works());
  await expect.element(main().getByRole('heading', { name: 'Collections' })).not.toBeInTheDocument();
  app.api.answer(collectionEndpoints.list, () => listOf([]));
  await app.goTo('/profile');
  await seen(works());
  await expect.poll(() => app.api.isQuiet).toBe(true);
  await expect.element(main().getByRole('heading', { name: 'Collections' })).not.toBeInTheDocument();
});

for (const path of ['/profile', `/profile/${SELLER.uuid}`])
  it(`the works of ${path === '/profile' ? 'one’s own profile' : 'a profile'} wait, unseen, for the collections above them`, async () => {
    let give = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    const app = await openApp(path, {
      user: SELLER,
      answers: (api) =>
        made()(api).answer(collectionEndpoints.list, async () => {
          await given;
          return listOf([FULL]);
        }),
    });
    await expect
      .poll(() => document.querySelector('[role=tablist]')?.checkVisibility({ visibilityProperty: true }))
      .toBe(false);
    // They load meanwhile.
    await expect.poll(() => app.api.requests(tokenEndpoints.list).length).toBe(1);
    give();
    await seen(works());
    await seen(collections());
  });

it('a profile without an answer about collections shows its works', async () => {
  await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) => made()(api).answer(collectionEndpoints.list, () => refuse(400, 'request.invalid')),
  });
  await expect.element(works()).toBeVisible();
});

it('a new collection is on the profile of its maker at once', async () => {
  const app = await openApp('/profile', { user: SELLER, answers: made() });
  await seen(works());
  await app.goTo('/create-collection');
  app.api
    .answer(collectionEndpoints.create, () => ({ data: EMPTY }))
    .answer(collectionEndpoints.show, () => ({ data: EMPTY }));
  made(EMPTY)(app.api);
  await main().getByLabelText('Name').fill('Mornings');
  await userEvent.upload(main().getByLabelText('Picture', { exact: true }), await aPicture());
  await button(main(), 'Create collection').click();
  await expect.poll(app.path).toBe(`/collections/${EMPTY.uuid}`);
  await expect.poll(() => app.api.isQuiet).toBe(true);
  const asked = app.api.requests(collectionEndpoints.list).length;
  await app.goTo('/profile');
  await seen(collections().getByRole('link', { name: 'Mornings' }));
  expect(app.api.requests(collectionEndpoints.list)).toHaveLength(asked);
});
