import { erc20Abi } from '@skarb/contracts/abi';
import { fromBaseUnits, type PayReason, type TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem';
import type { Config } from '../../../config.ts';
import { toSeconds } from '../../../platform/chain/clamp.ts';
import type { Terms } from '../store/auction.store.ts';
import {
  encodeBid,
  encodeCancel,
  encodeClaimCredit,
  encodeClaimToken,
  encodeCreate,
  encodeEdit,
  encodeSettle,
  type AuctionRequest,
} from './auction.contract.ts';

type Where = Pick<Config, 'chain' | 'deployment'>;

const stepTo = (chainId: number, to: Address, id: string, description: string, data: Hex): TransactionStep => ({
  id,
  kind: 'transaction',
  description,
  status: 'incomplete',
  chainId,
  to: getAddress(to),
  data,
  value: '0',
});
const houseStep = ({ chain, deployment }: Where, id: string, description: string, data: Hex): TransactionStep =>
  stepTo(chain.id, deployment.auctionHouse, id, description, data);

/** The transfer of the NFT that creates the auction: it needs no approval. */
export const createStep = (
  { chain, deployment }: Where,
  seller: Address,
  nft: { contract: Address; type: 'ERC721' | 'ERC1155'; tokenId: bigint; quantity: bigint },
  request: AuctionRequest,
): TransactionStep =>
  stepTo(
    chain.id,
    nft.contract,
    'create-auction',
    'Send the NFT to the auction house: the auction begins with it',
    encodeCreate(deployment.auctionHouse, seller, nft, request),
  );

/** Lets the auction house take exactly what the bid needs. */
export const approveBidStep = (
  { chain, deployment }: Where,
  currency: { symbol: string; decimals: number; address: Address },
  needed: bigint,
  allowance: bigint,
): TransactionStep => ({
  ...stepTo(
    chain.id,
    currency.address,
    `approve-${currency.symbol.toLowerCase()}`,
    `Allow the auction house to spend ${fromBaseUnits(needed, currency.decimals)} ${currency.symbol}`,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [deployment.auctionHouse, needed] }),
  ),
  status: allowance >= needed ? 'complete' : 'incomplete',
});

/** @param seenEnd the end that the bidder saw: the bid fails when the seller has moved it later since */
export const bidStep = (where: Where, { bidding, lotHash }: Terms, amount: bigint, seenEnd: Date, words: string) =>
  houseStep(where, 'bid', words, encodeBid(bidding, lotHash, amount, toSeconds(seenEnd)));
/** @param reservePrice in base units of the auction’s currency */
export const editStep = (where: Where, { bidding, lot }: Terms, reservePrice: bigint, endsAt: Date) =>
  houseStep(where, 'edit-auction', 'Change the auction', encodeEdit(bidding, lot, reservePrice, toSeconds(endsAt)));
export const cancelAuctionStep = (where: Where, { bidding, lot }: Terms) =>
  houseStep(where, 'cancel-auction', 'Cancel the auction: the NFT comes back', encodeCancel(bidding, lot));
/** @param why why the marketplace does not pay for it, if it does not */
export const settleStep = (where: Where, { bidding, lot }: Terms, why?: PayReason): TransactionStep => ({
  ...houseStep(where, 'settle', 'Settle the auction', encodeSettle(bidding, lot)),
  ...(why ? { why } : {}),
});
/** @param to who receives the NFT that the winner’s or seller’s wallet could not receive */
export const claimTokenStep = (where: Where, { bidding, lot }: Terms, to: Address) =>
  houseStep(where, 'claim-token', 'Collect the NFT', encodeClaimToken(bidding, lot, to));
/** @param account whose credit it is @param to who receives the money */
export const claimCreditStep = (where: Where, account: Address, currency: Address, to: Address) =>
  houseStep(where, 'claim-credit', 'Collect the money kept for you', encodeClaimCredit(account, currency, to));
