import { z } from 'zod';
import { locale } from './localization.ts';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { jsonValue, linksInput, localized, localizedInput, publicLink } from './form-value.ts';
import { hiddenNotice } from './hidden.ts';
import {
  COLLECTION_PINS_MAX,
  COLLECTION_TEXT_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  TREND_PERIODS,
  TRENDING_MAX,
} from './limits.ts';
import { image } from './media.ts';
import { address, amount, list, listQuery, one, repeated, time, uuid } from './primitive.ts';
import { optionalText, requiredText, tokenType } from './token.ts';

export const collection = z.object({
  uuid,
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  /** For readers of one language: the English text, otherwise the other one. */
  description: z.string(),
  networkUuid: uuid,
  creatorUuid: uuid,
  imageHash: z.string(),
  imageUrl: z.string(),
  image,
  creator: person,
  /** An admin has verified who makes it. A changed name takes the mark away. */
  isVerified: z.boolean(),
  /** Its contracts, one for each kind, deployed with the first mint of that kind; addresses are known before. */
  contracts: z.array(z.object({ type: tokenType, address, isDeployed: z.boolean() })),
  /** Prices in ether ("1.25"); other currencies at the rate at the time of the listing or sale. */
  stats: z.object({
    items: z.number().int(),
    owners: z.number().int(),
    floorPrice: z.string().nullable(),
    volume: z.string(),
    onSale: z.number().int(),
  }),
  followerCount: z.number().int(),
  /** By the signed-in user; false for visitors, null for one's own. */
  isFollowed: z.boolean().nullable(),
  /** Why only its creator and admins see it. */
  hidden: hiddenNotice.nullable(),
});
export type Collection = z.infer<typeof collection>;

/**
 * In which order a collection's page shows its works: by age, by the number of the token, or first those that its maker
 * puts first, then the newest.
 */
const worksOrder = z.enum(['newest', 'number', 'own']);
export type WorksOrder = z.infer<typeof worksOrder>;

/** A collection with what its maker shapes. */
const collectionDetail = collection.extend({
  /** The name that its contracts keep for ever, if it is another one. */
  contractName: z.string().nullable(),
  text: localized,
  links: z.array(publicLink),
  /** The path of the picture across its page; null shows its works instead. */
  banner: z.string().nullable(),
  order: worksOrder,
  /** The works that come first in the order `own`. */
  pinned: z.array(uuid),
});
export type CollectionDetail = z.infer<typeof collectionDetail>;

export type TrendPeriod = (typeof TREND_PERIODS)[number];
/** A collection that was traded in a period. Wash trades do not count (docs/decisions/0039). */
const trendingCollection = collection.extend({
  trend: z.object({
    /** In ether. */
    volume: z.string(),
    /** Against the same time before, in percent; null if nothing was sold then. */
    changePercent: z.number().nullable(),
    sales: z.number().int(),
  }),
});
export type TrendingCollection = z.infer<typeof trendingCollection>;

/** One property of a collection's works, seconds after the last change at most. */
const collectionTrait = z.object({
  name: z.string(),
  /** What works in several languages call it in the others. */
  localization: z.array(z.object({ locale, name: z.string() })).optional(),
  /** Every value is a number: `traitRange` filters by it. */
  isNumber: z.boolean(),
  /** The least and the greatest value of a numeric property. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** How many works have the property. */
  count: z.number().int(),
  /** How many different values there are; `values` contains the most frequent ones. */
  valueCount: z.number().int(),
  /** Empty for a property that is different in almost every work. `floorPrice` is in ether. */
  values: z.array(
    z.object({
      value: z.string(),
      localization: z.array(z.object({ locale, value: z.string() })).optional(),
      count: z.number().int(),
      floorPrice: amount.nullable(),
    }),
  ),
});
export type CollectionTrait = z.infer<typeof collectionTrait>;

/** An address that holds works of a collection. */
const collectionHolder = z.object({
  owner: address,
  user: person.nullable(),
  /** How many different works it holds, and their share of all works, 0–1. */
  count: z.number().int(),
  share: z.number(),
});
export type CollectionHolder = z.infer<typeof collectionHolder>;

const id = z.object({ id: uuid });
export const collectionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/collection',
    summary: 'Collections',
    access: 'optional',
    query: listQuery({ default: PAGE_SIZE.reference, max: PAGE_SIZE_MAX.reference }, [
      'createdAt',
      'name',
      'volume',
      'floorPrice',
      // In the order of the first page: featured collections in the admins' order, then by volume without wash trades;
      // those with one work come after all others.
      'featured',
    ]).extend({ networkUuid: repeated(uuid).optional(), creatorUuid: uuid.optional() }),
    response: list(collection),
  }),
  trending: endpoint({
    method: 'GET',
    path: '/collection/trending',
    summary: 'The collections with the highest volume of a period, without wash trades; those with one work come last',
    access: 'public',
    query: listQuery({ default: PAGE_SIZE.offer, max: TRENDING_MAX }, ['createdAt'])
      .omit({ search: true, sortBy: true })
      .extend({ period: z.enum(TREND_PERIODS).default('24h') }),
    response: list(trendingCollection),
  }),
  show: endpoint({
    method: 'GET',
    path: '/collection/{id}',
    summary: 'One collection',
    access: 'optional',
    params: id,
    response: one(collectionDetail),
  }),
  traits: endpoint({
    method: 'GET',
    path: '/collection/{id}/trait',
    summary: "The properties of a collection's works, with counts and floor prices",
    access: 'optional',
    params: id,
    /**
     * `names`: how many properties there are; `data` contains the most frequent ones. `ranked`: how many works have a rank by
     * rarity, 0 in a collection too small for one.
     */
    response: z.object({
      data: z.array(collectionTrait),
      meta: z.object({ names: z.number().int(), ranked: z.number().int() }),
    }),
  }),
  holders: endpoint({
    method: 'GET',
    path: '/collection/{id}/holder',
    summary: 'Who holds works of a collection, the largest holders first',
    access: 'optional',
    params: id,
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['count']).omit({
      search: true,
      sortBy: true,
    }),
    response: list(collectionHolder),
  }),
  create: endpoint({
    method: 'POST',
    path: '/collection',
    summary: 'Create a collection; its contract is deployed with its first mint',
    access: 'user',
    files: { file: { required: true } },
    body: z.object({
      name: requiredText(NAME_MAX),
      description: optionalText(DESCRIPTION_MAX).default(''),
      networkUuid: uuid.optional(),
    }),
    status: 201,
    response: one(collectionDetail),
    creates: true,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/collection/{id}',
    summary: 'Change what a collection of one’s own shows; what is left out stays',
    access: 'user',
    params: id,
    files: { file: { required: false }, banner: { required: false } },
    body: z.object({
      name: requiredText(NAME_MAX).optional(),
      text: localizedInput(COLLECTION_TEXT_MAX).optional(),
      links: linksInput.optional(),
      /** An empty string instead of a file removes the banner. */
      banner: z.literal('').optional(),
      order: worksOrder.optional(),
      /** JSON: the uuids of the works that come first, in their order. */
      pinned: jsonValue('a list of uuids').pipe(z.array(uuid).max(COLLECTION_PINS_MAX)).optional(),
    }),
    response: one(collectionDetail),
  }),
};
