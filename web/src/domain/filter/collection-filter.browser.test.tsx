import { collectionEndpoints } from '@skarb/schema/collection';
import { referenceEndpoints } from '@skarb/schema/reference';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCollection, listOf, USDC, uuidOf, WETH } from '../../../testing/examples.ts';
import { main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { readFilter } from './filter-url.ts';
import { setDisplayCurrency } from '../../platform/format/display-currency.ts';

/** More than a filter loads. */
const MANY = Array.from({ length: 40 }, (_, at) => aCollection({ uuid: uuidOf(4100 + at), name: `Collection ${at}` }));
const last = MANY[39] as (typeof MANY)[number];

/** The gallery of a marketplace with many collections. */
const openGallery = (path: string) =>
  openApp(path, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.list, ({ query }) => {
          const found = MANY.filter(({ name }) => name.includes(query.search ?? ''));
          const { meta } = listOf(found);
          return { data: found.slice(0, query.limit), meta: { ...meta, totalItems: found.length } };
        })
        .answer(collectionEndpoints.show, ({ params }) => ({
          data: MANY.find(({ uuid }) => uuid === params.id) ?? aCollection(),
        })),
  });

it('the filter by collection loads twelve and searches the server for what is typed', async () => {
  const app = await openGallery('/nfts');
  await main().getByText('Collections', { exact: true }).click();
  await seen(main().getByRole('checkbox', { name: 'Collection 11' }));
  await expect.element(main().getByRole('checkbox', { name: last.name })).not.toBeInTheDocument();
  for (const { query } of app.api.requests(collectionEndpoints.list)) expect(query.limit).toBeLessThanOrEqual(12);

  await main().getByRole('searchbox', { name: 'Find a collection' }).fill('39');
  await main().getByRole('checkbox', { name: last.name }).click();
  await expect.poll(() => app.path()).toContain(last.uuid);
  expect(app.api.requests(collectionEndpoints.list).map(({ query }) => query.search)).toContain('39');

  await main().getByRole('searchbox', { name: 'Find a collection' }).fill('none such');
  await seen(main().getByText('No collection has this in its name.'));
});

it('a chosen collection outside of the first twelve has its name in the filter and among the chosen filters', async () => {
  await openGallery(`/nfts?collection=${last.uuid}`);
  await expect.element(main().getByRole('list', { name: 'Chosen filters' })).toHaveTextContent(last.name);
  await expect.element(main().getByRole('checkbox', { name: last.name })).toBeChecked();
});

it('a filter that is pressed right after another one is added to it', async () => {
  const app = await openGallery('/nfts');
  await seen(main().getByRole('switch', { name: 'On sale' }));
  (main().getByRole('switch', { name: 'On sale' }).element() as HTMLElement).click();
  // As soon as the address can have changed: nothing else has been rendered.
  await Promise.resolve();
  (main().getByRole('checkbox', { name: 'Edition' }).element() as HTMLElement).click();
  await expect.poll(() => app.path()).toContain('type=ERC1155');
  expect(app.path()).toContain('onSale=true');
});

it('a price is kept in the address, and asked for, as it was typed and in its currency', async () => {
  setDisplayCurrency('EUR');
  const app = await openGallery('/nfts');
  await main().getByRole('combobox', { name: 'Currency' }).selectOptions('Worth in EUR');
  await main().getByRole('textbox', { name: 'From, EUR' }).fill('100');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.path()).toBe('/nfts?minPrice=100&currency=EUR');
  await expect.element(main().getByRole('list', { name: 'Chosen filters' })).toHaveTextContent('€100.00–∞');
  await expect
    .poll(() => app.api.requests(tokenEndpoints.list).at(-1)?.query)
    .toMatchObject({ minPrice: '100', priceCurrency: 'EUR' });
  setDisplayCurrency('USD');
  await expect.element(main().getByRole('textbox', { name: 'From, EUR' })).toHaveValue('100');
});

it('a price that is sent before the first script leads to the same list with the price', async () => {
  const rest = `collection=${last.uuid}&state=AUCTION&state=NEW&onSale=true&sort=price%3AASC`;
  await openGallery(`/nfts?${rest}&maxPrice=9&page=2`);
  const price = main().getByRole('textbox', { name: 'From, ETH' });
  await price.fill('1.5');
  const { form } = price.element() as HTMLInputElement;
  // What the browser sends by itself.
  const sent = new URLSearchParams(new FormData(form as HTMLFormElement) as unknown as Record<string, string>);
  expect([(form as HTMLFormElement).method, form?.getAttribute('action')]).toEqual(['get', null]);
  expect(readFilter(sent)).toEqual(readFilter(new URLSearchParams(`${rest}&minPrice=1.5&maxPrice=9`)));
  expect(sent.has('page')).toBe(false);
});

it('the numbers of a price range stay when another currency is chosen', async () => {
  const app = await openGallery('/nfts?minPrice=5&maxPrice=7.5');
  await main().getByRole('combobox', { name: 'Currency' }).selectOptions('Worth in USD');
  await expect.poll(() => app.path()).toBe('/nfts?minPrice=5&maxPrice=7.5&currency=USD');
  await expect.element(main().getByRole('textbox', { name: 'From, USD' })).toHaveValue('5');
  await expect.element(main().getByRole('textbox', { name: 'To, USD' })).toHaveValue('7.5');
  // What cannot be asked for stays, too.
  await main().getByRole('textbox', { name: 'From, USD' }).fill('8');
  await main().getByRole('combobox', { name: 'Currency' }).selectOptions('Worth in ETH');
  await expect.element(main().getByRole('textbox', { name: 'From, ETH' })).toHaveValue('8');
  expect(app.path()).toBe('/nfts?minPrice=5&maxPrice=7.5');
});

it.each([
  ['/nfts?minPrice=5&maxPrice=1', 'The lowest price is higher than the highest.'],
  [`/collections/${aCollection().uuid}?minRank=5&maxRank=1`, 'The first rank is greater than the last.'],
  [`/collections/${aCollection().uuid}?range=Year:1950:1900`, 'The least value is higher than the greatest.'],
])('the list of %s says which range is the wrong way round, also on a phone', async (address, words) => {
  await page.viewport(390, 800);
  await openApp(address, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(tokenEndpoints.list, () => listOf([])),
  });
  await expect.element(main().getByText(words)).toBeVisible();
});

it('a collection has a filter for each property, but none for whose child a work is', async () => {
  const trait = { isNumber: false, min: null, max: null, count: 20, valueCount: 1 };
  const values = [{ value: 'Malva', count: 5, floorPrice: null }];
  await openApp(`/collections/${aCollection().uuid}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.traits, () => ({
          data: ['Matron', 'Mood'].map((name) => ({ ...trait, name, values })),
          meta: { names: 2, ranked: 20 },
        })),
  });
  await seen(main().getByText('Mood', { exact: true }));
  await expect.element(main().getByText('Matron', { exact: true })).not.toBeInTheDocument();
});

it('the values of a property that are numbers are in their order', async () => {
  const values = ['420', '9', '1034'].map((value) => ({ value, count: 1, floorPrice: null }));
  await openApp(`/collections/${aCollection().uuid}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.traits, () => ({
          data: [{ name: 'Stars', isNumber: true, min: 9, max: 1034, count: 3, valueCount: 3, values }],
          meta: { names: 1, ranked: 0 },
        })),
  });
  await main().getByText('Stars', { exact: true }).click();
  const labels = () =>
    main()
      .getByRole('checkbox', { name: /^(9|420|1034)/ })
      .elements()
      .map((box) => box.closest('label')?.querySelector<HTMLElement>('[title]')?.title);
  await expect.poll(labels).toEqual(['9', '420', '1034']);
});

it('a property of few numbers has its values, and from four on a range as well', async () => {
  const values = ['-3.5', '9', '420', '1034'].map((value) => ({ value, count: 1, floorPrice: null }));
  const stars = { name: 'Stars', isNumber: true, min: -3.5, max: 1034, count: 4, valueCount: 4, values };
  const moons = {
    name: 'Moons',
    isNumber: true,
    min: 9,
    max: 420,
    count: 2,
    valueCount: 2,
    values: values.slice(1, 3),
  };
  const { path } = await openApp(`/collections/${aCollection().uuid}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.traits, () => ({ data: [stars, moons], meta: { names: 2, ranked: 0 } })),
  });
  await main().getByText('Moons', { exact: true }).click();
  await seen(main().getByRole('checkbox', { name: /^9/ }));
  await expect.element(main().getByRole('textbox', { name: 'At least', exact: true })).not.toBeInTheDocument();
  await main().getByText('Stars', { exact: true }).click();
  await seen(main().getByRole('checkbox', { name: /^-3\.5/ }));
  await seen(main().getByText('From -3.5 to 1034'));
  await expectAccessible();
  await main().getByRole('textbox', { name: 'At least', exact: true }).fill('-2,5');
  await main().getByRole('button', { name: 'Apply the range' }).click();
  await expect.poll(path).toContain('range=Stars%3A-2.5%3A');
});

it('the chip of a range names its property and its numbers as the reader writes them', async () => {
  const depth = { isNumber: true, min: -500, max: 1034.5, count: 40, valueCount: 40, values: [] };
  await openApp(`/collections/${aCollection().uuid}?range=Depth:-2.5:1034.5`, {
    language: 'ukr',
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.traits, () => ({
          data: [{ ...depth, name: 'Depth', localization: [{ locale: 'uk' as const, name: 'Глибина' }] }],
          meta: { names: 1, ranked: 0 },
        })),
  });
  await expect.element(main().getByRole('list').getByText('Глибина: -2,5 – 1034,5').first()).toBeVisible();
});

it('the floor prices of a property are in the money of the price filter', async () => {
  setDisplayCurrency('UAH');
  const trait = { name: 'Mood', isNumber: false, min: null, max: null, count: 5, valueCount: 2 };
  const values = ['0.5', '0.0005'].map((floorPrice, at) => ({ value: `Mood ${at}`, count: 5, floorPrice }));
  await openApp(`/collections/${aCollection().uuid}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.traits, () => ({
          data: [{ ...trait, values }],
          meta: { names: 1, ranked: 0 },
        })),
  });
  await main().getByText('Mood', { exact: true }).click();
  await seen(main().getByText('Floor, ETH'));
  await seen(main().getByRole('checkbox', { name: 'Mood 0 5 works, from 0.5 ETH' }));
  await main().getByText('Price', { exact: true }).first().click();
  await main().getByRole('combobox', { name: 'Currency' }).selectOptions('Worth in UAH');
  await seen(main().getByText('Floor, UAH'));
  // By the rates of the test: 2,000 dollars an ether, 41 hryvnias a dollar.
  await seen(main().getByText('41,000', { exact: true }));
  await seen(main().getByText('41', { exact: true }));
  await expect
    .element(main().getByRole('checkbox', { name: /^Mood 0/ }))
    .toHaveAccessibleName(/^Mood 0 5 works, from ≈ .*41,000/);
});

it('a currency that has been switched off has its name among the chosen filters and in the field', async () => {
  await openApp(`/nfts?currency=${USDC.uuid}&minPrice=10`, {
    answers: (api) => api.answer(referenceEndpoints.currencies, () => listOf([WETH, { ...USDC, isEnabled: false }])),
  });
  await expect.element(main().getByRole('list', { name: 'Chosen filters' })).toHaveTextContent('10–∞ USDC');
  await expect.element(main().getByRole('combobox', { name: 'Currency' })).toHaveDisplayValue('Priced in USDC');
  await seen(main().getByRole('textbox', { name: 'From, USDC' }));
});

it('a category that is switched off, or a collection that is gone, is named so among the chosen filters', async () => {
  await openApp(`/nfts?category=${uuidOf(77)}&collection=${uuidOf(78)}`, {
    answers: (api) => api.answer(collectionEndpoints.show, () => refuse(404, 'collection.notFound')),
  });
  const chosen = main().getByRole('list', { name: 'Chosen filters' });
  await expect
    .poll(() =>
      chosen
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Remove: No longer available', 'Remove: No longer available', 'Clear all']);
});
