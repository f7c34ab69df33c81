/** The parameters of the gallery's address that filter, and the fields of `GET /token` that they become. */
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

export type TraitRange = { name: string; min: string; max: string };
const BOUND = /^(?:[+-]?\d{1,30}(?:\.\d{1,30})?)?$/;
/** Parses `name:min:max`: a name may contain colons, a missing bound is ''. @returns undefined if it is no range */
export const traitRangeOf = (text: string): TraitRange | undefined => {
  const parts = text.split(':');
  const [min = '', max = ''] = parts.splice(-2);
  const name = parts.join(':');
  return name !== '' && BOUND.test(min) && BOUND.test(max) ? { name, min, max } : undefined;
};
