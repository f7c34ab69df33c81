import { z } from 'zod';
import { displayCurrency, person } from './auth.ts';
import { collectionRef } from './collection-ref.ts';
import { endpoint } from './endpoint.ts';
import { jsonValue, plain, plainName } from './form-value.ts';
import { traitRangeOf } from './gallery-filter.ts';
import { hiddenNotice } from './hidden.ts';
import { historyFields } from './history.ts';
import {
  DESCRIPTION_MAX,
  EDITION_MAX,
  NAME_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PROPERTIES_MAX,
  PROPERTY_TEXT_MAX,
  ROYALTY_MAX_PERCENT,
  SEND_MAX,
} from './limits.ts';
import { LANGUAGES } from './language.ts';
import { locale, localizedName } from './localization.ts';
import { image } from './media.ts';
import {
  address,
  amount,
  hex,
  list,
  listQuery,
  one,
  quantity,
  queryBoolean,
  repeated,
  step,
  time,
  uuid,
} from './primitive.ts';

export const tokenType = z.enum(['ERC721', 'ERC1155']);
export type TokenType = z.infer<typeof tokenType>;
/** Only its creator sees a `draft`; `minting` waits for the chain. */
const tokenStatus = z.enum(['draft', 'minting', 'minted', 'failed']);
export type TokenStatus = z.infer<typeof tokenStatus>;

/** One property. `isNumber` is true when the value is numeric. */
const property = z.object({ name: z.string(), value: z.string(), isNumber: z.boolean() });
export type Property = z.infer<typeof property>;

const reference = z.object({ uuid, name: z.string() });

/** The cheapest active fixed-price listing of a token. */
export const cheapest = z.object({
  offerUuid: uuid,
  price: amount,
  currencyUuid: uuid,
  /** As shown: ETH, USDC, POL. */
  currency: z.string(),
  quantityLeft: z.number().int(),
});

/** The auction of a token in lists: one that takes bids before one that waits for its start or its settlement. */
export const cardAuction = z.object({
  offerUuid: uuid,
  /** The highest bid; before the first one the reserve price. */
  price: amount,
  /** As shown: ETH, USDC. */
  currency: z.string(),
  bidCount: z.number().int(),
  startsAt: time.nullable(),
  endsAt: time,
});
export type CardAuction = z.infer<typeof cardAuction>;

/** How rare a token is among those of its collection: 1 is the rarest. Equally rare tokens have the same rank. */
const rarity = z.object({ rank: z.number().int(), of: z.number().int() });
export type Rarity = z.infer<typeof rarity>;

/** A token in lists. */
export const token = z.object({
  uuid,
  type: tokenType,
  name: z.string(),
  description: z.string(),
  localization: localizedName.optional(),
  imageHash: z.string(),
  image,
  /** Percent, 0–50, at most two decimals. */
  royalty: z.number(),
  quantity: z.number().int(),
  metadata: z.array(property),
  createdAt: time,
  updatedAt: time,
  status: tokenStatus,
  collection: collectionRef,
  category: reference,
  network: reference,
  creator: person,
  contractAddress: address,
  /** Decimal string: a uint256. */
  tokenId: z.string(),
  listing: cheapest.nullable(),
  auction: cardAuction.nullable(),
  /** The price of one unit at the last sale; absent if it was never sold. */
  lastSale: z.object({ price: amount, currency: z.string(), at: time }).optional(),
  /** Null in a small collection, where properties say nothing, and in the seconds after the mint. */
  rarity: rarity.nullable(),
  favoriteCount: z.number().int(),
  /** Of the signed-in user; false for visitors. */
  isFavorite: z.boolean(),
  /** Hidden by an admin: only in lists of the caller's own. */
  isHidden: z.boolean(),
  /** Only in the list of one's own `ownerUuid`: how many units one holds. */
  held: z.number().int().optional(),
});
export type Token = z.infer<typeof token>;

const ownership = z.object({
  owner: address,
  ownerUuid: uuid.nullable(),
  quantity: z.number().int(),
  user: person.nullable(),
});

/**
 * A trait with its rarity: the share of the collection's tokens that have the same value, 0–1, and the lowest price of
 * those on sale, in ether.
 */
const trait = property.extend({
  share: z.number(),
  count: z.number().int(),
  floorPrice: z.string().nullable(),
});

/** A work's texts in its other languages; `metadata` has the same properties in the same order. */
const localization = localizedName.extend({
  texts: z.array(z.object({ locale, name: z.string(), description: z.string(), metadata: z.array(property) })),
});
export type Localization = z.infer<typeof localization>;

/**
 * Why no offer can be made for a token. `BURNT`: all of it is at addresses that nobody has a key for. `OWNER_AWAY`: nobody
 * who holds it can accept one; each is blocked or leaving.
 */
const noOffersReason = z.enum(['BURNT', 'OWNER_AWAY']);

const tokenDetail = token.extend({
  localization: localization.optional(),
  metadataHash: z.string(),
  metadataUrl: z.string(),
  collection: collectionRef.extend({ imageUrl: z.string(), creatorUuid: uuid }),
  /** Without what is burnt. */
  ownerships: z.array(ownership),
  /** Units that are burnt. */
  burnt: z.number().int(),
  traits: z.array(trait),
  chain: z.object({
    chainId: z.number().int(),
    tokenUri: z.string(),
    mintTxHash: z.string().nullable(),
    mintedAt: time.nullable(),
  }),
  noOffers: noOffersReason.nullable(),
  /** Active offers of every type, cheapest sale first: shapes as in GET /offer. */
  offers: z.array(z.lazy(() => z.record(z.string(), z.unknown()))),
  /** As a parent; null when it has no genes. The buyer of an expecting token buys its child, too. */
  breeding: z
    .object({
      generation: z.number().int(),
      uses: z.number().int(),
      expecting: z.object({ breedingUuid: uuid, readyAt: time }).nullable(),
    })
    .nullable(),
  /** The steps of its mint, while it is a draft of the caller. */
  steps: z.array(step).optional(),
  /** Why only its creator, its holders and admins see it. */
  hidden: hiddenNotice.nullable(),
});
export type TokenDetail = z.infer<typeof tokenDetail>;

/** Text of a form: trimmed, required, bounded. */
export const requiredText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(...plain);
const workName = requiredText(NAME_MAX).refine(...plainName);
/** Optional text of a form. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(...plain);

const propertyInput = z.object({
  name: requiredText(PROPERTY_TEXT_MAX),
  value: z.union([z.string(), z.number()]).transform(String).pipe(requiredText(PROPERTY_TEXT_MAX)),
});

/** The main text is in the language `default`; each other language at most once. */
const localizationInput = z
  .object({
    default: locale,
    texts: z
      .array(
        z.object({
          locale,
          name: workName,
          description: requiredText(DESCRIPTION_MAX),
          properties: z
            .array(propertyInput)
            .max(PROPERTIES_MAX)
            .default([])
            .describe('All properties in their order; an empty list shows those of the main text'),
        }),
      )
      .min(1)
      .max(LANGUAGES.length - 1),
  })
  .refine(
    ({ default: main, texts }) => new Set([main, ...texts.map((text) => text.locale)]).size === texts.length + 1,
    { path: ['texts'], message: 'must be in other languages than the main text, each in one' },
  );

/** A number in a multipart field. */
const formNumber = z
  .union([z.string().trim().min(1), z.number()])
  .transform((value) => Number(value))
  .pipe(z.number());

/** Body of POST /token, apart from the file. `properties` is a JSON list, `localization` a JSON object. */
const tokenInput = z.object({
  name: workName,
  description: requiredText(DESCRIPTION_MAX),
  type: tokenType.default('ERC721'),
  royalty: formNumber
    .pipe(
      z
        .number()
        .min(0)
        .max(ROYALTY_MAX_PERCENT)
        .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'at most two decimals'),
    )
    .default(0),
  quantity: formNumber.pipe(z.number().int().min(1).max(EDITION_MAX)).optional(),
  networkUuid: uuid,
  collectionUuid: uuid,
  categoryUuid: uuid,
  properties: z
    .union([z.string(), z.array(z.unknown())])
    .optional()
    .transform((value, ctx): unknown => {
      if (value === undefined || value === '') return [];
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        ctx.addIssue({ code: 'custom', message: 'must be a JSON list' });
        return z.NEVER;
      }
    })
    .pipe(z.array(propertyInput).max(PROPERTIES_MAX)),
  localization: jsonValue('texts in other languages').pipe(localizationInput).optional(),
});

/**
 * What can be asked of a token's state: a fixed price, an auction that takes bids, one that starts later, an active bid
 * (on the token, or in its auction), minted in the last 7 days.
 */
export const tokenState = z.enum(['BUY_NOW', 'AUCTION', 'UPCOMING', 'HAS_OFFERS', 'NEW']);
export type TokenState = z.infer<typeof tokenState>;

/**
 * Within one collection: `rarity` (ascending is the rarest first; works of the last seconds are in it once they are ranked), `number` (of the tokens in their contracts) and
 * `curated`, the order that its maker chose, in either direction the same.
 */
const sortFields = [
  'createdAt',
  'name',
  'price',
  'favorites',
  'rarity',
  'endsAt',
  'lastSale',
  'number',
  'curated',
] as const;
/** A rank by rarity in a query: 1 is the rarest. */
const rank = z.coerce.number().int().min(1).max(1_000_000_000);
const traitRange = z
  .string()
  .max(200)
  .refine((text) => traitRangeOf(text) !== undefined, 'must be name:min:max, such as Year:1900:1950');
const tokenListQuery = listQuery({ default: PAGE_SIZE.token, max: PAGE_SIZE_MAX.token }, sortFields);
const id = z.object({ id: uuid });

/** One event in a token's history: MINTED, TRANSFERRED, and those of its offers. */
export const tokenEvent = z.object({
  ...historyFields,
  event: z.string(),
  offerUuid: uuid.nullable(),
  /** The type of that offer; null without one. */
  offerType: z.enum(['SALE', 'AUCTION', 'BID']).nullable(),
});
export type TokenEvent = z.infer<typeof tokenEvent>;

/** Units of a token that leave the caller's wallet. */
const sendItem = z.object({
  tokenUuid: uuid,
  to: address,
  quantity: quantity.default(1),
});

export const tokenEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/token',
    summary: 'Tokens',
    access: 'optional',
    query: tokenListQuery.extend({
      categoryUuid: repeated(uuid).optional(),
      collectionUuid: repeated(uuid).optional(),
      networkUuid: repeated(uuid).optional(),
      type: tokenType.optional(),
      onSale: queryBoolean.optional().describe('Whether it has a fixed price, or an auction that takes bids'),
      state: repeated(tokenState)
        .optional()
        .describe(
          'Tokens in any of these states. sortBy=endsAt lists only tokens in an auction that takes bids, by its end; with the state UPCOMING alone, those whose auction starts later, by its start. sortBy=lastSale puts tokens that were never sold last (DESC)',
        ),
      ownerUuid: uuid.optional(),
      creatorUuid: uuid
        .optional()
        .describe("The caller's own uuid also returns their drafts, and mints that failed or are pending"),
      favoritedByUuid: uuid.optional(),
      purchasedByUuid: uuid.optional(),
      minPrice: amount
        .optional()
        .describe(
          'The least next price: that of the cheapest listing, otherwise the highest bid of the auction, before the first bid its reserve price. In the currency of currencyUuid; without it in ether, other currencies converted at their rate when listed',
        ),
      maxPrice: amount.optional().describe('The highest next price; units as minPrice'),
      priceCurrency: displayCurrency
        .optional()
        .describe(
          'The currency of minPrice and maxPrice: they are converted to ether at the rates of now. Without effect beside currencyUuid',
        ),
      currencyUuid: uuid.optional().describe('Tokens whose next price is in this currency'),
      trait: repeated(z.string().max(200))
        .optional()
        .describe('A property as name:value. Tokens match any of several values of one name, and all of several names'),
      traitRange: repeated(traitRange)
        .optional()
        .describe(
          'A numeric property as name:min:max, either of them possibly empty. Needs exactly one collectionUuid. Tokens match all of several ranges',
        ),
      minRarity: rank.optional().describe('The lowest rank by rarity, such as 1. Needs exactly one collectionUuid'),
      maxRarity: rank
        .optional()
        .describe(
          'The highest rank by rarity, such as 100. Needs exactly one collectionUuid. A new work is ranked some seconds after it is minted, in a collection of 300,000 some minutes; until then it is in no list by rank',
        ),
    }),
    response: list(token),
  }),
  onSale: endpoint({
    method: 'GET',
    path: '/token/on-sale/{id}',
    summary: "A user's tokens that are on sale: at a fixed price, or in an auction that takes bids",
    access: 'optional',
    params: id,
    query: tokenListQuery,
    response: list(token),
  }),
  show: endpoint({
    method: 'GET',
    path: '/token/{id}',
    summary: 'One token',
    access: 'optional',
    params: id,
    response: one(tokenDetail),
  }),
  history: endpoint({
    method: 'GET',
    path: '/token/{id}/history',
    summary: "A token's history, newest first",
    access: 'optional',
    params: id,
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['createdAt']),
    response: list(tokenEvent),
  }),
  create: endpoint({
    method: 'POST',
    path: '/token',
    summary: 'Create a token; the steps mint it',
    access: 'user',
    files: { file: { required: true }, poster: { required: false } },
    body: tokenInput,
    status: 201,
    response: one(tokenDetail),
    creates: true,
  }),
  sign: endpoint({
    method: 'PUT',
    path: '/token/{id}',
    summary: "Submit the creator's signed mint request",
    access: 'user',
    params: id,
    body: z.object({ signature: hex }),
    response: one(tokenDetail),
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/token/{id}',
    summary: 'Delete a draft of the caller; what is or can still be minted stays',
    access: 'user',
    params: id,
    status: 204,
  }),
  favorite: endpoint({
    method: 'POST',
    path: '/token/{id}/favorite',
    summary: 'Add a token to the caller’s favourites',
    access: 'user',
    params: id,
    status: 204,
  }),
  unfavorite: endpoint({
    method: 'DELETE',
    path: '/token/{id}/favorite',
    summary: 'Remove a token from the caller’s favourites',
    access: 'user',
    params: id,
    status: 204,
  }),
  send: endpoint({
    method: 'POST',
    path: '/token/send',
    summary: 'The steps that send tokens of the caller to other wallets; sales of units that are gone become INVALID',
    access: 'user',
    body: z.object({ items: z.array(sendItem).min(1).max(SEND_MAX) }),
    response: one(z.object({ steps: z.array(step) })),
    changesNothingPublic: true,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/token/{id}/refresh',
    summary: 'Read owner, supply and metadata again from the chain',
    access: 'public',
    params: id,
    status: 202,
  }),
};
