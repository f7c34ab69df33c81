import { pathTo } from '@skarb/schema/endpoint';
import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import { tokenEndpoints, type TokenDetail } from '@skarb/schema/token';
import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import { addressOf, inDays, listOf, NETWORK } from './examples.ts';
import type { ScriptedApi } from './scripted-api.ts';

/** Answers with one token and the offers on it, as its page reads them. */
export const answerTrade = (api: ScriptedApi, token: TokenDetail, offers: Offer[]): ScriptedApi =>
  api
    .answer(tokenEndpoints.show, () => ({ data: { ...token, offers: offers.filter(({ type }) => type !== 'BID') } }))
    .answer(offerEndpoints.show, ({ params }) => ({ data: offers.find(({ uuid }) => uuid === params.id) as Offer }))
    .answer(offerEndpoints.list, ({ query }) =>
      listOf(
        offers.filter(
          ({ type, status, seller, buyer }) =>
            (!query.type || query.type.includes(type)) &&
            (!query.status || query.status.includes(status)) &&
            (!query.sellerUuid || seller?.uuid === query.sellerUuid) &&
            (!query.buyerUuid || buyer?.uuid === query.buyerUuid),
        ),
      ),
    );

/** A step in which the wallet sends a transaction. */
export const aTransactionStep = (id: string): TransactionStep => ({
  kind: 'transaction',
  id,
  description: id,
  status: 'incomplete',
  chainId: NETWORK.chainId,
  to: addressOf(71),
  data: '0x01',
  value: '0',
});
/** A step in which the wallet signs an offer. */
export const aSignatureStep = (offerUuid: string): SignatureStep => ({
  kind: 'signature',
  id: 'sign-offer',
  description: 'Sign the order',
  status: 'incomplete',
  typedData: {
    domain: { name: 'Seaport', version: '1.6', chainId: NETWORK.chainId, verifyingContract: addressOf(72) },
    types: { Order: [{ name: 'price', type: 'uint256' }] },
    primaryType: 'Order',
    message: { price: '1' },
  },
  submit: { method: 'PUT', path: pathTo(offerEndpoints.edit, { id: offerUuid }), field: 'signature' },
});

/** The fields of an auction without bids, for `anOffer`. */
export const anAuction = (
  over: Partial<NonNullable<Offer['auction']>> = {},
): Pick<Offer, 'type' | 'price' | 'endsAt' | 'auction'> => ({
  type: 'AUCTION',
  price: over.highestBid ?? over.reservePrice ?? '1',
  endsAt: inDays(3),
  auction: {
    reservePrice: '1',
    highestBid: null,
    highestBidder: null,
    highestBidderAddress: null,
    nextBid: '1',
    bidCount: 0,
    minIncrementPercent: 5,
    originalEndsAt: inDays(3),
    extensions: 0,
    auctionId: '12',
    settledAt: null,
    sellerReceived: null,
    ...over,
  },
});
