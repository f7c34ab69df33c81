import { DISPLAY_CURRENCIES, type DisplayCurrency } from './limits.ts';

/**
 * The parameters of the gallery's address that filter, and the fields of `GET /token` that they become; `currency` the
 * field `priceCurrency` if it is a display currency.
 */
export const GALLERY_FILTER = {
  search: 'search',
  collection: 'collectionUuid',
  category: 'categoryUuid',
  trait: 'trait',
  state: 'state',
  range: 'traitRange',
  minRank: 'minRarity',
  maxRank: 'maxRarity',
  onSale: 'onSale',
  type: 'type',
  minPrice: 'minPrice',
  maxPrice: 'maxPrice',
  currency: 'currencyUuid',
} as const;
export const GALLERY_PARAMETERS = Object.keys(GALLERY_FILTER) as (keyof typeof GALLERY_FILTER)[];
/** Those that an address may have several times. */
export const SEVERAL_OF_GALLERY = [
  'collection',
  'category',
  'trait',
  'state',
  'range',
] as const satisfies (keyof typeof GALLERY_FILTER)[];

/** Whether a currency is one to show amounts in, whose amounts are converted: otherwise it is the uuid of a token currency. */
export const isDisplayCurrency = (currency: string): currency is DisplayCurrency =>
  DISPLAY_CURRENCIES.some((one) => one === currency);

/** An amount as people type it, with spaces or a comma, as the API reads it: the form of the price range may be sent before the first script. */
export const plainAmount = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.');

export type TraitRange = { name: string; min: string; max: string };
const BOUND = /^(?:[+-]?\d{1,30}(?:\.\d{1,30})?)?$/;
/** Parses `name:min:max`: a name may contain colons, a missing bound is ''. @returns undefined if it is no range */
export const traitRangeOf = (text: string): TraitRange | undefined => {
  const parts = text.split(':');
  const [min = '', max = ''] = parts.splice(-2);
  const name = parts.join(':');
  return name !== '' && BOUND.test(min) && BOUND.test(max) ? { name, min, max } : undefined;
};
