import { auctionHouseAbi, collection1155Abi, collection721Abi } from '@skarb/contracts/abi';
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  type Address,
  type ContractFunctionArgs,
  type Hex,
} from 'viem';
import type { ChainClient } from '../../../platform/chain/client.ts';
import { eventTopic } from '../../../platform/chain/events.ts';

type SettleArgs = ContractFunctionArgs<typeof auctionHouseAbi, 'nonpayable', 'settle'>;
/** The bidding terms that each call carries. */
export type Bidding = SettleArgs[0];
/** What is sold and who is paid for it. */
export type Lot = SettleArgs[1];

export const AUCTION_TOPIC = {
  created: eventTopic(auctionHouseAbi, 'AuctionCreated'),
  edited: eventTopic(auctionHouseAbi, 'AuctionEdited'),
  cancelled: eventTopic(auctionHouseAbi, 'AuctionCancelled'),
  bid: eventTopic(auctionHouseAbi, 'BidPlaced'),
  extended: eventTopic(auctionHouseAbi, 'AuctionExtended'),
  settled: eventTopic(auctionHouseAbi, 'AuctionSettled'),
  held: eventTopic(auctionHouseAbi, 'TokenHeld'),
  claimed: eventTopic(auctionHouseAbi, 'TokenClaimed'),
  credited: eventTopic(auctionHouseAbi, 'Credited'),
} as const;

/** Decodes any log of the auction house. */
export const decodeAuctionLog = (log: { topics: readonly Hex[]; data: Hex }) =>
  decodeEventLog({ abi: auctionHouseAbi, topics: log.topics as [Hex, ...Hex[]], data: log.data });
export type AuctionLog = ReturnType<typeof decodeAuctionLog>;

/** Terms as JSON, with bigints as decimal strings. */
export const termsToJson = (terms: Bidding | Lot): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [
      name,
      typeof value === 'bigint'
        ? value.toString()
        : typeof value === 'string'
          ? value.toLowerCase()
          : (value as number),
    ]),
  );
type Json = Record<string, string | number>;
/** The rules of bidding as the database stores them: times in seconds. */
export const biddingFromJson = (json: Json): Bidding => ({
  currency: json.currency as Address,
  startsAt: Number(json.startsAt),
  endsAt: Number(json.endsAt),
  raiseBps: Number(json.raiseBps),
});
/** The lot as the database stores it: large numbers as decimal strings. */
export const lotFromJson = (json: Json): Lot => ({
  seller: json.seller as Address,
  collection: json.collection as Address,
  kind: Number(json.kind),
  tokenId: BigInt(json.tokenId as string),
  quantity: BigInt(json.quantity as string),
  feeRecipient: json.feeRecipient as Address,
  feeBps: Number(json.feeBps),
  royaltyReceiver: json.royaltyReceiver as Address,
  royaltyBps: Number(json.royaltyBps),
  nonce: BigInt(json.nonce as string),
});

/** The offer's uuid as 32 bytes, which AuctionCreated returns as `memo`. */
export const memoOf = (offerUuid: string): Hex => pad(`0x${offerUuid.replaceAll('-', '')}`);
/** The uuid of a memo; any 32 bytes give one. */
export const uuidOfMemo = (memo: Hex): string => {
  const hex = memo.slice(-32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
/** The uuid of an auction without a draft here, always the same for an auction id. A version 8 uuid. */
export const uuidOfAuction = (auctionId: Hex): string => {
  const hex = `${auctionId.slice(2, 14)}8${auctionId.slice(15, 18)}8${auctionId.slice(19, 34)}`;
  return uuidOfMemo(pad(`0x${hex}`));
};

export type AuctionRequest = {
  currency: Address;
  reservePrice: bigint;
  /** In seconds; 0 starts immediately. */
  startsAt: number;
  endsAt: number;
  raiseBps: number;
  memo: Hex;
};
const REQUEST = [
  { name: 'currency', type: 'address' },
  { name: 'reservePrice', type: 'uint256' },
  { name: 'startsAt', type: 'uint40' },
  { name: 'endsAt', type: 'uint40' },
  { name: 'raiseBps', type: 'uint16' },
  { name: 'memo', type: 'bytes32' },
] as const;

/** The transfer of the NFT to the auction house that creates an auction. */
export const encodeCreate = (
  house: Address,
  seller: Address,
  nft: { type: 'ERC721' | 'ERC1155'; tokenId: bigint; quantity: bigint },
  request: AuctionRequest,
): Hex => {
  const data = encodeAbiParameters([{ type: 'tuple', components: REQUEST }], [request]);
  return nft.type === 'ERC721'
    ? encodeFunctionData({
        abi: collection721Abi,
        functionName: 'safeTransferFrom',
        args: [seller, house, nft.tokenId, data],
      })
    : encodeFunctionData({
        abi: collection1155Abi,
        functionName: 'safeTransferFrom',
        args: [seller, house, nft.tokenId, nft.quantity, data],
      });
};

const encode = (
  functionName: 'bid' | 'edit' | 'cancel' | 'settle' | 'claimToken' | 'claimCredit',
  args: readonly unknown[],
): Hex => encodeFunctionData({ abi: auctionHouseAbi, functionName, args } as never);
/** @param amount in base units @param latestEnd the latest end that the bidder accepts, in seconds */
export const encodeBid = (bidding: Bidding, lotHash: Hex, amount: bigint, latestEnd: bigint): Hex =>
  encode('bid', [bidding, lotHash, amount, latestEnd]);
/** @param reservePrice in base units @param endsAt in seconds */
export const encodeEdit = (bidding: Bidding, lot: Lot, reservePrice: bigint, endsAt: bigint): Hex =>
  encode('edit', [bidding, lot, reservePrice, endsAt]);
export const encodeCancel = (bidding: Bidding, lot: Lot): Hex => encode('cancel', [bidding, lot]);
export const encodeSettle = (bidding: Bidding, lot: Lot): Hex => encode('settle', [bidding, lot]);
export const encodeClaimToken = (bidding: Bidding, lot: Lot, to: Address): Hex =>
  encode('claimToken', [bidding, lot, to]);
export const encodeClaimCredit = (account: Address, currency: Address, to: Address): Hex =>
  encode('claimCredit', [account, currency, to]);

/** The state of an auction in the contract now: ahead of the records here by a block at most. */
export const readAuctionState = (
  chain: Pick<ChainClient, 'public'>,
  house: Address,
  bidding: Bidding,
  lotHash: Hex,
): Promise<{ phase: number; bidder: Address; amount: bigint; endsAt: bigint; leastBid: bigint }> =>
  chain.public.readContract({
    address: house,
    abi: auctionHouseAbi,
    functionName: 'auctionOf',
    args: [bidding, lotHash],
  });
