import type { OfferStatus } from '@skarb/schema/offer';
import type { Address, Hex } from 'viem';
import { toAmount, toInt } from '../../../platform/chain/clamp.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { biddingFromJson, lotFromJson, termsToJson, type Bidding, type Lot } from '../auction/auction.contract.ts';
import type { AuctionState } from '../auction/auction.rules.ts';
import {
  insertAuctionOffer,
  insertForeignAuctionOffer,
  setLot,
  updateAuctionOffer,
  type NewAuctionOffer,
  type NewForeignAuction,
} from './offer.store.ts';

type Row = {
  offer_uuid: string;
  reserve_price: string;
  raise_bps: number;
  original_ends_at: Date;
  auction_id: Hex | null;
  lot_hash: Hex | null;
  first_reserve_price: string | null;
  bidding: Record<string, string | number> | null;
  lot: Record<string, string | number> | null;
  highest_bid: string | null;
  highest_bidder: Address | null;
  bid_count: number;
  claimant: Address | null;
};

/** The terms of an auction whose NFT the auction house holds: every call to the contract carries them. */
export type Terms = { auctionId: Hex; lotHash: Hex; bidding: Bidding; lot: Lot };
export type Auction = {
  offerUuid: string;
  reservePrice: bigint;
  incrementBps: number;
  /** Null until the auction house has the NFT. */
  terms: Terms | null;
  highestBid: bigint | null;
  highestBidder: Address | null;
  bidCount: number;
  claimant: Address | null;
};

const toAuction = (row: Row): Auction => ({
  offerUuid: row.offer_uuid,
  reservePrice: BigInt(row.reserve_price),
  incrementBps: row.raise_bps,
  terms:
    row.auction_id && row.lot_hash && row.bidding && row.lot
      ? {
          auctionId: row.auction_id,
          lotHash: row.lot_hash,
          bidding: biddingFromJson(row.bidding),
          lot: lotFromJson(row.lot),
        }
      : null,
  highestBid: row.highest_bid === null ? null : BigInt(row.highest_bid),
  highestBidder: row.highest_bidder,
  bidCount: row.bid_count,
  claimant: row.claimant,
});

export const findAuction = async (tx: Tx, offerUuid: string): Promise<Auction | undefined> => {
  const [row] = await tx<Row[]>`select * from auction where offer_uuid = ${offerUuid}`;
  return row && toAuction(row);
};

export const findAuctionById = async (tx: Tx, auctionId: string): Promise<Auction | undefined> => {
  const [row] = await tx<Row[]>`select * from auction where auction_id = ${auctionId}`;
  return row && toAuction(row);
};

export type NewAuction = NewAuctionOffer & { incrementBps: number };
/** A draft: an auction that waits for its NFT. */
export const insertAuction = async (tx: Tx, auction: NewAuction): Promise<void> => {
  await insertAuctionOffer(tx, auction);
  await tx`
    insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at)
    values (${auction.uuid}, ${String(auction.reservePrice)}, ${auction.incrementBps}, ${auction.endsAt})`;
};

type Created = { auctionId: Hex; lotHash: Hex; reservePrice: bigint; bidding: Bidding; lot: Lot };

/** An auction that was created directly on the chain, without a draft here. `setTerms` completes it. */
export const insertForeignAuction = async (tx: Tx, auction: NewForeignAuction & Created): Promise<void> => {
  await insertForeignAuctionOffer(tx, auction);
  await tx`
    insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at, is_drafted)
    values (${auction.uuid}, ${toAmount(auction.reservePrice)}, ${toInt(auction.bidding.raiseBps)}, now(), false)`;
};

/** The terms of an auction by its AuctionCreated log. */
export const setTerms = async (tx: Tx, offerUuid: string, created: Created): Promise<void> => {
  const { bidding, lot } = created;
  await tx`
    update auction set auction_id = ${created.auctionId}, lot_hash = ${created.lotHash}, first_reserve_price = ${toAmount(created.reservePrice)},
      raise_bps = ${toInt(bidding.raiseBps)}, bidding = ${tx.json(termsToJson(bidding) as never)}, lot = ${tx.json(termsToJson(lot) as never)}
    where offer_uuid = ${offerUuid}`;
  await setLot(tx, offerUuid, lot);
};

/** Undoes `setTerms`: the draft waits for its NFT again. */
export const clearTerms = (tx: Tx, offerUuid: string) => tx`
  update auction set auction_id = null, lot_hash = null, first_reserve_price = null, bidding = null, lot = null
  where offer_uuid = ${offerUuid}`;

/** Writes the state that the logs of the auction house give, where it differs. @returns whether anything changed */
export const updateAuctionState = async (
  tx: Tx,
  { uuid, quantity }: { uuid: string; quantity: string },
  state: AuctionState,
  status: OfferStatus,
): Promise<boolean> => {
  const { reservePrice, bidCount, extensions, claimant, settledAt, originalEndsAt, highestBid, highestBidder } = state;
  const bid = highestBid === null ? null : String(highestBid);
  const changed = await tx`
    update auction set reserve_price = ${String(reservePrice)}, original_ends_at = ${originalEndsAt}, highest_bid = ${bid},
      highest_bidder = ${highestBidder}, bid_count = ${bidCount}, extensions = ${extensions}, claimant = ${claimant}, settled_at = ${settledAt}
    where offer_uuid = ${uuid} and (reserve_price, original_ends_at, highest_bid, highest_bidder, bid_count, extensions, claimant, settled_at)
      is distinct from (${String(reservePrice)}::numeric, ${originalEndsAt}::timestamptz, ${bid}::numeric, ${highestBidder}::text,
        ${bidCount}::int, ${extensions}::int, ${claimant}::text, ${settledAt}::timestamptz) returning 1`;
  const left = status === 'SOLD' ? '0' : quantity;
  return updateAuctionOffer(tx, uuid, { ...state, status, quantityLeft: left, isChanged: changed.length > 0 });
};
