import * as offerCalls from '@skarb/schema/calls/offer';
import type { AuctionTerms, Offer } from '@skarb/schema/offer';
import type { Network } from '@skarb/schema/reference';
import {
  decodeEventLog,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  zeroAddress,
  type Hex,
} from 'viem';
import { call } from '../../../platform/http/api.ts';
import { readerOf } from '../../../platform/wallet/contract-calls.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { rpc } from '../../../platform/wallet/rpc.ts';
import { compareAuction, type HouseOnchain } from './verify-auction.rules.ts';
import type { Verified } from './verify.ts';

/** contracts/src/auction/IAuctionHouse.sol: only the functions used here, so that the whole ABI is not loaded. */
export const houseAbi = parseAbi([
  'struct Bidding { address currency; uint40 startsAt; uint40 endsAt; uint16 raiseBps; }',
  'struct AuctionState { bytes32 id; uint8 phase; address bidder; uint256 amount; uint256 endsAt; uint256 leastBid; }',
  'function auctionOf(Bidding bidding, bytes32 lotHash) view returns (AuctionState)',
  'event AuctionSettled(bytes32 indexed auctionId, address indexed winner, uint256 amount)',
]);
const LOT = [
  'address', // seller
  'address', // collection
  'uint8', // kind
  'uint256', // tokenId
  'uint256', // quantity
  'address', // feeRecipient
  'uint16', // feeBps
  'address', // royaltyReceiver
  'uint16', // royaltyBps
  'uint64', // nonce
].map((type) => ({ type }));
const BIDDING = ['address', 'uint40', 'uint40', 'uint16', 'bytes32'].map((type) => ({ type }));

/**
 * The lot's hash and the auction's id as the auction house calculates them, from the terms alone: other terms, another
 * id.
 */
export const hashesOf = ({ bidding, lot }: AuctionTerms): { lotHash: Hex; id: Hex } => {
  const lotHash = keccak256(
    encodeAbiParameters(LOT, [
      lot.seller,
      lot.collection,
      lot.kind,
      BigInt(lot.tokenId),
      BigInt(lot.quantity),
      lot.feeRecipient,
      lot.feeBps,
      lot.royaltyReceiver,
      lot.royaltyBps,
      BigInt(lot.nonce),
    ]),
  );
  const { currency, startsAt, endsAt, raiseBps } = bidding;
  return { lotHash, id: keccak256(encodeAbiParameters(BIDDING, [currency, startsAt, endsAt, raiseBps, lotHash])) };
};

type ReceiptLog = { address: string; topics: [Hex, ...Hex[]]; data: Hex };
/** The result in the settlement's transaction; null if that transaction has none for this auction. */
const readSettled = async (
  url: string,
  { auctionHouse, settledIn }: AuctionTerms,
  id: Hex,
): Promise<HouseOnchain['settled']> => {
  if (!settledIn) return null;
  const receipt = await rpc<{ logs: ReceiptLog[] } | null>(url, 'eth_getTransactionReceipt', [settledIn]);
  for (const log of receipt?.logs ?? []) {
    if (!sameAddress(log.address, auctionHouse) || log.topics[1]?.toLowerCase() !== id) continue;
    try {
      const { args } = decodeEventLog({ abi: houseAbi, topics: log.topics, data: log.data });
      return { winner: args.winner === zeroAddress ? null : args.winner, amount: args.amount };
    } catch {
      // Another event of the auction house.
    }
  }
  return null;
};

/**
 * Reads an auction from the auction house itself, from the reader's browser and at one block, and compares it with the
 * page. For a settled one it reads the receipt of the settlement.
 * @throws WalletError `rpcAway`, RpcError, ApiError
 */
export const verifyAuction = async (offer: Offer, network: Network): Promise<Verified> => {
  const { data: terms } = await call(offerCalls.auction, { params: { id: offer.uuid } });
  const url = network.rpcUrl;
  const head = await rpc<{ number: string; timestamp: string }>(url, 'eth_getBlockByNumber', ['latest', false]);
  const { lotHash, id } = hashesOf(terms);
  const { bidding, lot, auctionHouse } = terms;
  const data = encodeFunctionData({
    abi: houseAbi,
    functionName: 'auctionOf',
    args: [{ ...bidding, currency: bidding.currency as Hex }, lotHash],
  });
  const chain = readerOf(url, head.number);
  const tokenId = BigInt(lot.tokenId);
  const readInHouse = async (): Promise<bigint> =>
    offer.token.type === 'ERC1155'
      ? chain.unitsOf(lot.collection, auctionHouse, tokenId)
      : BigInt(sameAddress(await chain.ownerOf(lot.collection, tokenId), auctionHouse));
  const [answer, inHouse, settled] = await Promise.all([
    rpc<Hex>(url, 'eth_call', [{ to: auctionHouse, data }, head.number]),
    readInHouse(),
    readSettled(url, terms, id),
  ]);
  const state = decodeFunctionResult({ abi: houseAbi, functionName: 'auctionOf', data: answer });
  const lines = compareAuction(offer, terms, {
    block: { number: Number(head.number), time: Number(head.timestamp) },
    id,
    phase: state.phase,
    bidder: state.bidder === zeroAddress ? null : state.bidder,
    amount: state.amount,
    endsAt: state.endsAt,
    leastBid: state.leastBid,
    inHouse,
    settled,
  });
  return { block: Number(head.number), lines, isAgreed: lines.every(({ isSame }) => isSame !== false) };
};
