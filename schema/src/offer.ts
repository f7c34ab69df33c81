import { z } from 'zod';
import { collectionRef } from './collection-ref.ts';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { historyFields } from './history.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import {
  address,
  amount,
  hash32,
  hex,
  list,
  listQuery,
  one,
  price,
  quantity,
  repeated,
  step,
  time,
  uuid,
} from './primitive.ts';
import { tokenType } from './token.ts';

export const offerType = z.enum(['SALE', 'AUCTION', 'BID']);
export type OfferType = z.infer<typeof offerType>;
export const offerStatus = z.enum([
  'DRAFT',
  'SCHEDULED',
  'ACTIVE',
  'CANCELLING',
  'INVALID',
  'SOLD',
  'CANCELLED',
  'EXPIRED',
  'ENDED',
]);
export type OfferStatus = z.infer<typeof offerStatus>;
/** Why an INVALID offer cannot be filled now; the web app has words for each. */
const invalidReason = z.enum([
  'NOT_OWNER',
  'TOO_FEW',
  'NOT_APPROVED',
  'COUNTER_RAISED',
  'LEFT_AND_RETURNED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_ALLOWANCE',
  'MAKER_BLOCKED',
  'SIGNATURE_REFUSED',
]);
export type InvalidReason = z.infer<typeof invalidReason>;

export const offer = z.object({
  uuid,
  type: offerType,
  status: offerStatus,
  invalidReason: invalidReason.nullable(),
  /** Increases with every change, so that a client can drop older states. */
  version: z.number().int(),
  /** For one unit, in the currency's own unit. */
  price: amount,
  /** As shown: ETH, USDC, POL. */
  currency: z.object({
    uuid,
    name: z.string(),
    symbol: z.string(),
    decimals: z.number().int(),
    address: address.nullable(),
    isNative: z.boolean(),
  }),
  quantity: z.number().int(),
  quantityLeft: z.number().int(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  /** Of one unit; they add up to the price. */
  fees: z.object({
    marketplace: amount,
    royalty: amount,
    sellerReceives: amount,
    marketplacePercent: z.number(),
    royaltyPercent: z.number(),
  }),
  seller: person.nullable(),
  sellerAddress: address.nullable(),
  buyer: person.nullable(),
  buyerAddress: address.nullable(),
  orderHash: hash32.nullable(),
  token: z.object({
    uuid,
    name: z.string(),
    localization: localizedName.optional(),
    type: tokenType,
    quantity: z.number().int(),
    image,
    collection: collectionRef,
    contractAddress: address,
    tokenId: z.string(),
  }),
  networkUuid: uuid,
  /** Of an AUCTION: its state. `price` is the highest bid, before the first one the reserve price. */
  auction: z
    .object({
      reservePrice: amount,
      highestBid: amount.nullable(),
      highestBidder: person.nullable(),
      highestBidderAddress: address.nullable(),
      /** The lowest next bid. */
      nextBid: amount,
      bidCount: z.number().int(),
      minIncrementPercent: z.number(),
      /** The end before late bids extended it; `endsAt` is the end now. */
      originalEndsAt: time,
      extensions: z.number().int(),
      /** Its number in the auction house; null until the NFT is there. */
      auctionId: z.string().nullable(),
      settledAt: time.nullable(),
      /** What the seller received of the highest bid; null until it is settled, and without a bid. */
      sellerReceived: amount.nullable(),
    })
    .nullable(),
  /** Of a BID: the token's cheapest active sale, and by how much of it the bid is above (below: negative). */
  asking: z.object({ price: amount, symbol: z.string(), differencePercent: z.number() }).nullable(),
  /** The block at which the order was last checked, and when that was certainly the newest block. */
  checked: z.object({ block: z.number().int(), at: time }).nullable(),
  /** An admin has hidden its token or its maker: visible only to those involved, and not tradable here. */
  isHidden: z.boolean(),
});
export type Offer = z.infer<typeof offer>;
/** What the steps of `DELETE /offer` cancel. */
const cancelledAll = z.object({
  /** Open sales and buyer's offers. */
  offers: z.number().int(),
  /** Auctions without bids that have a step: at most 20 at once. */
  auctions: z.number().int(),
  /** Auctions that stay: they have bids, or come with the next call. */
  kept: z.number().int(),
  steps: z.array(step),
});
export type CancelledAll = z.infer<typeof cancelledAll>;
const offerWithSteps = offer.extend({ steps: z.array(step).optional() });
export type OfferWithSteps = z.infer<typeof offerWithSteps>;

const offerEvent = z.enum([
  'LISTED',
  'EDITED',
  'SOLD',
  'CANCEL_REQUESTED',
  'CANCELLED',
  'EXPIRED',
  'INVALID',
  'VALID',
  'MINTED',
  'TRANSFERRED',
  'BID',
  'BID_ACCEPTED',
  'OUTBID',
  'AUCTION_CREATED',
  'EXTENDED',
  'SETTLED',
  'CREDITED',
]);
const historyEntry = z.object({
  ...historyFields,
  event: offerEvent,
  /** The type of the offer: a bid is withdrawn, a listing is taken off sale. */
  offerType,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const baseUnits = z.string().regex(/^\d{1,78}$/);
const orderItem = z.object({
  itemType: z.number().int(),
  token: address,
  identifierOrCriteria: baseUnits,
  startAmount: baseUnits,
  endAmount: baseUnits,
});
/** The complete order that the maker signed (Seaport's OrderComponents): its EIP-712 struct hash is `orderHash`. */
const signedOrder = z.object({
  orderHash: hash32,
  seaport: address,
  /** The signature that fills it, in Seaport's format; null unless the offer is active. */
  signature: hex.nullable(),
  components: z.object({
    offerer: address,
    zone: address,
    offer: z.array(orderItem),
    consideration: z.array(orderItem.extend({ recipient: address })),
    orderType: z.number().int(),
    startTime: baseUnits,
    endTime: baseUnits,
    zoneHash: hash32,
    salt: baseUnits,
    conduitKey: hash32,
    counter: baseUnits,
  }),
});
export type SignedOrder = z.infer<typeof signedOrder>;

const seconds = z.number().int();
const bps = z.number().int();
/**
 * The terms of an auction whose NFT the auction house holds (or held), by its log. Their hash is the auction's id,
 * `keccak256(abi.encode(bidding, lotHash))` with `lotHash = keccak256(abi.encode(lot))`, so nobody can forge them.
 */
const auctionTerms = z.object({
  auctionHouse: address,
  auctionId: hash32,
  bidding: z.object({ currency: address, startsAt: seconds, endsAt: seconds, raiseBps: bps }),
  lot: z.object({
    seller: address,
    collection: address,
    /** 0 for ERC-721, 1 for ERC-1155. */
    kind: z.number().int(),
    tokenId: baseUnits,
    quantity: baseUnits,
    feeRecipient: address,
    feeBps: bps,
    royaltyReceiver: address,
    royaltyBps: bps,
    nonce: baseUnits,
  }),
  /** The transaction that settled it. */
  settledIn: hash32.nullable(),
});
export type AuctionTerms = z.infer<typeof auctionTerms>;

const id = z.object({ id: uuid });
const size = { default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer };
const instant = z.iso.datetime({ offset: true });

export const offerInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('SALE'),
    price,
    currencyUuid: uuid,
    quantity: quantity.default(1),
    startsAt: instant.optional(),
    endsAt: instant.optional(),
  }),
  z.object({
    type: z.literal('AUCTION'),
    reservePrice: price,
    currencyUuid: uuid,
    quantity: quantity.default(1),
    startsAt: instant.optional(),
    endsAt: instant,
    minIncrementPercent: z.number().min(1).max(50).optional(),
  }),
  z.object({
    type: z.literal('BID'),
    price,
    currencyUuid: uuid.optional(),
    quantity: quantity.default(1),
    endsAt: instant.optional(),
  }),
]);

export const offerEdit = z
  .object({
    signature: hex.optional(),
    price: price.optional(),
    quantity: quantity.optional(),
    endsAt: instant.nullable().optional(),
    reservePrice: price.optional(),
    revive: z.literal(true).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'nothing to change');

export const offerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/offer',
    summary: 'Offers: sales, auctions, bids',
    access: 'optional',
    query: listQuery(size, ['createdAt', 'price', 'endsAt']).extend({
      type: repeated(offerType).optional(),
      status: repeated(offerStatus).optional(),
      tokenUuid: uuid.optional(),
      /** Of bids: those on tokens this user holds now (offers received), and those they accepted. */
      sellerUuid: uuid.optional(),
      /** Of bids: who made them (offers made). */
      buyerUuid: uuid.optional(),
      /** Auctions in which this user has bid, whether they lead or were outbid. */
      bidderUuid: uuid.optional(),
      collectionUuid: repeated(uuid).optional(),
      categoryUuid: repeated(uuid).optional(),
      networkUuid: repeated(uuid).optional(),
      currencyUuid: uuid.optional(),
      minPrice: amount.optional(),
      maxPrice: amount.optional(),
    }),
    response: list(offer),
  }),
  show: endpoint({
    method: 'GET',
    path: '/offer/{id}',
    summary: 'One offer',
    access: 'optional',
    params: id,
    response: one(offerWithSteps),
  }),
  history: endpoint({
    method: 'GET',
    path: '/offer/{id}/history',
    summary: "An offer's history, newest first",
    access: 'optional',
    params: id,
    query: listQuery(size, ['createdAt']),
    response: list(historyEntry),
  }),
  order: endpoint({
    method: 'GET',
    path: '/offer/{id}/order',
    summary: 'The order of a sale or a bid, so that anyone can verify its hash and check it on chain',
    access: 'public',
    params: id,
    response: one(signedOrder),
  }),
  auction: endpoint({
    method: 'GET',
    path: '/offer/{id}/auction',
    summary: 'The terms of an auction as the auction house stores them, so that anyone can check them on chain',
    access: 'public',
    params: id,
    response: one(auctionTerms),
  }),
  open: endpoint({
    method: 'POST',
    path: '/offer/{id}',
    summary: 'Open an offer for the token, sale or auction with this id',
    access: 'user',
    params: id,
    body: offerInput,
    status: 201,
    response: one(offerWithSteps),
    creates: true,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/offer/{id}',
    summary: 'Complete a draft with its signature, or edit or re-activate the caller’s offer',
    access: 'user',
    params: id,
    body: offerEdit,
    response: one(offerWithSteps),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/offer/{id}',
    summary: 'Cancel the caller’s offer, without gas',
    access: 'user',
    params: id,
    response: one(offerWithSteps),
  }),
  cancelAll: endpoint({
    method: 'DELETE',
    path: '/offer',
    summary:
      'Steps that cancel the caller’s open sales, buyer’s offers, and auctions without bids. One transaction raises the counter of the wallet at Seaport, which also ends what was signed on other marketplaces. Offers that a raised counter has ended are CANCELLED at once',
    access: 'user',
    response: one(cancelledAll),
  }),
  purchase: endpoint({
    method: 'POST',
    path: '/offer/{id}/purchase',
    summary: 'Steps that buy from a sale, or accept a bid',
    access: 'user',
    params: id,
    body: z.object({
      quantity: quantity.default(1),
      /** The unit price the caller saw, as a guard. */ price: price.optional(),
      /** Receives what is bought from a sale; the caller's own wallet by default. */ recipient: address.optional(),
    }),
    response: one(offerWithSteps),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/offer/{id}/settle',
    summary: 'Steps that settle a finished auction now; it is also settled automatically',
    access: 'user',
    params: id,
    /** Receives an NFT that the auction house keeps for the caller; their own wallet by default. */
    body: z.object({ to: address.optional() }),
    response: one(offerWithSteps),
  }),
};
