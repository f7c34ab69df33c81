import {
  type GALLERY_FILTER,
  isDisplayCurrency,
  plainAmount,
  traitRangeOf,
  type TraitRange,
} from '@skarb/schema/gallery-filter';
import { SORT_DEFAULT } from '@skarb/schema/limits';
import type { PageParameters, ParameterChange } from '@skarb/schema/page-parameters';
import type { TokenState } from '@skarb/schema/token';
import type { TokenFilter } from '../token/token.query.ts';

/** Sort choices: the first is the default and is left out of the URL. */
export const SORTS = [
  'createdAt:DESC',
  'createdAt:ASC',
  'price:ASC',
  'price:DESC',
  'endsAt:ASC',
  'lastSale:DESC',
  'favorites:DESC',
  'name:ASC',
  'rarity:ASC',
  'number:ASC',
  'curated:ASC',
] as const;
export type Sort = (typeof SORTS)[number];
/** Orders of one collection. `curated`, which its maker chose, is the default on its page. */
export const isOfCollection = (sort: Sort): boolean => /^(rarity|number|curated)/.test(sort);

/** The states that can be chosen: any of several. */
export const STATES = ['BUY_NOW', 'AUCTION', 'HAS_OFFERS', 'NEW'] as const satisfies readonly TokenState[];

/** The filters of a list of tokens. All of them are in the URL. */
export type Filter = {
  search: string;
  collections: string[];
  categories: string[];
  traits: string[];
  states: (typeof STATES)[number][];
  /** Ranges of numeric properties, as `name:min:max`. */
  ranges: string[];
  /** The ranks by rarity, 1 the rarest; empty without a bound. */
  minRank: string;
  maxRank: string;
  onSale: boolean;
  type: '' | 'ERC721' | 'ERC1155';
  minPrice: string;
  maxPrice: string;
  /**
   * The currency of the prices; empty for ether. By its uuid, only what is priced in it is wanted; a display currency is
   * converted by the server.
   */
  currency: string;
  sort: Sort;
};

export const EMPTY_FILTER: Filter = {
  search: '',
  collections: [],
  categories: [],
  traits: [],
  states: [],
  ranges: [],
  minRank: '',
  maxRank: '',
  onSale: false,
  type: '',
  minPrice: '',
  maxPrice: '',
  currency: '',
  sort: SORT_DEFAULT as Sort,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const AMOUNT = /^(0|[1-9]\d{0,59})(\.\d{1,18})?$/;
/** In one order: the server renders the page of an address with its values sorted. */
const several = (values: string[], isValid: (value: string) => unknown, most: number): string[] =>
  [...new Set(values.filter(isValid))].slice(0, most).toSorted();
const uuids = (values: string[]) => several(values, (value) => UUID.test(value), 100);
/** Whether only what is priced in one currency is wanted. */
export const isCurrency = (currency: string): boolean => UUID.test(currency);
const amount = (text: string | null) => {
  const price = plainAmount(text ?? '');
  return AMOUNT.test(price) ? price : '';
};

const rank = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? text : '');

/** A range with at least one bound. @returns undefined if the text is none */
export const readRange = (text: string): TraitRange | undefined => {
  const range = text.length <= 200 ? traitRangeOf(text) : undefined;
  return range && (range.min || range.max) ? range : undefined;
};
/** Whether the lowest value of a range is higher than the highest; both are empty without a bound. */
export const isWrongWay = (min: string, max: string): boolean => min !== '' && max !== '' && Number(min) > Number(max);
/** The words for a range of a filter that nothing can match, if there is one. */
export const wrongWayOf = ({ minPrice, maxPrice, minRank, maxRank, ranges }: Filter): string | undefined => {
  if (isWrongWay(minPrice, maxPrice)) return 'token.filter.wrongWay';
  if (isWrongWay(minRank, maxRank)) return 'property.ranks.wrongWay';
  const range = ranges.map(readRange).find((one) => one && isWrongWay(one.min, one.max));
  return range && 'property.range.wrongWay';
};
export const rangeText = ({ name, min, max }: TraitRange): string => `${name}:${min}:${max}`;

/**
 * The filter in a URL. Invalid values are ignored, never an error: people edit URLs by hand.
 * @param usual the order without one in the URL
 */
export const readFilter = (query: PageParameters, usual: Sort = EMPTY_FILTER.sort): Filter => {
  const sort = query.get('sort') as Sort;
  const type = query.get('type');
  const currency = query.get('currency') ?? '';
  return {
    search: (query.get('search') ?? '').trim().slice(0, 100),
    collections: uuids(query.getAll('collection')),
    categories: uuids(query.getAll('category')),
    traits: several(query.getAll('trait'), (text) => /^[^:]+:.+/.test(text) && text.length <= 200, 20),
    states: STATES.filter((state) => query.getAll('state').includes(state)),
    ranges: several(query.getAll('range'), readRange, 20),
    minRank: rank(query.get('minRank')),
    maxRank: rank(query.get('maxRank')),
    onSale: query.get('onSale') === 'true',
    type: type === 'ERC721' || type === 'ERC1155' ? type : '',
    minPrice: amount(query.get('minPrice')),
    maxPrice: amount(query.get('maxPrice')),
    // Addresses of earlier versions have 'fiat' beside amounts in ether.
    currency: isDisplayCurrency(currency) || isCurrency(currency) ? currency : '',
    sort: SORTS.includes(sort) ? sort : usual,
  };
};

/** The parameters of a filter, in a fixed order and without defaults. */
export const writeFilter = (
  filter: Filter,
  usual: Sort = EMPTY_FILTER.sort,
): ParameterChange & Record<keyof typeof GALLERY_FILTER, unknown> => ({
  search: filter.search,
  collection: filter.collections,
  category: filter.categories,
  trait: filter.traits,
  state: filter.states,
  range: filter.ranges,
  minRank: filter.minRank,
  maxRank: filter.maxRank,
  onSale: filter.onSale ? 'true' : '',
  type: filter.type,
  minPrice: filter.minPrice,
  maxPrice: filter.maxPrice,
  currency: filter.currency,
  sort: filter.sort === usual ? '' : filter.sort,
});

/** How many pages the URL says were open: a reload shows as many again, ten at most. */
export const readPages = (query: PageParameters): number =>
  Math.min(10, Math.max(1, Math.floor(Number(query.get('page'))) || 1));

/** The filter as GET /token accepts it. */
export const tokenFilterOf = (filter: Filter, fixed: TokenFilter = {}): TokenFilter => {
  const { collectionUuid = filter.collections } = fixed;
  // Ranks and ranges are those of one collection.
  const isOne = Array.isArray(collectionUuid) && collectionUuid.length === 1;
  return {
    search: filter.search || undefined,
    collectionUuid: filter.collections.length ? filter.collections : undefined,
    categoryUuid: filter.categories.length ? filter.categories : undefined,
    trait: filter.traits.length ? filter.traits : undefined,
    traitRange: isOne && filter.ranges.length ? filter.ranges : undefined,
    minRarity: (isOne && Number(filter.minRank)) || undefined,
    maxRarity: (isOne && Number(filter.maxRank)) || undefined,
    state: filter.states.length ? filter.states : undefined,
    onSale: filter.onSale || undefined,
    type: filter.type || undefined,
    minPrice: filter.minPrice || undefined,
    maxPrice: filter.maxPrice || undefined,
    priceCurrency:
      isDisplayCurrency(filter.currency) && (filter.minPrice || filter.maxPrice) ? filter.currency : undefined,
    currencyUuid: isCurrency(filter.currency) ? filter.currency : undefined,
    sortBy: isOfCollection(filter.sort) && !isOne ? EMPTY_FILTER.sort : filter.sort,
    ...fixed,
  };
};

/** How many filters differ from the default, without sorting and search. */
export const countOf = (filter: Filter): number =>
  filter.collections.length +
  filter.categories.length +
  filter.traits.length +
  filter.states.length +
  filter.ranges.length +
  Number(filter.minRank !== '' || filter.maxRank !== '') +
  Number(filter.onSale) +
  Number(filter.type !== '') +
  Number(filter.minPrice !== '' || filter.maxPrice !== '' || isCurrency(filter.currency));
/** Whether a list leaves anything out. */
export const isNarrowed = (filter: Filter): boolean => countOf(filter) > 0 || filter.search !== '';
