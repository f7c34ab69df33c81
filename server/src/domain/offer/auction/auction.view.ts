import type { AuctionTerms } from '@skarb/schema/offer';
import { getAddress, type Address, type Hex } from 'viem';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { findAuction } from '../store/auction.store.ts';

/**
 * The terms of an auction by its AuctionCreated log.
 * @throws AppError 404, also for other offers and for auctions whose NFT never arrived
 */
export const getAuctionTerms = async (sql: Tx, uuid: string, auctionHouse: Address): Promise<AuctionTerms> => {
  const terms = (await findAuction(sql, uuid))?.terms;
  if (!terms) throw notFound('offer');
  const { auctionId, bidding, lot } = terms;
  const [settled] = await sql<{ tx_hash: Hex }[]>`
    select tx_hash from history where offer_uuid = ${uuid} and event = 'SETTLED'`;
  return {
    auctionHouse: getAddress(auctionHouse),
    auctionId,
    bidding: { ...bidding, currency: getAddress(bidding.currency) },
    lot: {
      ...lot,
      seller: getAddress(lot.seller),
      collection: getAddress(lot.collection),
      tokenId: String(lot.tokenId),
      quantity: String(lot.quantity),
      feeRecipient: getAddress(lot.feeRecipient),
      royaltyReceiver: getAddress(lot.royaltyReceiver),
      nonce: String(lot.nonce),
    },
    settledIn: settled?.tx_hash ?? null,
  };
};
