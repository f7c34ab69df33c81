import { pathTo } from '@skarb/schema/endpoint';
import { offerEndpoints } from '@skarb/schema/offer';
import { collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import { fromBaseUnits, type PayReason, type SignatureStep, type TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, type Address } from 'viem';
import type { Config } from '../../config.ts';
import { buildCancel, type SeaportCall } from './offer.fulfil.ts';
import { typedDataOf, type OrderComponents } from './offer.order.ts';
import type { TradeCurrency } from './offer.rows.ts';

type Where = Pick<Config, 'chain' | 'deployment'>;

/** Lets Seaport transfer the seller's NFTs of one collection: needed once for each collection. */
export const approveNftStep = (
  { chain, deployment }: Where,
  contract: Address,
  isApproved: boolean,
): TransactionStep => ({
  id: 'approve-nft',
  kind: 'transaction',
  description: 'Allow the marketplace to move the NFTs of this collection when they are sold',
  status: isApproved ? 'complete' : 'incomplete',
  chainId: chain.id,
  to: getAddress(contract),
  data: encodeFunctionData({
    abi: collection721Abi,
    functionName: 'setApprovalForAll',
    args: [deployment.seaport, true],
  }),
  value: '0',
});

export const signOfferStep = (
  { chain, deployment }: Where,
  offerUuid: string,
  order: OrderComponents,
): SignatureStep => ({
  id: 'sign-offer',
  kind: 'signature',
  description: 'Sign the offer (no gas)',
  status: 'incomplete',
  typedData: typedDataOf(order, chain.id, getAddress(deployment.seaport)),
  submit: { method: 'PUT', path: pathTo(offerEndpoints.edit, { id: offerUuid }), field: 'signature' },
});

/** Cancels by a transaction of the maker, when the marketplace does not pay for it. */
export const cancelStep = (
  { chain, deployment }: Where,
  orders: OrderComponents[],
  description: string,
  why: PayReason,
): TransactionStep => ({
  id: 'cancel-offer',
  kind: 'transaction',
  description,
  status: 'incomplete',
  chainId: chain.id,
  to: getAddress(deployment.seaport),
  data: buildCancel(orders),
  value: '0',
  why,
});

/**
 * Lets Seaport take exactly the cost of a purchase or a bid, and of the sender's other open bids: an approval replaces
 * the one before.
 */
export const approveCurrencyStep = (
  { chain, deployment }: Where,
  currency: TradeCurrency & { address: Address },
  { cost, openBids, allowance }: { cost: bigint; openBids: bigint; allowance: bigint },
): TransactionStep => {
  const total = cost + openBids;
  return {
    id: `approve-${currency.symbol.toLowerCase()}`,
    kind: 'transaction',
    description: `Allow the marketplace to spend ${fromBaseUnits(total, currency.decimals)} ${currency.symbol}`,
    status: allowance >= total ? 'complete' : 'incomplete',
    chainId: chain.id,
    to: getAddress(currency.address),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [deployment.seaport, total] }),
    value: '0',
    ...(openBids > 0n && { openBids: fromBaseUnits(openBids, currency.decimals) }),
  };
};

const fillStep = (
  id: string,
  { chain, deployment }: Where,
  call: SeaportCall,
  description: string,
): TransactionStep => ({
  id,
  kind: 'transaction',
  description,
  status: 'incomplete',
  chainId: chain.id,
  to: getAddress(deployment.seaport),
  data: call.data,
  value: call.value.toString(),
});

/** Buys from a sale. */
export const purchaseStep = (where: Where, call: SeaportCall, description: string) =>
  fillStep('purchase', where, call, description);
/** Sells to a bidder. */
export const acceptStep = (where: Where, call: SeaportCall, description: string) =>
  fillStep('accept-bid', where, call, description);
