import type { Address, Hex } from 'viem';
import type { Tx } from '../../../platform/db/database.ts';
import { priceEth, type TokenRow, type TradeCurrency } from './offer.store.ts';
import { biddingFromJson, lotFromJson, type Bidding, type Lot } from '../auction/auction.contract.ts';

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

/** The house's terms of an auction whose NFT is there: what every call to the house brings along. */
export type Terms = { auctionId: Hex; lotHash: Hex; bidding: Bidding; lot: Lot };
export type Auction = {
  offerUuid: string;
  reservePrice: bigint;
  raiseBps: number;
  /** Null until the NFT is in the house. */
  terms: Terms | null;
  highestBid: bigint | null;
  highestBidder: Address | null;
  bidCount: number;
  claimant: Address | null;
};

const toAuction = (row: Row): Auction => ({
  offerUuid: row.offer_uuid,
  reservePrice: BigInt(row.reserve_price),
  raiseBps: row.raise_bps,
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

export type NewAuction = {
  uuid: string;
  token: TokenRow;
  currency: TradeCurrency;
  makerUuid: string;
  maker: Address;
  reservePrice: bigint;
  raiseBps: number;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date;
  marketplaceBps: number;
};
/** A draft: an auction that waits for its NFT. */
export const insertAuction = async (tx: Tx, auction: NewAuction): Promise<void> => {
  const { uuid, token, currency } = auction;
  const price = String(auction.reservePrice);
  await tx`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, starts_at, ends_at)
    values (${uuid}, 'AUCTION', 'DRAFT', ${token.uuid}, ${token.collection_uuid}, ${token.category_uuid}, ${token.network_uuid}, ${currency.uuid},
      ${auction.makerUuid}, ${auction.maker}, ${price}, ${priceEth(tx, auction.reservePrice, currency)}, ${String(auction.quantity)},
      ${String(auction.quantity)}, ${auction.marketplaceBps}, ${token.royalty_bps}, ${token.royalty_receiver}, ${auction.startsAt}, ${auction.endsAt})`;
  await tx`
    insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at)
    values (${uuid}, ${price}, ${auction.raiseBps}, ${auction.endsAt})`;
};
