import { expect, it } from 'vitest';
import { pageUrlOf } from '../../../../server/src/platform/http/page-url.ts';
import { changedQuery } from '../../platform/route/use-page-parameters.ts';
import { countOf, EMPTY_FILTER, readFilter, readPages, tokenFilterOf, writeFilter, type Filter } from './filter-url.ts';

const A = '01990000-0000-7000-8000-00000000000a';
const B = '01990000-0000-7000-8000-00000000000b';
const full: Filter = {
  search: 'зоряні & co',
  collections: [A, B],
  categories: [B],
  traits: ['Sky:deep: blue'],
  states: ['AUCTION', 'NEW'],
  ranges: ['Size::12.5', 'Year:of birth:1900:'],
  minRank: '2',
  maxRank: '100',
  onSale: true,
  type: 'ERC1155',
  minPrice: '0.5',
  maxPrice: '2',
  currency: 'USD',
  sort: 'price:ASC',
};

const queryOf = (filter: Filter, others = '') => changedQuery(new URLSearchParams(others), writeFilter(filter));

it('parses the URL that it wrote', () => {
  expect(readFilter(new URLSearchParams(queryOf(full).toString()))).toEqual(full);
});

it('is the same in the address that the server renders: anything else would be another list than the browser’s', () => {
  expect(readFilter(new URLSearchParams(`collection=${B}&collection=${A}`)).collections).toEqual([A, B]);
  const rendered = new URL(pageUrlOf(new URL(`https://site/nfts?${queryOf(full)}`)), 'https://site');
  expect(readFilter(rendered.searchParams)).toEqual(full);
});

it('writes nothing for the defaults, so that the URL of an unfiltered list has no query', () => {
  expect(queryOf(EMPTY_FILTER).toString()).toBe('');
});

it('returns to the first page when a filter changes, and keeps other parameters', () => {
  const query = queryOf({ ...EMPTY_FILTER, onSale: true }, 'page=4&tab=created&search=old');
  expect(Object.fromEntries(query)).toEqual({ tab: 'created', onSale: 'true' });
});

it('keeps a price as it was typed with its currency, which the API converts', () => {
  const priced = readFilter(new URLSearchParams('minPrice=100&currency=EUR'));
  expect(tokenFilterOf(priced)).toMatchObject({ minPrice: '100', priceCurrency: 'EUR', currencyUuid: undefined });
  expect(tokenFilterOf({ ...priced, minPrice: '' }).priceCurrency).toBeUndefined();
  expect(tokenFilterOf({ ...priced, currency: A })).toMatchObject({ priceCurrency: undefined, currencyUuid: A });
});

it('reads a price as it is typed, as the form sends it before the first script', () => {
  const { minPrice, maxPrice } = readFilter(new URLSearchParams('minPrice=1,5&maxPrice=+1 234.50'));
  expect([minPrice, maxPrice]).toEqual(['1.5', '1234.50']);
});

it('reads “fiat” of earlier addresses as what it was: amounts in ether', () => {
  const query = new URLSearchParams('minPrice=0.03099977&currency=fiat');
  expect(readFilter(query)).toEqual({ ...EMPTY_FILTER, minPrice: '0.03099977' });
});

it('ignores invalid values instead of failing', () => {
  const query = new URLSearchParams(
    `collection=nonsense&collection=${A}&collection=${A}&sort=drop:table&type=ERC20&minPrice=1e9&maxPrice=-1&onSale=1&trait=:x&trait=noColon&range=Size::&range=Size:a:b&minRank=0&maxRank=1e3&currency=gold&state=SOLD`,
  );
  expect(readFilter(query)).toEqual({ ...EMPTY_FILTER, collections: [A] });
});

it('opens as many pages as the URL says, ten at most', () => {
  expect(
    ['', 'page=3', 'page=0', 'page=-2', 'page=99', 'page=x', 'page=2.7'].map((text) =>
      readPages(new URLSearchParams(text)),
    ),
  ).toEqual([1, 3, 1, 1, 10, 1, 2]);
});

it('sends only the set filters to the API, and the filters of the page take precedence', () => {
  expect(Object.entries(tokenFilterOf(EMPTY_FILTER)).filter(([, value]) => value !== undefined)).toEqual([
    ['sortBy', 'createdAt:DESC'],
  ]);
  expect(tokenFilterOf(full, { collectionUuid: [A] }).collectionUuid).toEqual([A]);
});

it('asks for ranges and ranks within one collection only', () => {
  const rare: Filter = { ...EMPTY_FILTER, ranges: ['Year:1900:1950'], maxRank: '9', sort: 'rarity:ASC' };
  expect(tokenFilterOf(rare)).toMatchObject({ traitRange: undefined, maxRarity: undefined, sortBy: 'createdAt:DESC' });
  const asked = { traitRange: ['Year:1900:1950'], maxRarity: 9, sortBy: 'rarity:ASC' };
  expect(tokenFilterOf(rare, { collectionUuid: [A] })).toMatchObject(asked);
  expect(tokenFilterOf({ ...rare, collections: [B] })).toMatchObject(asked);
});

it('counts a range once', () => {
  expect(countOf(full)).toBe(2 + 1 + 1 + 2 + 2 + 1 + 1 + 1 + 1);
  expect(countOf(EMPTY_FILTER)).toBe(0);
});
