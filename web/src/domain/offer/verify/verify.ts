import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import type { Network } from '@skarb/schema/reference';
import { getAddress, type Address } from 'viem';
import { call } from '../../../platform/http/api.ts';
import { readerOf, SEAPORT } from '../../../platform/wallet/contract-calls.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { rpc } from '../../../platform/wallet/rpc.ts';
import { isAcceptedByMaker } from './maker-signature.ts';
import { hashOfOrder } from './order-hash.ts';
import { verifyAuction } from './verify-auction.ts';
import { compare, type Line, type Onchain } from './verify.rules.ts';

export type Verified = { block: number; lines: Line[]; isAgreed: boolean };

/**
 * Reads everything an offer depends on from the chain's node, from the reader's browser and at one block, and compares
 * it with the page.
 * @param offer as the page shows it
 * @throws WalletError `rpcAway`, RpcError, ApiError
 */
export const verify = async (offer: Offer, network: Network): Promise<Verified> => {
  if (offer.type === 'AUCTION') return verifyAuction(offer, network);
  const { data: order } = await call(offerCalls.order, { params: { id: offer.uuid } });
  const head = await rpc<{ number: string; timestamp: string }>(network.rpcUrl, 'eth_getBlockByNumber', [
    'latest',
    false,
  ]);
  const chain = readerOf(network.rpcUrl, head.number);
  const { offerer } = order.components;
  const { contractAddress, type } = offer.token;
  const tokenId = BigInt(offer.token.tokenId);

  const readNft = async (): Promise<Onchain['nft']> => {
    if (offer.type !== 'SALE') return null;
    const isForAll = chain.isApprovedForAll(contractAddress, offerer);
    if (type === 'ERC1155')
      return {
        owner: null,
        held: await chain.unitsOf(contractAddress, offerer, tokenId),
        isApproved: await isForAll,
      };
    const [owner, approved] = await Promise.all([
      chain.ownerOf(contractAddress, tokenId),
      chain.getApproved(contractAddress, tokenId),
    ]);
    return {
      owner: getAddress(owner as Address),
      held: sameAddress(owner, offerer) ? 1n : 0n,
      isApproved: (await isForAll) || sameAddress(approved, SEAPORT),
    };
  };
  const readMoney = async (): Promise<Onchain['money']> => {
    const { address } = offer.currency;
    if (offer.type !== 'BID' || !address) return null;
    const [balance, allowance] = await Promise.all([
      chain.balanceOf(address, offerer),
      chain.allowance(address, offerer),
    ]);
    return { balance, allowance };
  };
  const [nft, money, status, counter, isAccepted] = await Promise.all([
    readNft(),
    readMoney(),
    chain.orderStatus(order.orderHash),
    chain.counter(offerer),
    isAcceptedByMaker(network, order, head.number),
  ]);
  const block = { number: Number(head.number), time: Number(head.timestamp) };
  const onchain = { block, hash: hashOfOrder(order), status, counter, isAccepted, nft, money };
  const lines = compare(offer, order, onchain, Date.now());
  return { block: block.number, lines, isAgreed: lines.every(({ isSame }) => isSame !== false) };
};
