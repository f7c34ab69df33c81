import { artistEndpoints } from '@skarb/schema/artist';
import { collectionEndpoints } from '@skarb/schema/collection';
import { searchEndpoints, type SearchFound } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  aCollection,
  anArtist,
  aToken,
  cardOf,
  inUkrainian,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../testing/examples.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { header, main, openApp, seen, texts } from '../../../testing/open-app.tsx';

const NOTHING: SearchFound = {
  exact: null,
  corrected: null,
  tokens: [],
  areTokensListed: false,
  collections: [],
  people: [],
};
const work = aToken({ uuid: uuidOf(4200), name: 'Quiet owl' });
const owl = cardOf(work);
const found: SearchFound = {
  ...NOTHING,
  tokens: [{ ...owl, matched: { by: 'artist', text: 'Taras Hai' } }],
  areTokensListed: true,
  collections: [aCollection({ name: 'Owls of the hill' })],
  people: [{ ...personOf(SELLER), works: 3 }],
};
const openSearch = (path: string, answer: (q: string) => SearchFound = () => found) =>
  openApp(path, {
    answers: (api) =>
      api
        .answer(searchEndpoints.find, ({ query }) => ({ data: answer(query.q) }))
        .answer(tokenEndpoints.show, () => ({ data: work })),
  });
const box = () => header().getByRole('combobox', { name: 'Search the gallery' });
const card = (name: string) =>
  main()
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) });
const options = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

it('the search box suggests works, collections and people, and the arrow keys and Enter open one', async () => {
  const app = await openSearch('/nfts');
  await box().fill('owl');
  await seen(options().first());
  await expect.element(box()).toHaveAttribute('aria-expanded', 'true');
  expect(texts(options())).toEqual([
    expect.stringMatching(/3 works$/),
    'Owls of the hill3 works',
    'Quiet owlArtist: Taras Hai',
    'Show everything for “owl”',
  ]);
  // The way to the page of all results is not a suggestion.
  await expect.element(page.getByRole('status').filter({ hasText: '3 suggestions' })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(options().nth(3)).toHaveAttribute('aria-selected', 'true');
  await expect.element(box()).toHaveAttribute('aria-activedescendant', options().nth(3).element().id);
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(() => app.path()).toBe(`/nfts/${owl.uuid}`);
  await expect.element(main()).toHaveFocus();
});

it('Escape closes the suggestions, Enter opens the page of all results, and the search is remembered', async () => {
  const app = await openSearch('/nfts', (q) => (q === 'owll' ? { ...found, corrected: 'owl' } : NOTHING));
  await box().fill('owll');
  await seen(options().first());
  await userEvent.keyboard('{Escape}');
  await expect.element(options().first()).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.path()).toBe('/search?q=owll');
  await seen(main().getByText('Showing results for “owl”. Nothing matches “owll”.'));
  await expect
    .element(main().getByRole('link', { name: 'Show all works' }))
    .toHaveAttribute('href', '/nfts?search=owl');
  await expect
    .element(main().getByRole('link', { name: 'New works as RSS' }))
    .toHaveAttribute('href', '/feed/works.rss?search=owl&lng=en');
  await seen(card(owl.name).getByText('Artist: Taras Hai'));

  await box().fill('');
  await seen(options().first());
  expect(texts(options())).toEqual(['owll']);
});

it('works that only the name of a property leads to are all of them: no list has more', async () => {
  const matched = { by: 'property', text: 'Eyes: Owl' } as const;
  await openSearch('/search?q=eyes', () => ({ ...found, tokens: [{ ...owl, matched }], areTokensListed: false }));
  await seen(card(owl.name).getByText('Eyes: Owl'));
  await expect.element(main().getByRole('link', { name: 'Show all works' })).not.toBeInTheDocument();
});

it('works that only their collections lead to are those of the collections, and their feed as well', async () => {
  const collection = aCollection({ name: 'Domovyky' });
  const matched = { by: 'collection', text: 'Domovyky' } as const;
  await openSearch('/search?q=домовики', () => ({
    ...NOTHING,
    tokens: [{ ...owl, matched }],
    collections: [collection],
  }));
  await expect
    .element(main().getByRole('link', { name: 'Show all works' }))
    .toHaveAttribute('href', `/nfts?collection=${collection.uuid}`);
  await expect
    .element(main().getByRole('link', { name: 'New works as RSS' }))
    .toHaveAttribute('href', `/feed/works.rss?collection=${collection.uuid}&lng=en`);
});

it('each work says in the reader’s language why it was found, unless the name that they see does', async () => {
  const inTwo = (place: number, name: string, ukrainian: string) =>
    cardOf(aToken({ uuid: uuidOf(place), name, ...inUkrainian(ukrainian) }));
  const eyes = {
    by: 'property' as const,
    text: 'Eyes: Owl',
    localization: [{ locale: 'uk' as const, text: 'Очі: Сова' }],
  };
  const tokens: SearchFound['tokens'] = [
    { ...inTwo(4201, 'Owl at noon', 'Сова опівдні'), matched: { by: 'name', text: null } },
    { ...inTwo(4202, 'Sova', 'Пугач'), matched: { by: 'name', text: null } },
    { ...inTwo(4203, 'Snessor', 'Снесор'), matched: eyes },
  ];
  await openApp('/search?q=сова', {
    language: 'ukr',
    answers: (api) =>
      api.answer(searchEndpoints.find, ({ query }) => ({
        data: { ...found, corrected: query.q === 'sova' ? null : 'sova', tokens },
      })),
  });
  await expect.element(card('Снесор')).toHaveTextContent(/Очі: Сова$/);
  await expect.element(card('Пугач')).toHaveTextContent(/Інша назва: «Sova»$/);
  await expect.element(card('Сова опівдні')).not.toHaveTextContent('назва');
  await expectAccessible();
  await header().getByRole('combobox').fill('sova');
  const shown = page.getByRole('listbox').getByRole('option');
  await seen(shown.first());
  expect(texts(shown)).toEqual(expect.arrayContaining(['СнесорОчі: Сова', 'ПугачІнша назва: «Sova»']));
});

it('Enter leads straight to what an id names', async () => {
  const app = await openSearch('/nfts', () => ({
    ...NOTHING,
    exact: { kind: 'token', uuid: owl.uuid, name: 'Quiet owl' },
  }));
  await box().fill(owl.uuid);
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.path()).toBe(`/nfts/${owl.uuid}`);
});

it('Enter after another text was typed searches for that text, not for what the id before it named', async () => {
  const app = await openSearch('/nfts', (q) =>
    q === owl.uuid ? { ...NOTHING, exact: { kind: 'token', uuid: owl.uuid, name: 'Quiet owl' } } : found,
  );
  await box().fill(owl.uuid);
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
  await box().fill('cats');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.path()).toBe('/search?q=cats');
});

it.each(['/search', '/search?q=zzzz'])(
  '%s shows what others look at, beside what can be searched for',
  async (path) => {
    await openApp(path, {
      answers: (api) =>
        api
          .answer(searchEndpoints.find, () => ({ data: NOTHING }))
          .answer(collectionEndpoints.trending, () =>
            listOf([
              { ...aCollection({ name: 'Owls of the hill' }), trend: { sales: 3, volume: '1', changePercent: null } },
            ]),
          )
          .answer(artistEndpoints.list, () => listOf([anArtist({ name: 'Taras Hai' })])),
    });
    const words = path === '/search' ? /paste an address, an id or a transaction hash/ : 'Nothing matches “zzzz”';
    await expect.element(main().getByText(words)).toBeVisible();
    await seen(main().getByRole('link', { name: /Owls of the hill/ }));
    await seen(main().getByRole('heading', { level: 3, name: 'Taras Hai' }));
    await expectAccessible();
  },
);

it.each(['/search?q=', '/nfts?search='])('%s keeps a long word within the screen', async (path) => {
  await openApp(path + 'w'.repeat(100), {
    answers: (api) =>
      api
        .answer(tokenEndpoints.list, () => listOf([]))
        .answer(searchEndpoints.find, () => ({ data: NOTHING }))
        .answer(collectionEndpoints.trending, () => listOf([]))
        .answer(artistEndpoints.list, () => listOf([])),
  });
  await seen(main().getByText(/Nothing matches/));
  const wide = [...document.querySelectorAll('main :is(h1, p, a, button)')].filter(
    (one) => one.getBoundingClientRect().right > window.innerWidth,
  );
  expect(wide.map(({ textContent }) => textContent)).toEqual([]);
});

it('a search of the gallery that finds no work leads to the search of everything', async () => {
  const app = await openApp('/nfts?search=owls', {
    answers: (api) =>
      api.answer(tokenEndpoints.list, () => listOf([])).answer(searchEndpoints.find, () => ({ data: found })),
  });
  await main().getByRole('link', { name: 'Show everything for “owls”' }).click();
  await expect.poll(() => app.path()).toBe('/search?q=owls');
  await seen(main().getByRole('link', { name: /Owls of the hill/ }));
});

type Answers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['answers']>;
const ofCollection = (api: Parameters<Answers>[0]) =>
  api
    .answer(tokenEndpoints.list, () => listOf([owl]))
    .answer(collectionEndpoints.show, () => ({ data: aCollection() }));

const orders = () => [...main().element().querySelectorAll('option')].map((option) => option.value);

it('properties are filters in the reader’s language, as far as works have them in it', async () => {
  const inUkrainian = <W extends object>(words: W) => [{ locale: 'uk' as const, ...words }];
  const app = await openApp(`/collections/${uuidOf(41)}`, {
    language: 'ukr',
    answers: (api) =>
      ofCollection(api).answer(collectionEndpoints.traits, () => ({
        data: [
          {
            name: 'Colour',
            localization: inUkrainian({ name: 'Колір' }),
            isNumber: false,
            min: null,
            max: null,
            count: 5,
            valueCount: 2,
            values: [
              { value: 'grey', localization: inUkrainian({ value: 'сірий' }), count: 4, floorPrice: null },
              { value: 'gold', count: 1, floorPrice: null },
            ],
          },
        ],
        meta: { names: 1, ranked: 0 },
      })),
  });
  await main().getByText('Колір', { exact: true }).click();
  await seen(main().getByText('gold', { exact: true }));
  await main()
    .getByRole('checkbox', { name: /^сірий/ })
    .click();
  await expect.poll(() => app.path()).toContain('trait=Colour%3Agrey');
  await seen(main().getByText('Колір: сірий'));
});

it('a collection without ranks by rarity has no such order, and says why', async () => {
  await openApp(`/collections/${uuidOf(41)}`, {
    answers: (api) =>
      ofCollection(api).answer(collectionEndpoints.traits, () => ({
        data: [{ name: 'Colour', isNumber: false, min: null, max: null, count: 5, valueCount: 1, values: [] }],
        meta: { names: 1, ranked: 0 },
      })),
  });
  await seen(main().getByText(/^No ranks by rarity here/));
  expect(orders()).toContain('curated:ASC');
  expect(orders()).not.toContain('rarity:ASC');
});

it('the properties of a collection are filters, numbers and ranks by rarity as ranges', async () => {
  const app = await openApp(`/collections/${uuidOf(41)}`, {
    answers: (api) =>
      ofCollection(api).answer(collectionEndpoints.traits, () => ({
        data: [
          {
            name: 'Colour',
            isNumber: false,
            min: null,
            max: null,
            count: 30,
            valueCount: 2,
            values: [
              { value: 'grey', count: 27, floorPrice: '0.2' },
              { value: 'gold', count: 3, floorPrice: null },
            ],
          },
          { name: 'Year', isNumber: true, min: 1900, max: 1950, count: 30, valueCount: 30, values: [] },
        ],
        meta: { names: 2, ranked: 30 },
      })),
  });
  await main().getByText('Colour', { exact: true }).click();
  await main().getByRole('checkbox', { name: 'grey 27 works, from 0.2 ETH' }).click();
  await expect.poll(() => app.path()).toContain('trait=Colour%3Agrey');

  await main().getByText('Year', { exact: true }).click();
  await seen(main().getByText('From 1900 to 1950'));
  await main().getByRole('textbox', { name: 'At least' }).fill('1920');
  await main().getByRole('button', { name: 'Apply the range' }).click();
  await expect.poll(() => app.path()).toContain('range=Year%3A1920%3A');

  expect(orders()).toContain('rarity:ASC');
  await main().getByText('Rarity', { exact: true }).click();
  await seen(main().getByText('From 1, the rarest, to 30'));
  await main().getByRole('textbox', { name: 'From rank' }).fill('10');
  await main().getByRole('textbox', { name: 'To rank' }).fill('3');
  await main().getByRole('button', { name: 'Apply the ranks' }).click();
  await seen(main().getByText('The first rank is greater than the last.'));
  await main().getByRole('textbox', { name: 'To rank' }).fill('20');
  await main().getByRole('button', { name: 'Apply the ranks' }).click();
  await expect.poll(() => app.path()).toContain('minRank=10&maxRank=20');
  await seen(main().getByRole('button', { name: 'Rarity 10–20' }));
  const asked = app.api.requests(tokenEndpoints.list).at(-1)?.query;
  await expectAccessible();
  expect(asked).toMatchObject({
    trait: ['Colour:grey'],
    traitRange: ['Year:1920:'],
    minRarity: 10,
    maxRarity: 20,
  });
});

it('the list of artists says what it searched for instead of a misspelt name', async () => {
  await openApp('/artists', {
    answers: (api) =>
      api.answer(artistEndpoints.list, ({ query }) => {
        const { data, meta } = listOf([anArtist()]);
        return { data, meta: query.search === 'ann bondr' ? { ...meta, corrected: 'ann bondar' } : meta };
      }),
  });
  await seen(main().getByRole('link', { name: 'Ann Bondar' }));
  await expect.element(main().getByText(/^Showing results/)).not.toBeInTheDocument();
  await main().getByRole('searchbox', { name: 'Search artists by name' }).fill('ann bondr');
  await seen(main().getByText('Showing results for “ann bondar”. Nothing matches “ann bondr”.'));
});
